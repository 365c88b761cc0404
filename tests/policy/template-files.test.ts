import { describe, expect, test } from 'vitest'
import { compileText } from '../../src/core/template/template.ts'
import { checkFile } from '../../src/policy/check-file.ts'
import type { FindSource } from '../../src/policy/source.ts'
import { applySuppressions } from '../../src/policy/problems/suppress.ts'

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

describe('the folder of the texts', () => {
  const texts: Record<string, string> = {
    'texts/go.hbs': 'Go on.',
    'texts/stay.hbs': 'Stay.',
    'texts/later.hbs': `Later: {{event.txt}}`,
  }
  const rule = (id: string, text: string) =>
    `  - { id: ${id}, events: [turn.ended], when: { var: event.empty }, then: [{ notify: { template: ${text} } }] }\n`
  const whole = (templates: string, ...rules: string[]) =>
    `version: 1\nname: night\ntemplates: ${templates}\nrules:\n${rules.join('')}`

  function checked(policyText: string, more: Record<string, string> = {}) {
    const find: FindSource = (reference, from) => {
      const name = reference.replace('./', from?.startsWith('sub/') ? 'sub/' : '')
      const text = { ...texts, ...more }[name]
      return text === undefined ? 'there is no such file' : { name, text }
    }
    return checkFile({ name: 'night.yaml', text: policyText }, find)
  }
  const found = (policyText: string, more: Record<string, string> = {}) =>
    checked(policyText, more).problems.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`)

  test('each file that the policy uses is the text of its name, and an inline one wins', () => {
    const { problems, policies, sources } = checked(
      whole('{ folder: ./texts, stay: Not from the file. }', rule('a', 'go'), rule('b', 'stay')),
    )
    expect(problems).toEqual([])
    expect(policies[0]?.document.templates).toEqual({ go: 'Go on.', stay: 'Not from the file.' })
    expect(sources.map(({ name }) => name)).toEqual(['night.yaml', 'texts/go.hbs'])
  })

  test('a slash behind the folder changes nothing', () => {
    expect(checked(whole('{ folder: ./texts/ }', rule('a', 'go'))).policies[0]?.document.templates).toEqual({
      go: 'Go on.',
    })
  })

  test('a text that is not there is told where it is used', () => {
    expect(found(whole('{ folder: ./texts }', rule('a', 'gone')))).toEqual([
      'missing-file night.yaml:5 Cannot read the template ./texts/gone.hbs: there is no such file',
    ])
  })

  test('what is wrong in a file is told at its place', () => {
    expect(found(whole('{ folder: ./texts }', rule('a', 'later')))).toEqual([
      expect.stringMatching(/^template-variable texts\/later\.hbs:1 /),
    ])
  })

  test('a file that extends may have a folder too, beside the texts of its base', () => {
    const base = whole('{ go: Base. }', rule('a', 'go'))
    const layer = `version: 1\nextends: ./base.yaml\ntemplates: { folder: ./texts }\ninsert:\n  - before: a\n    rules:\n${`${rule('b', 'stay')}${rule('c', 'go')}`.replaceAll(/^/gm, '    ').trimEnd()}\n`
    expect(found(layer, { 'base.yaml': base })).toEqual([
      'exists night.yaml:3 Cannot add "templates.go": it exists; change it under override',
    ])
    expect(found(layer.replace('template: go', 'template: stay'), { 'base.yaml': base })).toEqual([])
  })

  test('a text of that name is a text, unless it names a folder', () => {
    const { problems, policies } = checked(whole('{ folder: All texts. }', rule('a', 'folder')))
    expect([problems, policies[0]?.document.templates]).toEqual([[], { folder: 'All texts.' }])
  })
})
