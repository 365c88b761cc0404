import { expect, test } from 'vitest'
import { emptyRun, emptyTree } from '../../../src/core/state.ts'
import { type StatusFacts, statusText } from '../../../src/runtime/views/status.ts'
import { night, policiesFrom } from '../stage.ts'
import { recordOf } from './record-of.ts'

const { set, hash } = policiesFrom(night)
const at = Date.parse('2026-02-12T22:00:00Z')

const facts = (parts: Partial<StatusFacts> = {}): StatusFacts => ({
  on: true,
  state: emptyTree,
  set,
  hash,
  newerHash: null,
  root: 'S1',
  obstacle: null,
  pages: ['notes.md'],
  edited: [],
  problem: null,
  channels: [],
  zone: 'UTC',
  ...parts,
})

test('a session in which nothing has happened', () => {
  expect(statusText(facts({ on: false }))).toBe(`Diverting: off
Run: ready
Records: none
Prompts: 0 used, 500 left
Policies: night (set ${hash})
Files: notes.md
Last problem: none
Session: S1`)
})

test('F3-06: a night in full, with why the next prompt waits', () => {
  const event = { type: 'session.closed' } as const
  const state = {
    ...emptyTree,
    run: { ...emptyRun, state: 'armed' as const, startedAt: at, prompts: 7 },
    records: [recordOf({ section: 'permissions' }), recordOf(), recordOf({ status: 'answered' })],
    uncounted: { note: 2 },
    pending: { turn: 't', text: 'x', due: at + 600_000, by: 'night/later' },
    waits: { p1: { due: at + 900_000, session: 'S1', by: 'night/wait', event } },
  }
  const full = facts({
    state,
    newerHash: 'abc',
    problem: 'the disk is full',
    channels: [
      { name: 'permission', state: 'working' },
      { name: 'question', state: 'not yet seen' },
      { name: 'commands', state: 'working' },
    ],
    zone: 'Europe/Berlin',
  })
  expect(statusText(full)).toBe(`Diverting: on
Run: armed, begun 2026-02-12 23:00
Records: Permissions Requested 1, Hard Blockers 2, beyond the limit 2 (2 open)
Prompts: 7 used, 493 left
Next prompt: at 2026-02-12 23:10, by night/later (The user has just written)
Left to you until 2026-02-12 23:15: request p1
Policies: night (set ${hash}); the files now say abc, reload to take it
Files: notes.md
Last problem: the disk is full
Session: S1
Channels working: permission, commands
Channels not yet seen: question`)
})

test.each([
  ['paused', 'user', null, 'Run: paused (user), until you write or switch on'],
  ['stopped', 'limit', 'resets at 02:00', 'Run: stopped (limit: resets at 02:00)'],
] as const)('a run that is %s names its reason', (state, reason, detail, line) => {
  const run = { ...emptyRun, state, reason, detail }
  expect(statusText(facts({ state: { ...emptyTree, run } }))).toContain(line)
})
