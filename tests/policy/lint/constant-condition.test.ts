import { describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

const bash = '{ "===": [{ var: event.permission }, bash] }'
const edit = '{ "===": [{ var: event.permission }, edit] }'
const command = '{ "!!": { var: event.command } }'

/** What lint says of a condition: `column: message`. */
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
  const { problems } = checkFile({ name: 'a.yaml', text }, () => 'there is no such file')
  return problems.map(({ code, line, message }) =>
    code === 'constant-condition' ? `${line}: ${message}` : `${code}: ${message}`,
  )
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
