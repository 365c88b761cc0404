import { describe, expect, test } from 'vitest'
import { watchEvent } from '../../src/core/watch-event.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { eventFrom } from '../support/event.ts'
import { policiesFrom, stageOf } from './stage.ts'

/** Reads the output of commands alone. */
const reader = `
version: 1
name: reader
memory:
  seen: { kind: counter, scope: tree }
rules:
  - id: failed
    events: [tool.finished]
    when: { and: [{ "===": [{ var: event.tool }, bash] }, { search: [{ var: event.output }, "FAIL"] }] }
    then: [{ add: { seen: 1 } }]
  - id: seen
    events: [tool.finished]
    then: [{ add: { seen: 1 } }]
`
const long = `${'a'.repeat(3000)}The end`
const policies = policiesFrom(reader.replace('search: [', 'matches: ['))

const kept = (fields: object): { output: string; command: string | null } => {
  const stage = stageOf({ policies })
  stage.send('S1', 'tool.finished', fields as Record<string, unknown>)
  const event = stage.journal().at(-1)?.['event']
  return event as ReturnType<typeof kept>
}

describe('what no rule is about', () => {
  const stage = stageOf({ policies: policiesFrom('version: 1\nname: idle\nrules: []\n') })
  const last = () => stage.journal().at(-1)

  test('a call leaves its tool, how it ended and what it wrote, and nothing that it was given or gave', () => {
    const secret = 'npm_0123456789abcdefghijkl'
    stage.send('S1', 'tool.finished', {
      tool: 'bash',
      call: 'c1',
      command: 'deploy x',
      output: 'y',
      paths: ['z'],
      ok: true,
      wrote: ['out.txt', `${secret}.txt`],
    })
    const { v: _v, seq: _seq, at: _at, process: _process, ...line } = last() ?? {}
    expect(line).toEqual({
      line: 'call',
      session: 'S1',
      tool: 'bash',
      ok: true,
      wrote: ['out.txt', '[REDACTED:npm].txt'],
    })
  })

  test('a turn of a helper leaves a line', () => {
    stage.session('H1', { parent: 'S1' })
    stage.send('H1', 'turn.ended', { text: 'Found it.', calls: 3 })
    expect(last()).toMatchObject({ session: 'H1', event: { type: 'turn.ended', text: 'Found it.' } })
  })

  test('what comes before a call leaves none', () => {
    const before = stage.journal().length
    stage.send('S1', 'tool.called', { tool: 'read', call: 'c2' })
    expect(stage.journal().length).toBe(before)
  })
})

describe('a long text of an event', () => {
  test('is kept as far as a rule read it: its beginning, its end, its length and a digest', () => {
    const { output } = kept({ tool: 'bash', command: 'npm test', output: long })
    expect(output).toBe(
      `${'a'.repeat(1500)} … [cut; 3007 characters in all, digest ${digest(long)}] ${'a'.repeat(493)}The end`,
    )
  })

  test('is kept shorter where no rule read it', () => {
    const { output } = kept({ tool: 'read', output: long })
    expect(output).toBe(
      `${'a'.repeat(150)} … [cut; 3007 characters in all, digest ${digest(long)}] ${'a'.repeat(43)}The end`,
    )
  })

  test('has a digest of what is redacted, which tells nothing of a secret', () => {
    const token = 'npm_0123456789abcdefghijkl'
    const { output } = kept({ tool: 'read', output: `${token} ${long}` })
    expect(output).toContain(`digest ${digest(`[REDACTED:npm] ${long}`)}]`)
  })

  test('that is not long is whole', () => {
    expect(kept({ tool: 'read', output: 'a'.repeat(200) }).output).toHaveLength(200)
  })

  test('is the same to whoever reads it', () => {
    const event = eventFrom('tool.finished', { tool: 'read', output: long }, () => 'm1')
    const watched = watchEvent(event, 200)
    expect([...watched.read]).toEqual([])
    expect(watched.event).toEqual(event)
    expect([...watched.read]).toEqual(['output'])
    expect(JSON.stringify(watchEvent(event, 200).event)).toBe(JSON.stringify(event))
  })
})
