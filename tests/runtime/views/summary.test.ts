import { describe, expect, test } from 'vitest'
import { emptyRun, emptyTree, type TreeState } from '../../../src/core/state.ts'
import { summaryLines } from '../../../src/runtime/views/summary.ts'
import { oneLine } from '../../../src/runtime/visible.ts'
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

Next: answer with clarify or \`npx opencode-diverter answer\`; resume sets the run going again.`)
  })

  test('a night of hundreds of entries still fits on one screen', () => {
    const many = (count: number, parts: object) =>
      Array.from({ length: count }, (_, n) => recordOf({ id: `b${n}`, question: 'x'.repeat(5000), ...parts }))
    const lines = summary({ records: [...many(300, {}), ...many(300, { section: 'soft', chosen: 'a' })] })
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
    expect(lines.includes('Next: resume sets the run going again.')).toBe(rests)
  })

  test('export --summary tells it and writes no file', () => {
    const { send, files } = stageOf({ policies: policiesFrom(night) })
    send('S1', 'record.submitted', { kind: 'note', category: 'other', question: 'Which DB?', options: ['a', 'b'] })
    const before = [...files.all().keys()].sort()
    const { reply } = send('S1', 'command.run', { name: 'night', action: 'export', text: '--summary' })
    expect(reply).toContain('- n1 Which DB? · Options: a, b')
    expect([...files.all().keys()].sort()).toEqual(before)
  })
})
