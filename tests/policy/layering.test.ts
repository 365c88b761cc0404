import { describe, expect, test } from 'vitest'
import { loadProject } from '../../src/policy/config.ts'
import { type Layering, projectAlone } from '../../src/policy/layers/layering.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const layer = (rest: string) => `version: 1\nextends: builtin:blockers\n${rest}\n`
const config = (name: string, rest: string) => ({ name, text: `version: 1\n${rest}\n` })

interface Given {
  user?: string
  project?: string
  local?: string
  files?: Record<string, string>
  isTrusted?: boolean
}

function load({ user, project, local, files = {}, isTrusted = true }: Given) {
  const layering: Layering = {
    ...projectAlone,
    user: user === undefined ? null : config('user.yaml', user),
    local: local === undefined ? null : config('local.yaml', local),
    isTrusted,
  }
  return loadProject(project === undefined ? null : config('project.yaml', project), sourcesOf(files), layering)
}

type Loaded = ReturnType<typeof load>
const params = (loaded: Loaded, name = 'blockers') => loaded.policies.find((policy) => policy.name === name)?.params
const names = ({ policies }: Loaded) => policies.map(({ name }) => name).sort()
const told = ({ problems }: Loaded) =>
  problems.map(({ file, line, severity, code }) => `${file}:${line} ${severity} ${code}`)

const files = {
  'u.yaml': layer('params: { maxPrompts: 7, repeats: 7, retries: 7, ask: "rm *" }'),
  'p.yaml': layer('params: { maxPrompts: 8, repeats: 8 }'),
  'l.yaml': layer('params: { maxPrompts: 9 }'),
}
const all = { user: 'policies: [./u.yaml]', project: 'policies: [./p.yaml]', local: 'policies: [./l.yaml]', files }

describe('layers', () => {
  test('lie on the built-in policy in the order user, project, local', () => {
    const loaded = load(all)
    expect(loaded.problems).toEqual([])
    expect(params(loaded)).toMatchObject({ maxPrompts: 9, repeats: 8, retries: 7, stillTurns: 6, ask: ['rm *'] })
    expect(loaded.sources.filter((name) => name.length === 6)).toEqual(['u.yaml', 'p.yaml', 'l.yaml'])
  })

  test('add to the version ranges of what they lie on, and change the one that they name', () => {
    const requires = (text: string) => {
      const { documents } = load({ project: 'policies: [./p.yaml]', files: { 'p.yaml': layer(`requires: ${text}`) } })
      return documents.find(({ name }) => name === 'blockers')?.requires
    }
    expect(requires('{ plugin: ">=0.1" }')).toEqual({ opencode: '>=1.18', plugin: '>=0.1' })
    expect(requires('{ opencode: ">=1.20" }')).toEqual({ opencode: '>=1.20' })
  })

  test('hold without a config of the project', () => {
    expect(params(load({ user: 'policies: [./u.yaml]', files }))).toMatchObject({ maxPrompts: 7 })
    expect(params(load({ local: 'policies: [./l.yaml]', files }))).toMatchObject({ maxPrompts: 9 })
  })

  test('count a file once that two of them list', () => {
    const shared = { 'p.yaml': 'version: 1\nextends: builtin:guard\nparams: { protect: ["infra/**"] }\n' }
    const loaded = load({ project: 'policies: [./p.yaml]', local: 'policies: [./p.yaml]', files: shared })
    const protect = params(loaded, 'guard')?.['protect']
    expect(Array.isArray(protect) && protect.filter((each) => each === 'infra/**')).toHaveLength(1)
  })

  test('F10-06: cannot weaken a locked policy, from whichever file', () => {
    const weak = { 'g.yaml': 'version: 1\nextends: builtin:guard\nmode: observe\n' }
    for (const place of ['user', 'project', 'local']) {
      const loaded = load({ [place]: 'policies: [./g.yaml]', files: weak })
      expect(told(loaded)).toEqual(['g.yaml:3 error locked'])
      expect(loaded.policies.find(({ name }) => name === 'guard')?.mode).toBe('enforce')
    }
  })

  test('keep a policy of the user from being replaced by one of the project', () => {
    const own = `version: 1\nname: blockers\nrules:\n  - { id: a, events: [turn.ended], when: { var: event.empty }, then: [pass] }\n`
    const loaded = load({ ...all, project: 'policies: [./own.yaml]', files: { ...files, 'own.yaml': own } })
    expect(told(loaded)).toEqual(['own.yaml:2 error named-twice'])
    expect(params(loaded)).toMatchObject({ retries: 7 })
  })

  test('that are at fault leave what is below them in force', () => {
    const loaded = load({ ...all, files: { ...files, 'p.yaml': layer('params: { repeats: many }') } })
    expect(told(loaded)).toEqual(['p.yaml:3 error param-value'])
    expect(params(loaded)).toMatchObject({ maxPrompts: 7, ask: ['rm *'] })
  })
})

