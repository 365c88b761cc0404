import { expect, test } from 'vitest'
import { emptyRun, emptyTree } from '../../../src/core/state.ts'
import { type StatusFacts, statusText } from '../../../src/runtime/views/status.ts'
import { night, policiesFrom } from '../stage.ts'
import { recordOf } from './record-of.ts'
import { eventFrom } from '../../support/event.ts'

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
  foreign: { lines: 0, entries: 0, answers: 0, grants: 0, isRenewed: false },
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
  const push = eventFrom('permission.asked', { permission: 'bash', command: 'git push' })
  const questions = eventFrom('question.asked', { questions: [{ question: 'Which DB?' }, { question: 'Which port?' }] })
  const state = {
    ...emptyTree,
    run: { ...emptyRun, state: 'armed' as const, startedAt: at, prompts: 7 },
    records: [recordOf({ section: 'permissions' }), recordOf(), recordOf({ status: 'answered' })],
    uncounted: { note: 2 },
    pending: { turn: 't', text: 'x', due: at + 600_000, byClock: false, why: 'you wrote', by: 'night/later' },
    waits: {
      p1: { due: at + 900_000, session: 'S1', by: 'night/wait', event },
      p2: { due: at + 60_000, session: 'S1', by: 'night/wait', event: push },
      q1: { due: at + 120_000, session: 'S1', by: 'night/wait', event: questions },
    },
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
Run: armed, begun 2026-02-12 23:00, ends at 23:00 at the latest
Records: Permissions Requested 1, Hard Blockers 2, beyond the limit 2 (2 open)
Prompts: 7 used, 493 left
Waits: git push is diverted at 23:01
Waits: "Which DB?" and 1 more is diverted at 23:02
Waits: goes on at 23:10, since you wrote
Waits: a request is diverted at 23:15
Next prompt: by night/later (The user has just written)
Policies: night (set ${hash}); the files now say abc, /blockers reload takes it
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

test.each([
  [null, "until the run ends: when the session's own model is there again is not known"],
  [Date.parse('2026-02-13T02:00:00Z'), "until the session's own model is there again at 2026-02-13 02:00"],
])('the model that prompts go to is named, and whether it is known for how long (%s)', (modelUntil, words) => {
  const run = { ...emptyRun, prompts: 2, model: 'spare/one', modelUntil }
  expect(statusText(facts({ state: { ...emptyTree, run } }))).toContain(
    `\nPrompts: 2 used, 498 left, to spare/one ${words}\n`,
  )
})

test('what has no seal of ours is counted in one line', () => {
  const text = statusText(facts({ foreign: { lines: 2, entries: 1, answers: 0, grants: 3, isRenewed: false } }))
  expect(text).toContain('\nNot ours, without effect: 2 lines, 1 entry, 3 grants in the store without a seal of ours\n')
})

test('decisions that do not fit together are said, with what to do', () => {
  const text = statusText(facts({ foreign: { lines: 0, entries: 0, answers: 0, grants: 0, isRenewed: true } }))
  expect(text).toContain(
    '\nYour decisions in the store do not fit their seal as a whole, so none of before counts but a sealed never; look with npx opencode-diverter grants, and answer again\n',
  )
})

test('a ticked decision of the agent is not open, in any count', () => {
  const soft = policiesFrom(night.replace('title: Hard Blockers', 'title: Hard Blockers, checked: true')).set
  const state = { ...emptyTree, records: [recordOf({ section: 'permissions' }), recordOf({ id: 'n2', chosen: 'a' })] }
  expect(statusText(facts({ state, set: soft }))).toContain('Permissions Requested 1, Hard Blockers 1 (1 open)')
})

test('lines that read differently are said, as what they are', () => {
  const text = statusText(facts({ edited: [{ page: 'notes.md', open: ['n1', 'n2'], closed: ['n3'] }] }))
  expect(text).toContain(`
Written into notes.md but not read as an answer: n1, n2; answer with /blockers clarify or npx opencode-diverter answer
Reads differently in notes.md than it was written: n3
`)
})
