import { describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'
import type { Problem } from '../../../src/policy/problems/problem.ts'

const bash = '{ "===": [{ var: event.permission }, bash] }'
const edit = '{ "===": [{ var: event.permission }, edit] }'
const command = '{ "!!": { var: event.command } }'

/** What lint says of a condition: `line: message`. */
function found(when: string, then = '[ask]'): string[] {
  const text = `version: 1
name: night
memory: { last: { kind: flag } }
conditions:
  bash: ${bash}
  both: { and: [{ cond: bash }, ${command}] }
  either: { or: [{ cond: bash }, { cond: both }] }
rules:
  - id: a
    events: [permission.asked]
    when: ${when}
    then: ${then}
  - { id: b, events: [permission.asked], when: { and: [{ cond: either }, { var: memory.last }] }, then: [{ set: { last: true } }] }
`
  return problemsOf(text).map(({ code, line, message }) =>
    code === 'constant-condition' ? `${line}: ${message}` : `${code}: ${message}`,
  )
}

function problemsOf(text: string): Problem[] {
  return checkFile({ name: 'a.yaml', text }, () => 'there is no such file').problems
}

describe('parts that read nothing', () => {
  test.each([
    [`{ or: [${bash}, true] }`, 'This part reads nothing and is always true, and so is the whole "or"'],
    [`{ or: [${bash}, false] }`, 'This part reads nothing and is always false: '],
    [`{ and: [${bash}, { "===": [event.command, ls] }] }`, 'always false, and so is the whole "and"'],
    [`{ and: [${bash}, { "!": { "===": [event.command, ls] } }] }`, 'This part reads nothing and is always true: '],
    [`{ if: [{ "===": [event.permission, bash] }, ${command}, ${bash}] }`, 'the "if" always goes the same way'],
    [`{ "!": { or: [${bash}, { and: [${command}, true] }] } }`, 'This part reads nothing and is always true: '],
    ['{ and: [true, { "===": [event.permission, bash] }] }', 'The condition reads nothing'],
  ])('%s', (when, message) => {
    expect(found(when)).toEqual([expect.stringContaining(message)])
    expect(found(when)[0]).toMatch(/^11: /)
  })

  test('a test that is kept in memory is found too', () => {
    const [only, ...more] = found(bash, '[ask, { set: { last: { "===": [event.command, ls] } } }]')
    expect(more).toEqual([])
    expect(only).toBe('12: This reads nothing and is always false: read a variable or remove it')
  })
})

describe('comparisons of a thing with itself', () => {
  test.each([
    ['===', true],
    ['!==', false],
  ])('%s is always %s', (operator, value) => {
    const when = `{ "${operator}": [{ var: event.permission }, { var: event.permission }] }`
    expect(found(when)).toEqual([`11: Both sides are the same, so this is always ${value}: compare two things`])
  })

  test.each([
    ['<', false],
    ['<=', true],
    ['>', false],
    ['>=', true],
  ])('%s is always %s', (operator, value) => {
    const when = `{ "${operator}": [{ var: run.turns }, { var: run.turns }] }`
    expect(found(when)).toEqual([expect.stringContaining(`always ${value}`)])
  })
})

describe('a search in a text that is always the same', () => {
  test.each([
    ['runs', '{ runs: ["git push *", { var: event.command }] }', '{ var: event.command } first'],
    ['glob', '{ and: [{ cond: bash }, { glob: ["*.env", { var: event.paths }] }] }', '{ var: event.paths } first'],
    ['runsOnly', '{ runsOnly: [ls, { merge: [{ var: event.patterns }] }] }', 'put what is read first'],
  ])('%s is given the other way round', (operator, when, help) => {
    expect(found(when)).toEqual([expect.stringMatching(`^11: "${operator}" looks into this, which is always the same`)])
    expect(found(when)[0]).toContain(help)
  })

  test('is none where a value is looked for in a list', () => {
    expect(found('{ in: [bash, { var: event.patterns }] }')).toEqual([])
  })
})

describe('parts that contradict each other', () => {
  const never = /^11: The whole "and" is always false: no value of event\.permission passes this part and another one/
  const ever = /^11: The whole "or" is always true: every value of event\.permission passes this part or another one/
  const opposite = /^11: The whole "and" is always false: another part says the opposite; remove one of them$/

  test.each([
    [`{ and: [${bash}, ${edit}] }`, never],
    [`{ and: [${bash}, ${command}, { and: [${command}, ${edit}] }] }`, never],
    [`{ and: [{ cond: both }, ${edit}] }`, never],
    [`{ and: [${bash}, { in: [{ var: event.permission }, [edit, read]] }] }`, never],
    [`{ and: [${bash}, { "!==": [{ var: event.permission }, bash] }] }`, never],
    [
      `{ and: [{ "===": [bash, { var: event.permission }] }, { "!": { in: [{ var: event.permission }, [bash]] } }] }`,
      never,
    ],
    [`{ and: [{ cond: both }, { "!": { cond: both } }] }`, opposite],
    [`{ and: [{ cond: both }, { "!": ${command} }] }`, opposite],
    [`{ or: [{ "!==": [{ var: event.permission }, bash] }, { "!==": [{ var: event.permission }, edit] }] }`, ever],
    [`{ or: [${bash}, { "!": { cond: bash } }] }`, ever],
    [`{ or: [{ and: [${bash}, ${edit}] }, ${command}] }`, never],
  ])('%s', (when, message) => {
    expect(found(when).filter((line) => !line.startsWith('negative-null'))).toEqual([expect.stringMatching(message)])
  })

  test.each([
    `{ or: [${bash}, ${edit}] }`,
    `{ and: [${bash}, { or: [${edit}, ${command}] }] }`,
    `{ and: [${bash}, { in: [{ var: event.permission }, [edit, bash]] }] }`,
    `{ and: [{ "!==": [{ var: event.permission }, bash] }, { "!==": [{ var: event.permission }, edit] }] }`,
    `{ and: [{ in: [{ var: event.permission }, [bash, edit]] }, { "!==": [{ var: event.permission }, bash] }] }`,
    `{ and: [{ cond: bash }, { "!": { cond: both } }] }`,
    `{ or: [{ cond: both }, { "!": { cond: bash } }] }`,
    `{ and: [${bash}, { "===": [{ var: session.agent }, edit] }] }`,
    `{ and: [{ cond: either }, { "!": { cond: both } }] }`,
    '{ and: [{ "!!": { var: run.startedAt } }, { past: ["07:00", { var: run.startedAt }] }] }',
  ])('%s is none', (when) => {
    expect(found(when)).toEqual([])
  })
})

test('a clock is something that is read, whatever it is asked', () => {
  expect(found(`{ and: [${bash}, { past: ["07:00", 0] }] }`)).toEqual([])
})

describe('lists and texts that always count the same', () => {
  const list = (operator: string, always: boolean) =>
    `11: "${operator}" of a list that has an entry is always ${always}: write what it must hold without the list`
  const text = (always: boolean, what = 'a text that is never empty') => `"!!" of ${what} is always ${always}`

  test.each([
    [`{ "!!": { merge: [${bash}] } }`, list('!!', true)],
    [`{ "!": { merge: [${bash}] } }`, list('!', false)],
    [`{ "!!": { merge: [${bash}] } }`, list('!!', true)],
    [`{ "!": { merge: [[${bash}], ${command}] } }`, list('!', false)],
    [`{ and: [${bash}, { "!!": { merge: [${command}] } }] }`, list('!!', true)],
    [`{ or: [${bash}, { "!": { merge: [${command}] } }] }`, list('!', false)],
    [`{ if: [{ "!!": { merge: [${bash}] } }, ${command}, ${edit}] }`, list('!!', true)],
    [`{ "!!": { if: [${bash}, [a], { merge: [b, c] }] } }`, list('!!', true)],
    [`{ "!!": { if: [${bash}, shell, file] } }`, text(true)],
    [`{ "!!": { if: [${bash}, "", ""] } }`, text(false, 'an empty text')],
    [`{ "===": [{ "!!": { merge: [${bash}] } }, true] }`, list('!!', true)],
    [`{ ">": [{ count: [[${bash}, ${command}]] }, 0] }`, 'This is always true, whatever is read'],
    [`{ in: [{ var: event.permission }, []] }`, 'This is always false, whatever is read'],
    [`{ runs: [{ var: event.command }, []] }`, 'This is always false, whatever is read'],
    [`{ if: [${bash}, ${command}, ${command}] }`, null],
    [`{ if: [${bash}, { cond: bash }, { "!": ${bash} }] }`, 'This is always true, whatever is read'],
    [`{ and: [{ "<": [{ var: run.turns }, 3] }, { ">": [{ var: run.turns }, 5] }] }`, 'This is always false'],
  ])('%s', (when, message) => {
    expect(found(when)).toEqual(message === null ? [] : [expect.stringContaining(message)])
  })

  test.each([
    `{ "!!": { var: event.patterns } }`,
    `{ "!": { var: event.paths } }`,
    `{ "!!": { merge: [{ var: event.patterns }, { var: event.paths }] } }`,
    `{ "!!": { merge: [{ var: event.command }] } }`,
    `{ "!!": [${command}] }`,
    `{ "!": [{ var: memory.last }] }`,
    `{ "!!": { if: [${bash}, shell, ""] } }`,
    `{ "!!": { first: [[${bash}]] } }`,
    `{ "!!": { pick: [{ var: event.paths }, "*.env"] } }`,
    `{ "!!": { count: [[a, b], { var: event.permission }] } }`,
    `{ ">": [{ count: [{ var: event.paths }] }, 0] }`,
    `{ ">=": [{ var: run.turns }, 1] }`,
    `{ and: [{ ">": [{ var: run.turns }, 3] }, { "<": [{ var: run.turns }, 5] }] }`,
  ])('%s is none', (when) => {
    expect(found(when)).toEqual([])
  })

  test('a param is none, even if its own value is never empty', () => {
    const lines = [
      'version: 1',
      'name: night',
      'params:',
      '  names: { type: list, of: string, default: [ALL_DONE], minItems: 1, minLength: 6 }',
      '  mode: { type: enum, values: [a, b], default: a }',
      'rules:',
      '  - id: a',
      '    events: [turn.ended]',
      '    when: { and: [{ "!!": { var: params.names } }, { "!!": { var: params.mode } }] }',
      '    then: [{ notify: "{{params.names}}" }]',
    ]
    expect(problemsOf(lines.join('\n'))).toEqual([])
  })
})

describe('a count that cannot be reached', () => {
  const policy = (when: string) => `version: 1
name: night
memory: { seen: { kind: window, span: 5m, max: 50 }, all: { kind: set } }
rules:
  - id: a
    events: [tool.finished]
    when: ${when}
    then: [{ push: { seen: { var: event.tool } } }, { add: { all: { var: event.tool } } }]
`
  test.each([
    [
      '{ ">": [{ count: [{ var: memory.seen }] }, 50] }',
      'false, whatever is read, since the count of memory.seen is 0 to 50',
    ],
    ['{ ">=": [{ count: [{ var: memory.seen }, { var: event.tool }] }, 60] }', 'the count of memory.seen is 0 to 50'],
    ['{ ">": [{ count: [{ var: memory.all }] }, 1000] }', 'the count of memory.all is 0 to 1000'],
    ['{ ">": [{ var: run.prompts }, 500] }', 'false, whatever is read, since run.prompts is 0 to 500'],
    ['{ ">=": [{ var: run.cost }, 0] }', 'true, whatever is read, since run.cost is 0 or more'],
    ['{ "<": [{ var: run.turns }, 0] }', 'false, whatever is read, since run.turns is 0 or more'],
    ['{ "===": [{ var: run.turns }, -1] }', 'false, whatever is read, since run.turns is 0 or more'],
  ])('%s', (when, message) => {
    const found = problemsOf(policy(when)).filter(({ code }) => code !== 'unused-name')
    expect(found).toMatchObject([{ code: 'constant-condition', severity: 'warning', line: 7 }])
    expect(found[0]?.message).toContain(message)
  })

  test.each([
    '{ ">=": [{ count: [{ var: memory.seen }] }, 50] }',
    '{ ">=": [{ var: run.prompts }, 500] }',
    '{ "!==": [{ var: event.exit }, -1] }',
  ])('%s can be', (when) => {
    expect(problemsOf(policy(when)).filter(({ code }) => code === 'constant-condition')).toEqual([])
  })
})

describe('in the condition of an allow', () => {
  const severities = (when: string, then = '[allow]', more = '') =>
    problemsOf(`version: 1
name: night
conditions: { never: { and: [${bash}, ${edit}] } }
rules:
  - { id: a, events: [permission.asked], when: ${when}, then: ${then}${more} }
  - { id: b, events: [permission.asked], when: { cond: never }, then: [ask] }
`).flatMap(({ code, severity, line }) => (code === 'constant-condition' ? [`${line} ${severity}`] : []))
  const shared = '3 warning'

  test.each([
    ['all is allowed', `{ "!!": { merge: [${bash}] } }`],
    ['nothing is', `{ in: [{ var: event.permission }, []] }`],
    ['it reads nothing', '{ "===": [event.permission, bash] }'],
    ['an arm is always true', `{ or: [${bash}, { "!!": { merge: [${edit}] } }] }`],
    ['a guard holds nothing back', `{ and: [${bash}, { "!!": { merge: [${edit}] } }] }`],
    ['a guard that is turned round holds nothing back', `{ and: [${bash}, { "!": { "!": { merge: [${edit}] } } }] }`],
  ])('it is an error that %s', (_, when) => {
    expect(severities(when)).toEqual([shared, '5 error'])
  })

  test('it is an error by way of a name, where the name is written', () => {
    expect(severities('{ cond: never }')).toEqual(['3 error'])
  })

  test('an arm that never opens anything is a warning', () => {
    expect(severities(`{ or: [${bash}, { "!": { merge: [${edit}] } }] }`)).toEqual([shared, '5 warning'])
  })

  test('other rules have warnings, and so has an allow that is switched off', () => {
    expect(severities(`{ "!!": { merge: [${bash}] } }`, '[ask]')).toEqual([shared, '5 warning'])
    expect(severities(`{ "!!": { merge: [${bash}] } }`, '[{ deny: No. }]')).toEqual([shared, '5 warning'])
    expect(severities(`{ "!!": { merge: [${bash}] } }`, '[allow]', ', mode: disabled, because: later')).toEqual([
      shared,
      '5 warning',
    ])
  })
})
