import { describe, expect, test } from 'vitest'
import { loadProject } from '../../src/policy/config.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const small = (name: string) =>
  `version: 1\nname: ${name}\nrules:\n  - { id: a, events: [turn.ended], when: { var: event.empty }, then: [pass] }\n`

const config = (text: string) => ({ name: 'diverter.yaml', text: `version: 1\n${text}` })

describe('a project', () => {
  test('without a config has the built-in policies', () => {
    const { policies, problems } = loadProject(null, sourcesOf({}))
    expect(problems).toEqual([])
    expect(policies.map(({ name }) => name)).toEqual(expect.arrayContaining(['guard', 'blockers']))
  })

  test('adds its own files to the built-in policies', () => {
    const find = sourcesOf({ 'mine.yaml': small('mine') })
    const { policies, documents, sources, problems } = loadProject(config('policies: [./mine.yaml]'), find)
    expect(problems).toEqual([])
    expect(policies.map(({ name }) => name)).toEqual(expect.arrayContaining(['mine', 'guard', 'blockers']))
    expect(documents.map(({ name }) => name)).toEqual(policies.map(({ name }) => name))
    expect(sources).toContain('mine.yaml')
  })

  test('may take fewer built-in policies', () => {
    const { policies } = loadProject(config('builtin: [guard]'), sourcesOf({}))
    expect(policies.map(({ name }) => name)).toEqual(['guard'])
  })

  test('may take one that is not in force by itself', () => {
    const { policies, problems } = loadProject(config('builtin: [guard, phases]'), sourcesOf({}))
    expect(problems).toEqual([])
    expect(policies.map(({ name }) => name)).toEqual(['guard', 'phases'])
  })

  test('replaces a built-in policy by a file of its name', () => {
    const find = sourcesOf({
      'guard.yaml': 'version: 1\nextends: builtin:guard\nparams: { protect: ["infra/**"] }\n',
    })
    const { policies, problems } = loadProject(config('builtin: [guard]\npolicies: [./guard.yaml]'), find)
    expect(problems).toEqual([])
    expect(policies).toHaveLength(1)
    expect(policies[0]?.params['protect']).toContain('infra/**')
  })

  test('keeps the built-in policy when its own file of that name is broken', () => {
    const find = sourcesOf({ 'guard.yaml': 'version: 1\nextends: builtin:guard\nmode: observe\n' })
    const { policies, problems } = loadProject(config('builtin: [guard]\npolicies: [./guard.yaml]'), find)
    expect(problems.map(({ file, line, code }) => [file, line, code])).toEqual([['guard.yaml', 3, 'locked']])
    expect(policies.map(({ name, mode }) => [name, mode])).toEqual([['guard', 'enforce']])
  })

  test('keeps the built-in policies when the config cannot be read', () => {
    const { policies, problems } = loadProject(config('polices: []'), sourcesOf({}))
    expect(problems.map(({ message }) => message).join()).toContain('did you mean "policies"')
    expect(policies.map(({ name }) => name)).toContain('guard')
  })

  test.each([
    ['policies: [./none.yaml]', 2, 'there is no such file'],
    ['builtin: [gard]', 2, 'did you mean "guard"'],
  ])('says where %s is wrong', (text, line, hint) => {
    const { problems } = loadProject(config(text), sourcesOf({}))
    expect(problems[0]).toMatchObject({ file: 'diverter.yaml', line })
    expect(problems[0]?.message).toContain(hint)
  })
})

describe('a set', () => {
  test('takes a name only once', () => {
    const find = sourcesOf({ 'a.yaml': small('mine'), 'b.yaml': small('mine') })
    const { problems, policies } = loadPolicies(['a.yaml', 'b.yaml'], find)
    expect(problems.map(({ file, line, code }) => [file, line, code])).toEqual([['b.yaml', 2, 'named-twice']])
    expect(policies).toHaveLength(1)
  })

  test('puts files that extend the same policy on each other', () => {
    const find = sourcesOf({
      'base.yaml': small('base')
        .replace('rules:', 'params: { n: { type: list, default: [a], merge: append } }\nrules:')
        .replace('var: event.empty', 'in: [x, { var: params.n }]'),
      'a.yaml': 'version: 1\nextends: ./base.yaml\nparams: { n: b }\n',
      'b.yaml': 'version: 1\nextends: ./base.yaml\nparams: { n: c }\n',
    })
    const { problems, policies } = loadPolicies(['a.yaml', 'b.yaml'], find)
    expect(problems).toEqual([])
    expect(policies.map(({ params }) => params)).toEqual([{ n: ['a', 'b', 'c'] }])
  })

  test('refuses a copy under another name beside its base', () => {
    const find = sourcesOf({
      'copy.yaml': 'version: 1\nname: my-guard\nextends: builtin:guard\nparams: { protect: [x] }\n',
    })
    const { problems } = loadPolicies(['copy.yaml'], find, { defaults: ['builtin:guard'] })
    expect(problems.map(({ file, line, code }) => [file, line, code])).toEqual([['copy.yaml', 2, 'renamed-copy']])
  })

  test('leaves out a policy with an error and keeps the others', () => {
    const find = sourcesOf({ 'a.yaml': small('a').replace('event.empty', 'event.emty'), 'b.yaml': small('b') })
    const { problems, policies } = loadPolicies(['a.yaml', 'b.yaml'], find)
    expect(problems.map(({ code }) => code)).toEqual(['unknown-variable'])
    expect(policies.map(({ name }) => name)).toEqual(['b'])
  })
})
