import { describe, expect, test } from 'vitest'
import { readCase } from '../../src/policy/case.ts'

/** What is wrong with a case that has this one step. */
function problemsOf(step: string): string[] {
  const { problems } = readCase({ name: 'c.yaml', text: `name: c\npolicies: [builtin:guard]\nsteps:\n  - ${step}\n` })
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

describe('a step that cannot be read', () => {
  test.each([
    [
      '{ turn.endd: {} }',
      '4:7 Cannot use the step "turn.endd": there is no such event or short form (did you mean "turn.ended"?)',
    ],
    [
      '{ session: S2 }',
      '4:5 Cannot do anything in this step: name an event, or one of says, wait, edit, answer, spent, todos, busy',
    ],
    ['{ says: a, wait: 5m }', '4:16 Cannot do says and wait in one step: write a step for each'],
    ['{ says: 5 }', '4:13 Cannot use 5 for "says": a text is wanted'],
    ['{ wait: long }', '4:13 Cannot use "long" for "wait": a duration is written like 30s, 5m or 1h30m'],
    ['{ spent: -1 }', '4:14 Cannot use -1 for "spent": at least 0 is wanted'],
    ['just a text', '4:5 Cannot use this as a step: write a map such as { says: "All done." }'],
    ['{ tool.finished: { toool: x } }', '4:24 Unknown key "toool" (did you mean "tool"?)'],
    ['{ tool.finished: { tool: x, exit: many } }', '4:39 Cannot use "many" for "exit": a number is wanted'],
    [
      '{ turn.ended: { finish: done } }',
      '4:29 Cannot use "done" for "finish": allowed are stop, length, tool-calls, filter, unknown',
    ],
    ['{ says: a, times: 0 }', '4:23 Cannot use 0 for "times": at least 1 is wanted'],
  ])('%s', (step, message) => {
    expect(problemsOf(step)).toEqual([message])
  })
})

describe('an expectation that no such step can meet or fail', () => {
  test.each([
    [
      '{ says: a, expect: { verdict: pass } }',
      '4:26 Cannot expect verdict here: nothing asks for a verdict in says; expect rules, run or says',
    ],
    [
      '{ tool.finished: { tool: x }, expect: { by: a/b } }',
      '4:45 Cannot expect by here: nothing asks for a verdict in tool.finished; expect rules, run or says',
    ],
    [
      '{ edit: { a: b }, expect: { effects: [] } }',
      '4:33 Cannot expect effects here: edit is no event; write effects at the event that has them, or says',
    ],
    [
      '{ question.asked: {}, expect: { verdict: allow } }',
      '4:46 Cannot use "allow" for "verdict": allowed are pass, deny',
    ],
    ['{ says: a, expect: { prompt: 1 } }', '4:26 Unknown key "prompt" (did you mean "prompts"?)'],
  ])('%s', (step, message) => {
    expect(problemsOf(step)).toEqual([message])
  })

  test('is one that it can have where time brings it', () => {
    expect(problemsOf('{ wait: 15m, expect: { verdict: deny, effects: [notify] } }')).toEqual([])
  })
})

test('a case knows the lines of its steps, so that a failure names its own', () => {
  const text = 'name: c\npolicies: [builtin:guard]\nsteps:\n  - says: a\n\n  - says: b\n'
  expect(readCase({ name: 'c.yaml', text }).lines).toEqual([4, 6])
})

test.each(['steps: []', 'steps: none', 'zone: UTC'])('a case with %s is told what is missing', (line) => {
  const { problems } = readCase({ name: 'c.yaml', text: `name: c\npolicies: [builtin:guard]\n${line}\n` })
  expect(problems.map(({ message }) => message)).toEqual([
    'Cannot run a case without steps: write steps: with a list of what happens',
  ])
})