describe('the built-in policies', () => {
  test('are those that the nearest file lists', () => {
    expect(names(load({ user: 'builtin: [guard]' }))).toEqual(['guard'])
    expect(names(load({ project: 'builtin: [guard, phases]', local: 'builtin: [guard]' }))).toEqual(['guard'])
    expect(names(load({ project: 'builtin: []' }))).toEqual([])
  })

  test('cannot be left out nor replaced by a project that the user does not trust, and a note says so', () => {
    const stranger = { isTrusted: false, project: 'builtin: [phases]' }
    const loaded = load({ ...stranger, user: 'builtin: [guard]' })
    expect(names(loaded)).toEqual(['guard', 'phases'])
    expect(told(loaded)).toEqual(['project.yaml:2 note untrusted-loosening'])
    expect(loaded.problems[0]?.message).toContain('guard stays in force: you do not trust this project;')
    expect(names(load(stranger))).toEqual(['blockers', 'guard', 'phases'])
    expect(names(load({ isTrusted: false, local: 'builtin: []' }))).toEqual(['blockers', 'guard', 'phases'])

    const own = `version: 1\nname: guard\nrules:\n  - { id: a, events: [turn.ended], then: [pass] }\n`
    const taken = { project: 'policies: [./own.yaml]', files: { 'own.yaml': own } }
    expect(load(taken).policies.find(({ name }) => name === 'guard')?.rules).toHaveLength(1)
    const replaced = load({ ...taken, isTrusted: false })
    expect(replaced.policies.find(({ name }) => name === 'guard')?.rules.length).toBeGreaterThan(1)
    expect(told(replaced)).toEqual(['own.yaml:2 note untrusted-loosening'])
  })
})

describe('what may allow more in a project that the user does not trust', () => {
  const untrusted = (rest: string, own = layer(rest)) =>
    load({ isTrusted: false, project: 'policies: [./p.yaml]', files: { 'p.yaml': own } })

  test.each([
    ['a param', 'params: { allow: "npm test *" }', '3:11', 'The value of "allow" does not count'],
    ['its default', 'override: { params.allow.default: ["*"] }', '3:13', 'The value of "allow" does not count'],
    ['all of it', 'override: { params: { allow: { type: list, of: command } } }', '3:13', 'The value of "allow"'],
    ['a condition', 'override: { conditions.to-ask: false }', '3:13', 'The change of "conditions.to-ask" counts only'],
    ['a rule', 'override: { rules.denied: { when: false } }', '3:13', 'The change of "rules.denied" counts only'],
    ['an allow', 'override: { rules.denied: { then: [allow] } }', '3:36', 'This allow does not count'],
    ['its mode', 'mode: observe', '3:1', 'The change of "mode" counts only'],
    [
      'a new rule',
      'insert: [{ before: denied, rules: [{ id: x, events: [permission.asked], then: [allow] }] }]',
      '3:80',
      'This allow does not count',
    ],
  ])('is named: %s', (_what, rest, place, message) => {
    const [found, ...others] = untrusted(rest).problems.filter(({ code }) => code === 'untrusted-loosening')
    expect(others).toEqual([])
    expect(`${found?.line}:${found?.column}`).toBe(place)
    expect(found?.message).toContain(message)
    expect(load({ project: 'policies: [./p.yaml]', files: { 'p.yaml': layer(rest) } }).problems).not.toContainEqual(
      expect.objectContaining({ code: 'untrusted-loosening' }),
    )
  })

  test('is named in a policy of its own', () => {
    const own = 'version: 1\nname: mine\nrules:\n  - { id: a, events: [permission.asked], then: [allow] }\n'
    expect(told(untrusted('', own))).toContainEqual('p.yaml:4 note untrusted-loosening')
  })

  test('is nothing else', () => {
    const texts = 'params: { maxPrompts: 8 }\noverride: { rules.denied.because: "as we do it here" }'
    expect(untrusted(texts).problems.map(({ code }) => code)).not.toContain('untrusted-loosening')
  })
})

describe('trust', () => {
  test.each([
    ['trust', 'ci'],
    ['keep', '1d'],
    ['keep', 'null'],
    ['notify', '[{ desktop: true }]'],
  ])('and %s are the word of the user alone', (key, given) => {
    for (const place of ['project', 'local']) {
      const loaded = load({ [place]: `${key}: ${given}\nkepe: 1` })
      expect(told(loaded)).toEqual([`${place}.yaml:2 error unknown-key`, `${place}.yaml:3 error unknown-key`])
      expect(loaded.problems[0]?.message).toBe(
        `Cannot use "${key}" here: it counts only in your own config, ~/.config/opencode/diverter/diverter.yaml`,
      )
    }
    expect(told(load({ user: `${key}: ${given}` }))).toEqual([])
  })

  test('keep is a day or more, or for ever', () => {
    const loaded = load({ user: 'keep: 3h' })
    expect(told(loaded)).toEqual(['user.yaml:2 error schema'])
    expect(loaded.problems[0]?.message).toContain('a day is the least, such as 90d')
  })

  test('of whole folders does not count any more', () => {
    const loaded = load({ user: 'trust: [/work/shop]' })
    expect(told(loaded)).toEqual(['user.yaml:2 note untrusted-loosening'])
    expect(loaded.problems[0]?.message).toBe(
      'Folders under trust do not count any more: look at a project with `npx opencode-diverter trust --show`, then run `npx opencode-diverter trust` in it',
    )
  })
})
