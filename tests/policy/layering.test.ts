import { describe, expect, test } from 'vitest'
import { loadProject } from '../../src/policy/config.ts'
import { isTrusted, type Layering, projectAlone } from '../../src/policy/layering.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const layer = (rest: string) => `version: 1\nextends: builtin:blockers\n${rest}\n`
const config = (name: string, rest: string) => ({ name, text: `version: 1\n${rest}\n` })

interface Given {
  user?: string
  project?: string
  local?: string
  files?: Record<string, string>
  folders?: string[]
}

function load({ user, project, local, files = {}, folders = ['/work/shop'] }: Given) {
  const layering: Layering = {
    ...projectAlone,
    user: user === undefined ? null : config('user.yaml', user),
    local: local === undefined ? null : config('local.yaml', local),
    folders,
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

  test('that the user lists stay in a project that the user does not trust', () => {
    expect(names(load({ user: 'builtin: [guard]', project: 'builtin: [phases]' }))).toEqual(['guard', 'phases'])
    const trusting = 'builtin: [guard]\ntrust: [/work/shop]'
    expect(names(load({ user: trusting, project: 'builtin: [phases]' }))).toEqual(['phases'])
  })
})

describe('a param that loosens', () => {
  const loose = { 'p.yaml': layer('params: { allow: "npm test *", maxPrompts: 8 }') }
  const project = 'policies: [./p.yaml]'

  test('F10-06: given by a project does not count, and a note says so', () => {
    const loaded = load({ project, files: loose })
    expect(told(loaded)).toEqual(['p.yaml:3 note untrusted-loosening'])
    expect(loaded.problems[0]).toMatchObject({ column: 11, message: expect.stringContaining('"allow"') })
    expect(loaded.problems[0]?.message).toContain('to trust in ~/.config/opencode/diverter/diverter.yaml')
    expect(params(loaded)).toMatchObject({ allow: [], maxPrompts: 8 })
  })

  test('given by a local file does not count either', () => {
    const loaded = load({ local: project, files: loose })
    expect(told(loaded)).toEqual(['p.yaml:3 note untrusted-loosening'])
    expect(params(loaded)).toMatchObject({ allow: [] })
  })

  test('F10-06: counts in a project that the user trusts, and there only', () => {
    const user = 'trust: [/work/shop]'
    const trusted = load({ user, project, files: loose })
    expect([told(trusted), params(trusted)?.['allow']]).toEqual([[], ['npm test *']])
    const other = load({ user, project, files: loose, folders: ['/work/shop/cloned'] })
    expect([told(other), params(other)?.['allow']]).toEqual([['p.yaml:3 note untrusted-loosening'], []])
  })

  test('counts when the user gives it', () => {
    const loaded = load({ user: project, files: loose })
    expect([told(loaded), params(loaded)?.['allow']]).toEqual([[], ['npm test *']])
  })

  test('does not count in a file between, nor what the user gave with it away', () => {
    const between = {
      ...loose,
      'u.yaml': layer('params: { allow: "make *" }'),
      'q.yaml': 'version: 1\nextends: ./p.yaml\nparams: { repeats: 9 }\n',
    }
    const loaded = load({ user: 'policies: [./u.yaml]', project: 'policies: [./q.yaml]', files: between })
    expect(told(loaded)).toEqual(['p.yaml:3 note untrusted-loosening'])
    expect(params(loaded)).toMatchObject({ allow: ['make *'], repeats: 9, maxPrompts: 8 })
  })

  test.each([
    'override: { params.allow: { default: ["*"] } }',
    'override: { params.allow.default: ["*"] }',
    'override: { params.allow: { loosens: false } }\nparams: { allow: "*" }',
    'override: { params: { allow: { type: list, of: command, default: ["*"] } } }',
  ])('has no way around by %s', (text) => {
    const loaded = load({ project, files: { 'p.yaml': layer(text) } })
    expect(new Set(loaded.problems.map(({ code }) => code))).toEqual(new Set(['untrusted-loosening']))
    expect(params(loaded)?.['allow']).toEqual([])
  })
})

describe('trust', () => {
  test.each([
    ['trust', '[/work/shop]'],
    ['keep', '1d'],
    ['keep', 'null'],
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

  test('wants whole paths', () => {
    const loaded = load({ user: 'trust: [/a, ~/work/shop]' })
    expect(told(loaded)).toEqual(['user.yaml:2 error schema'])
    expect(loaded.problems[0]?.message).toContain('"~/work/shop"')
  })

  test('compares folders, not their spelling', () => {
    expect(isTrusted(['/work/shop/'], ['/work/shop'])).toBe(true)
    expect(isTrusted(['C:\\work\\shop'], ['C:/work/shop'])).toBe(true)
    expect(isTrusted(['/'], ['/'])).toBe(true)
    expect(isTrusted(['/work'], ['/work/shop'])).toBe(false)
    expect(isTrusted([], ['/work/shop'])).toBe(false)
  })
})
