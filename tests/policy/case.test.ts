import { describe, expect, test } from 'vitest'
import { readCase } from '../../src/policy/cases/case.ts'

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
      '{ session: S1 }',
      '4:5 Cannot do anything in this step: name an event, or one of says, wait, clock, suspend, edit, answer, spent, todos, busy',
    ],
    [
      '{ run.stopped: { reason: done } }',
      '4:7 Cannot use the step "run.stopped": the engine raises it itself; let happen what it follows from, and expect its rules',
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
      '4:46 Cannot use "allow" for "verdict": allowed are pass, ask, deny',
    ],
    ['{ says: a, expect: { prompt: 1 } }', '4:26 Unknown key "prompt" (did you mean "prompts"?)'],
  ])('%s', (step, message) => {
    expect(problemsOf(step)).toEqual([message])
  })

  test('is one that it can have where time brings it', () => {
    expect(problemsOf('{ wait: 15m, expect: { verdict: deny, effects: [notify] } }')).toEqual([])
  })
})

describe('an expectation that nothing is held against', () => {
  const empty = (text: string, name: string) =>
    `Cannot use "${text}" for "${name}": an empty text stands everywhere: write a part of what you look for`
  test.each([
    ['{ says: a, expect: {} }', '4:24 Cannot expect nothing: leave expect out, or write what must hold'],
    ['{ says: a, expect: { file: {} } }', '4:32 Cannot expect nothing: leave file out, or write what must hold'],
    ['{ says: a, expect: { says: "" } }', `4:32 ${empty('', 'says')}`],
    ['{ says: a, expect: { says: [a, " "] } }', `4:36 ${empty(' ', 'says')}`],
    ['{ says: a, expect: { file: { a.md: [] } } }', '4:40 Cannot use a list for "a.md": at least one entry is wanted'],
    ['{ says: a, expect: { not: [] } }', '4:31 Cannot use a list for "not": at least one entry is wanted'],
    ['{ says: a, expect: { rules: [] } }', '4:33 Cannot use a list for "rules": at least one entry is wanted'],
    [
      '{ says: a, expect: { run: stopped (finished) } }',
      '4:31 Cannot use "stopped (finished)" for "run": a run is one of ready, armed, paused, stopped; the last two with a reason in brackets: done, unverified, repeating, no-progress, blocked, budget, limit, error, empty-turns, compaction-loop, stalled, quiet, interrupted, user',
    ],
  ])('%s', (step, message) => {
    expect(problemsOf(step)).toEqual([message])
  })
})

describe('a world that is not there', () => {
  const problemsIn = (lines: string): string[] =>
    readCase({
      name: 'c.yaml',
      text: `name: c\npolicies: [x]\n${lines}\nsteps: [{ says: a, session: S9 }]\n`,
    }).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
  const stranger = (id: string, known: string) =>
    `Cannot use the session "${id}": write it under world.sessions; there are ${known}`
  test.each([
    ['zone: UTC', [`4:29 ${stranger('S9', 'S1')}`]],
    ['world: { sessions: { S9: { parent: S7 } } }', [`3:36 ${stranger('S7', 'S1, S9')}`]],
    ['world: { sessions: { S9: {} }, busy: [S8] }', [`3:39 ${stranger('S8', 'S1, S9')}`]],
    ['world: { sessions: { S9: {} }, busy: [S9, S1] }', []],
    ['zone: Mars/Olympus', ['3:7 Cannot use this zone: a time zone is written like Europe/Berlin or UTC']],
    ['clock: 2026-02-31T22:00:00Z', ['3:8 Cannot use this clock: there is no such day or time']],
  ])('%s', (lines, problems) => {
    expect(problemsIn(lines)).toEqual(problems)
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
