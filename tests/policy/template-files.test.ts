import { describe, expect, test } from 'vitest'
import { compileText } from '../../src/core/template.ts'
import { checkFile } from '../../src/policy/check-file.ts'
import type { FindSource } from '../../src/policy/source.ts'
import { applySuppressions } from '../../src/policy/suppress.ts'

const policy = `version: 1
name: night
templates: { go: ./go.hbs }
rules:
  - { id: go, events: [turn.ended], when: { var: event.empty }, then: [{ notify: { template: go } }] }
`
const config = 'version: 1\nbuiltin: []\npolicies: [./night.yaml]\n'

/** What lint says of a policy, or of a config that lists it, whose text stands in go.hbs: `code file:line`. */
function lint(
  template: string,
  files: Record<string, string> = { 'night.yaml': policy },
  asked = 'night.yaml',
): string[] {
  const texts: Record<string, string> = { ...files, 'go.hbs': template }
  const find: FindSource = (reference) => {
    const name = reference.replace('./', '')
    const text = texts[name]
    return text === undefined ? 'there is no such file' : { name, text }
  }
  const { problems, sources } = checkFile({ name: asked, text: texts[asked] ?? '' }, find)
  return applySuppressions(problems, sources).map(({ code, file, line }) => `${code} ${file}:${line}`)
}

const hidden = 'Go on.\nSee wi\u200bdth.\n'
const why = 'lint-ignore hidden-character: a name that is written so'

describe('a hidden character in a template file', () => {
  test('is found at its place', () => {
    expect(lint(hidden)).toEqual(['hidden-character go.hbs:2'])
  })

  test('is found through the config of a project, and in a text that replaces one', () => {
    expect(
      lint(hidden, { 'night.yaml': policy, '.opencode/diverter.yaml': config }, '.opencode/diverter.yaml'),
    ).toEqual(['hidden-character go.hbs:2'])
    const layer = 'version: 1\nextends: ./base.yaml\noverride: { templates.go: ./go.hbs }\n'
    expect(lint(hidden, { 'base.yaml': policy, 'night.yaml': layer })).toEqual(['hidden-character go.hbs:2'])
  })

  test('is found where the policy is at fault elsewhere', () => {
    const broken = policy.replace('event.empty', 'event.emty')
    expect(lint(hidden, { 'night.yaml': broken })).toEqual([
      'hidden-character go.hbs:2',
      'unknown-variable night.yaml:5',
    ])
  })

  test('is not advised to be written as an escape, which a template does not have', () => {
    const find: FindSource = () => ({ name: 'go.hbs', text: hidden })
    const { problems } = checkFile({ name: 'night.yaml', text: policy }, find)
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/U\+200B: remove it$/)])
  })
})

describe('a lint-ignore comment in a template', () => {
  test.each([
    ['on the line before', `Go on.\n{{!-- ${why} --}}\nSee wi\u200bdth.\n`],
    ['in the short form', `Go on.\n{{! ${why} }}\nSee wi\u200bdth.\n`],
    ['in a block', `{{#if event.empty}}\n{{!-- ${why} --}}\nSee wi\u200bdth.\n{{/if}}\n`],
    ['at the end of the line', `Go on.\nSee wi\u200bdth.{{!-- ${why} --}}\n`],
    ['at the beginning of the line', `Go on.\n{{!-- ${why} --}}See wi\u200bdth.\n`],
    ['with CRLF', `Go on.\r\n{{!-- ${why} --}}\r\nSee wi\u200bdth.\r\n`],
  ])('%s takes it back', (_, text) => {
    expect(lint(text)).toEqual([])
  })

  test('takes back what other checks find there', () => {
    const text = 'It said {{event.text}}\n'
    const prompting = policy.replace('notify', 'prompt')
    const files = { 'night.yaml': prompting }
    expect(lint(text, files)).toContain('unbounded-text go.hbs:1')
    const ignored = `{{!-- lint-ignore unbounded-text: it is short here --}}\n${text}`
    expect(lint(ignored, files).filter((each) => each.includes('go.hbs'))).toEqual([])
  })

  test('must say why and be needed, but is not called unused where the policy is at fault', () => {
    expect(lint(hidden.replace('See', '{{!-- lint-ignore hidden-character --}}See'))).toEqual([
      'suppression-without-reason go.hbs:2',
      'hidden-character go.hbs:2',
    ])
    const unneeded = `{{!-- ${why} --}}\nGo on.\n`
    expect(lint(unneeded)).toEqual(['unused-suppression go.hbs:1'])
    expect(lint(unneeded, { 'night.yaml': policy.replace('event.empty', 'event.emty') })).toEqual([
      'unknown-variable night.yaml:5',
    ])
  })

  test.each([
    ['that is escaped', `\\{{!-- ${why} --}}`],
    ['in another comment', `{{!-- as in {{! ${why} }} --}}`],
    ['of a YAML file', `# ${why}`],
  ])('%s is none', (_, text) => {
    expect(lint(`${text}\nSee wi\u200bdth.\n`)).toContain('hidden-character go.hbs:2')
  })

  test('does not change the text that comes of it', () => {
    const text = 'Go on.\n  {{#if event.empty}}\nSee width.\n  {{/if}}\nEnd.\n'
    const commented = text
      .replace('See', `  {{!-- ${why} --}}\nSee`)
      .replace('End.', `{{! ${why} }}\nEnd.{{!-- ${why} --}}`)
    for (const empty of [true, false])
      expect(compileText(commented)({ event: { empty } })).toBe(compileText(text)({ event: { empty } }))
  })
})
