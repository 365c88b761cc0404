import { describe, expect, test } from 'vitest'
import { checkFile } from '../../src/policy/check-file.ts'
import { applySuppressions } from '../../src/policy/problems/suppress.ts'

/** Codes with their lines, after the comments of the text were heard. */
function lint(text: string): string[] {
  const source = { name: 'a.yaml', text }
  const { problems, sources } = checkFile(source, () => 'there is no such file')
  return applySuppressions(problems, sources).map(({ code, line }) => `${code} ${line}`)
}

const head = 'version: 1\nname: a\nrules: []\nconditions:\n'
const unused = '  idle: { var: event.empty }'

describe('a lint-ignore comment', () => {
  test('without one there is a finding', () => {
    expect(lint(`${head}${unused}\n`)).toEqual(['unused-name 5'])
  })

  test.each([
    ['at the end of the line', `${unused} # lint-ignore unused-name: shared`],
    ['on the line before', `  # lint-ignore unused-name: shared\n${unused}`],
    ['before other comments', `  # lint-ignore unused-name: shared\n  # what it is for\n${unused}`],
    ['in a chain of them', `  # lint-ignore unused-name: shared\n${unused} # lint-ignore unused-name: shared`],
    ['with CRLF', `  # lint-ignore unused-name: shared\r\n${unused}\r`],
    ['without a space', `  #lint-ignore unused-name: shared\n${unused}`],
  ])('%s takes it back', (_, text) => {
    expect(lint(`${head}${text}\n`).filter((each) => !each.startsWith('unused-suppression'))).toEqual([])
  })

  test('takes back what stands in a text of several lines that begins there', () => {
    const text = (comment: string) =>
      `version: 1\nname: a\nrules:\n  - id: a\n    events: [command.run]\n    then:\n      ${comment}\n      - reply: |\n          Hello\n\n          C:\\{{event.text}}\n`
    expect(lint(text('# as it is'))).toEqual(['template-backslash 11'])
    expect(lint(text('# lint-ignore template-backslash: the name is meant'))).toEqual([])
  })

  test('takes back what stands in a quoted text of several lines', () => {
    const text = `version: 1\nname: a\nrules:\n  - id: a\n    events: [command.run]\n    then:\n      # lint-ignore template-backslash: meant\n      - reply: 'Hello\n          C:\\{{event.text}}'\n`
    expect(lint(text)).toEqual([])
  })

  test('reaches no further than its line', () => {
    expect(lint(`${head}  # lint-ignore unused-name: shared\n${unused}\n  busy: { var: event.empty }\n`)).toEqual([
      'unused-name 7',
    ])
  })

  test('takes no error back, not even of a check that warns elsewhere', () => {
    const rule = (then: string) =>
      `version: 1\nname: a\nrules:\n  - id: a\n    events: [permission.asked]\n    # lint-ignore constant-condition: for now\n    when: { and: [true, { "!==": [{ var: session.mode }, run] }] }\n    then: [${then}]\n`
    expect(lint(rule('ask'))).toEqual([])
    expect(lint(rule('allow'))).toEqual(['unused-suppression 6', 'constant-condition 7'])
  })

  test('without a reason takes nothing back', () => {
    const both = ['unused-name 5', 'suppression-without-reason 5']
    expect(lint(`${head}${unused} # lint-ignore unused-name\n`)).toEqual(both)
    expect(lint(`${head}${unused} # lint-ignore unused-name:  \n`)).toEqual(both)
  })

  test.each([
    ['that nothing needs', '# lint-ignore late-budget: x'],
    ['for a check that does not exist', '# lint-ignore late-buget: x'],
    ['that names no check', '# lint-ignore'],
    ['for an error', '# lint-ignore unknown-variable: x'],
  ])('%s is a finding', (_, comment) => {
    expect(lint(`version: 1\nname: a\nrules: []   ${comment}\n`)).toEqual(['unused-suppression 3'])
  })

  test('cannot take an error back', () => {
    expect(lint(`version: 1\nname: a\n# lint-ignore unknown-key: x\nrule: []\n`)).toContain('unknown-key 4')
  })

  test('behind an error is not called unused, since the other checks did not run', () => {
    expect(lint(`version: 1\nname: a\nrule: []\nconditions:\n${unused} # lint-ignore unused-name: shared\n`)).toEqual([
      'unknown-key 3',
    ])
  })

  test.each([
    ['a quoted text', 'description: "# lint-ignore unused-name: x"'],
    ['a block text', 'description: |\n  # lint-ignore unused-name: x\n  more'],
    ['a plain text', 'description: a#lint-ignore unused-name'],
  ])('inside %s is no comment', (_, line) => {
    expect(lint(`version: 1\nname: a\nrules: []\n${line}\n`)).toEqual([])
  })
})
