import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serverCodec, tuiCodec } from '../../src/channel/codec.ts'
import type { ToServer, ToTui } from '../../src/channel/messages.ts'
import { runStates } from '../../src/core/vocabulary.ts'

const session = 'ses_1'
const interview = 'i1'
const fromTui: ToServer[] = [
  { say: 'hello' },
  { say: 'look', session },
  { say: 'toggle', session, command: 'blockers' },
  { say: 'run', session, command: 'blockers', words: 'clarify --skipped' },
  { say: 'take', session, interview },
  { say: 'answer', session, interview, record: 'b1', decision: 'words', text: 'Postgres, "quoted"\n{}' },
  { say: 'answer', session, interview, record: 'b1', decision: 'once', text: null },
  { say: 'alerted', alert: 'n1', by: 'bell' },
]
const options = { options: ['A', 'B'], about: ['The first', ''] }
const question = { record: 'b1', question: 'Which?', details: ['Why'], ...options, allowable: true }
const fromServer: ToTui[] = [
  { say: 'here' },
  ...runStates.map((run): ToTui => ({ say: 'state', session, on: true, open: 2, run, reason: null, waits: null })),
  { say: 'offer', session, interview },
  { say: 'ask', session, interview, questions: [question] },
  { say: 'alert', alert: 'n1', title: 'Stopped: done', text: '' },
  { say: 'reply', session, text: '' },
]

describe('a letter through the channel', () => {
  it('comes out as it went in', () => {
    for (const message of fromTui) {
      const letter = { directory: '/project', tui: 't1', message }
      expect(serverCodec.decode(serverCodec.encode(letter))).toEqual(letter)
    }
    for (const message of fromServer) {
      const letter = { directory: '/project', tui: null, message }
      expect(tuiCodec.decode(tuiCodec.encode(letter))).toEqual(letter)
    }
  })

  it('is heard only by those whom it is for', () => {
    const letter = { directory: '/project', tui: 't1', message: { say: 'hello' } as const }
    expect(serverCodec.encode(letter)).toBe(
      'opencode-diverter:server {"directory":"/project","tui":"t1","message":{"say":"hello"}}',
    )
    expect(tuiCodec.decode(serverCodec.encode(letter))).toBeNull()
  })

  it('is nothing if it is broken, unknown, or lacks what its kind must have', () => {
    const said = (message: unknown, more: object = {}) =>
      serverCodec.decode(`opencode-diverter:server ${JSON.stringify({ directory: '/p', tui: 't', message, ...more })}`)
    expect(said({ say: 'look', session })).not.toBeNull()
    for (const broken of [
      null,
      'hello',
      {},
      { say: 'sing' },
      { say: 'toString' },
      { say: 'here' },
      { say: 'look' },
      { say: 'look', session: '' },
      { say: 'look', session: 1 },
      { say: 'answer', session, interview, record: 'b1' },
      { say: 'answer', session, interview, record: 'b1', text: '' },
    ])
      expect(said(broken), JSON.stringify(broken)).toBeNull()
    expect(said({ say: 'hello' }, { directory: '' })).toBeNull()
    expect(said({ say: 'hello' }, { tui: 3 })).toBeNull()
    const heard = (message: object) =>
      tuiCodec.decode(`opencode-diverter:tui ${JSON.stringify({ directory: '/p', tui: null, message })}`)
    const state = { say: 'state', session, on: true, open: 0, run: 'armed', reason: 'done', waits: 'goes on at 11:32' }
    expect(heard(state)).not.toBeNull()
    for (const wrong of [{ on: 1 }, { open: -1 }, { open: 0.5 }, { run: 'asleep' }, { reason: 1 }, { waits: 1 }])
      expect(heard({ ...state, ...wrong }), JSON.stringify(wrong)).toBeNull()
    expect(heard({ say: 'ask', session, interview, questions: [{ ...question, options: [1] }] })).toBeNull()
  })

  it('never throws, whatever comes', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.json().map((text) => `opencode-diverter:server ${text}`),
      fc.string().map((text) => `opencode-diverter:tui ${text}`),
    )
    fc.assert(
      fc.property(anything, (command) => {
        expect(serverCodec.decode(command)).toBeNull()
        expect(tuiCodec.decode(command)).toBeNull()
      }),
    )
  })
})
