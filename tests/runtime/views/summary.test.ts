import { describe, expect, test } from 'vitest'
import { emptyRun, emptyTree, type TreeState } from '../../../src/core/state.ts'
import { summaryLines } from '../../../src/runtime/views/summary.ts'
import { oneLine } from '../../../src/runtime/text/visible.ts'
import { night, policiesFrom, stageOf } from '../stage.ts'
import { recordOf } from './record-of.ts'

const { set } = policiesFrom(
  night.replace(
    '{ id: hard,',
    '{ id: soft, title: Soft Blockers, checked: true, when: { "!!": { var: record.chosen } } }\n      - { id: hard,',
  ),
)
const startedAt = Date.parse('2026-02-12T22:00:00Z')
const summary = (parts: Partial<TreeState>) => summaryLines(set, { ...emptyTree, ...parts }, 'UTC', oneLine)

describe('F10-01: the morning after', () => {
  test('two hard, three soft, a limit and a refusal: outcome first, then what waits and what was decided', () => {
    const run = {
      ...emptyRun,
      state: 'stopped' as const,
      reason: 'limit' as const,
      detail: 'Weekly limit,\nresets at 15:00',
      startedAt,
      turns: 31,
      prompts: 7,
      cost: 1.5,
    }
    const soft = (id: string, question: string) =>
      recordOf({ id, question, section: 'soft', chosen: 'a', reasoning: id === 'b3' ? 'as elsewhere' : null })
    const records = [
      soft('b3', 'Which name?'),
      recordOf({ id: 'b6', question: 'bash: npm publish', seen: 3, bare: true }),
      recordOf({ id: 'b1', question: 'Which DB?', options: ['Postgres', 'SQLite'], holds: 'the login', blocks: true }),
      soft('b4', 'Which colour?'),
      recordOf({ id: 'b2', question: 'Delete\n# old data?', blocks: true }),
      soft('b5', 'Which order?'),
      recordOf({ id: 'b7', question: 'The provider refuses for long', bare: true }),
      recordOf({ id: 'b8', status: 'answered', answer: 'yes' }),
    ]
    const lines = summary({ run, records, uncounted: { blocker: 4 } })
    expect(lines.join('\n')).toBe(`Not finished: the run stopped (limit: Weekly limit, ⏎ resets at 15:00).
Begun 2026-02-12 22:00; turns 31, prompts 7, cost 1.5.

Waits for you (4):

- b1 Which DB? · Options: Postgres, SQLite · Holds up: the login
- b2 Delete ⏎ # old data? · Holds up: work
- b6 bash: npm publish (seen 3 times)
- b7 The provider refuses for long

Decided without you (3):

- b3 Which name? → a (as elsewhere)
- b4 Which colour? → a
- b5 Which order? → a

Answered, settled or put off: 1.

Beyond the limit and only counted: 4.

Next: answer with /blockers clarify or \`npx opencode-diverter answer\`; /blockers resume sets the run going again.`)
  })

  test('a night of hundreds of entries still fits on one screen', () => {
    const many = (first: number, parts: object) =>
      Array.from({ length: 300 }, (_, n) => recordOf({ id: `b${first + n}`, question: 'x'.repeat(5000), ...parts }))
    const lines = summary({ records: [...many(1, {}), ...many(301, { section: 'soft', chosen: 'a' })] })
    expect(lines.length).toBeLessThan(30)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(500)
    expect(lines).toContain('- and 290 more')
    expect(lines).toContain('- and 295 more')
  })

  test.each([
    ['stopped', 'done', null, 'Finished (done).', false],
    ['stopped', 'done', 'verified by npm test, 03:12', 'Finished (done: verified by npm test, 03:12).', false],
    ['stopped', 'unverified', 'not shown: x', 'Not finished: the run stopped (unverified: not shown: x).', true],
    ['stopped', 'error', 'auth: bad key', 'Not finished: the run stopped (error: auth: bad key).', true],
    ['paused', 'user', null, 'Not finished: the run is paused (user).', true],
    ['armed', null, null, 'Not finished: the run goes on.', false],
    ['ready', null, null, 'No run is at work.', false],
  ] as const)('a run that is %s (%s) is told as what it is', (state, reason, detail, first, rests) => {
    const lines = summary({ run: { ...emptyRun, state, reason, detail } })
    expect(lines[0]).toBe(first)
    expect(lines.includes('Next: /blockers resume sets the run going again.')).toBe(rests)
  })

  test('export --summary tells it and writes no file', () => {
    const { send, files } = stageOf({ policies: policiesFrom(night) })
    send('S1', 'record.submitted', { kind: 'note', category: 'other', question: 'Which DB?', options: ['a', 'b'] })
    const before = [...files.all().keys()].sort()
    const { reply } = send('S1', 'command.run', { name: 'night', action: 'export', text: '--summary' })
    expect(reply).toContain('- n1 Which DB? · Options: a, b')
    expect([...files.all().keys()].sort()).toEqual(before)
  })

  test('report tells it with what waits elsewhere, the page and the way to the morning, and writes no file', () => {
    const { send, files, session } = stageOf({ policies: policiesFrom(night) })
    const log = (session: string, question: string) =>
      send(session, 'record.submitted', { kind: 'note', category: 'other', question, options: ['a', 'b'] })
    const report = () => send('S1', 'command.run', { name: 'night', action: 'report', text: '' }).reply
    session('S2')
    session('S3')
    log('S1', 'Which DB?')
    const before = [...files.all().keys()].sort()
    expect(report()).toContain(`- n1 Which DB? · Options: a, b

Next: answer with /blockers clarify or \`npx opencode-diverter answer\`.

Page: notes.md
The whole night: \`npx opencode-diverter morning\` in a terminal of yours opens it in the browser; \`report\` tells it there.`)
    expect([...files.all().keys()].sort()).toEqual(before)
    log('S2', 'Which DB?')
    expect(report(), 'one answer closes both').not.toContain('other sessions')
    log('S2', 'Which region?')
    log('S3', 'Which region?')
    expect(report()).toContain('\n1 more question waits in other sessions of this project.\nPage: ')
    log('S3', 'Which name?')
    expect(report()).toContain('\n2 more questions wait in other sessions of this project.\nPage: ')
  })
})
