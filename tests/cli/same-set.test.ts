import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.ts'
import { isTold, loadProjectSet, type ProjectSet } from '../../src/cli/policies/project-set.ts'
import { createSources } from '../../src/cli/policies/sources.ts'
import { glob as globbed } from '../../src/core/operators/glob.ts'
import { policySet } from '../../src/core/policy.ts'
import { loadPolicies } from '../../src/host/files/policies.ts'
import { readOptions } from '../../src/policy/options/read.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { setHash } from '../../src/runtime/policies.ts'
import { trustReader } from '../../src/runtime/trust/trust-reader.ts'
import { trustCommand } from '../../src/cli/trust/trust.ts'
import { placeOf } from '../support/folder-store.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder, putFiles } from '../support/project-folder.ts'

const layer = (base: string, rest: string) => `version: 1\nextends: ${base}\n${rest}\n`

const files = {
  '.opencode/diverter.yaml':
    'version: 1\nbuiltin: [guard, blockers, phases]\npolicies: [./policies/b.yaml, ./policies/night.yaml]\n',
  '.opencode/policies/b.yaml': layer('npm:team/blockers.yaml', 'params: { allow: "npm test *", maxPrompts: 8 }'),
  '.opencode/policies/night.yaml':
    'version: 1\nname: night\ntemplates: { go: ./go.hbs }\nrules:\n  - { id: a, events: [turn.ended], when: { var: event.empty }, then: [{ notify: { template: go } }] }\n',
  '.opencode/policies/go.hbs': 'It was empty.',
  '.opencode/diverter.local.yaml': 'version: 1\npolicies: [./local.yaml]\n',
  '.opencode/local.yaml': layer('builtin:blockers', 'params: { repeats: 9 }'),
  'node_modules/team/blockers.yaml': layer('builtin:blockers', 'params: { maxPrompts: 6, stillTurns: 9 }'),
}
const userFiles = () => ({
  'diverter.yaml': 'version: 1\npolicies: [./mine.yaml]\n',
  'mine.yaml': layer('builtin:blockers', 'params: { retries: 9, repeats: 3 }'),
})

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** What plugin and program make of one project, which the user trusts as it is now unless they never did. */
async function both(directory: string, userFolder: string, given?: unknown, isTrusted = true) {
  const { config, settings } = readOptions(given).options
  const io = { ...memoryIo(directory), userFolder }
  if (isTrusted) trustCommand({}, io)
  const { trust } = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false)
  const plugin = await loadPolicies({ directory, config, settings, userFolder, read, digest, trust })
  const loaded = loadProjectSet(createSources(directory, undefined, null, userFolder), io)
  if (typeof loaded === 'string') throw new Error(loaded)
  return { plugin, loaded, hash: hashOf(loaded), io }
}

const hashOf = ({ policies, besides }: ProjectSet): string =>
  setHash(
    policySet(
      policies,
      besides.map((beside) => policySet(beside.policies)),
    ),
    digest,
  )

describe('plugin and program', () => {
  test('resolve the same set from all layers', async () => {
    const directory = projectFolder(files)
    const { plugin, loaded, hash } = await both(directory, projectFolder(userFiles()))
    expect([plugin.problems(), loaded.problems]).toEqual([[], []])
    const { set, hash: pluginHash } = plugin.current()
    expect(set.policies.map(({ name }) => name)).toEqual(['guard', 'phases', 'night', 'blockers'])
    expect(set.policies.at(-1)?.params).toMatchObject({
      allow: ['npm test *'],
      maxPrompts: 8,
      stillTurns: 9,
      retries: 9,
      repeats: 9,
    })
    expect(pluginHash).toBe(hash)
  })

  test('are restrained the same where the user does not trust the project, and say it', async () => {
    const directory = projectFolder(files)
    const { plugin, loaded, hash } = await both(directory, projectFolder(userFiles()), undefined, false)
    const { set, hash: pluginHash } = plugin.current()
    expect(set.besides.map(({ policies }) => policies.at(-1)?.params['allow'])).toEqual([[]])
    expect(pluginHash).toBe(hash)
    expect(loaded.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
      '.opencode/policies/b.yaml:3 untrusted-loosening',
    ])
    expect(plugin.problems()).toEqual([
      'You do not trust this project: what its files allow does not count (1 place, `npx opencode-diverter lint` names them); look at it with `npx opencode-diverter trust --show`, then run `npx opencode-diverter trust`',
    ])
  })

  test('keep what was trusted where the project changes, and say it', async () => {
    const directory = projectFolder(files)
    const userFolder = projectFolder(userFiles())
    const before = await both(directory, userFolder)
    putFiles(directory, { '.opencode/local.yaml': layer('builtin:blockers', 'params: { repeats: 8 }') })
    const { plugin, loaded, hash } = await both(directory, userFolder, undefined, false)
    expect(plugin.current().set.policies.at(-1)?.params).toMatchObject({ repeats: 9, allow: ['npm test *'] })
    expect(plugin.current().set.besides).toHaveLength(1)
    expect(hash).toBe(plugin.current().hash)
    expect(hash).not.toBe(before.hash)
    expect(loaded.problems).toEqual([])
    expect(plugin.problems()).toEqual([
      'Changed since you trusted this project: .opencode/local.yaml; what you trusted decides, and of the changes only what is stricter counts; look at it with `npx opencode-diverter trust --show`, then run `npx opencode-diverter trust`',
    ])
    expect(trustCommand({}, { ...memoryIo(directory), userFolder })).toBe(0)
    expect([plugin.current().set.policies.at(-1)?.params['repeats'], plugin.problems()]).toEqual([8, []])
  })

  test('resolve the same set without any file, and refuse the same files outside the project', async () => {
    const none = await both(projectFolder({}), projectFolder({}))
    expect(none.plugin.current().hash).toBe(none.hash)
    const outside = projectFolder({ '.opencode/diverter.yaml': 'version: 1\npolicies: [../../x/y.yaml]\n' })
    putFiles(outside, { '../x/y.yaml': files['.opencode/policies/night.yaml'], '../x/go.hbs': 'x' })
    const { plugin, loaded, hash } = await both(outside, projectFolder({}))
    expect(plugin.problems().join()).toContain('it lies outside the project')
    expect(loaded.problems.map(({ message }) => message).join()).toContain('it lies outside the project')
    expect(plugin.current().hash).toBe(hash)
  })

  test('see a change of any layer', async () => {
    const directory = projectFolder(files)
    const userFolder = projectFolder(userFiles())
    const { plugin } = await both(directory, userFolder)
    const seen = new Set([plugin.current().hash])
    putFiles(userFolder, { 'mine.yaml': layer('builtin:blockers', 'params: { retries: 8 }') })
    seen.add(plugin.current().hash)
    putFiles(directory, { 'node_modules/team/blockers.yaml': layer('builtin:blockers', 'params: { stillTurns: 8 }') })
    seen.add(plugin.current().hash)
    putFiles(directory, { '.opencode/local.yaml': layer('builtin:blockers', 'params: { repeats: 8 }') })
    seen.add(plugin.current().hash)
    putFiles(userFolder, { 'diverter.yaml': 'version: 1\n' })
    seen.add(plugin.current().hash)
    expect(seen.size).toBe(5)
    expect((await both(directory, userFolder)).hash).toBe(plugin.current().hash)
  })

  test('protect the files of all layers', async () => {
    const directory = projectFolder(files)
    const userFolder = projectFolder(userFiles())
    const { plugin } = await both(directory, userFolder)
    expect(plugin.paths()).toEqual(
      expect.arrayContaining([
        `${userFolder}/mine.yaml`,
        '.opencode/diverter.local.yaml',
        '.opencode/policies/go.hbs',
        'node_modules/team/blockers.yaml',
      ]),
    )
  })
})

const night = (name: string) => `version: 1\nname: ${name}\nrules: []\n`
const blockers = (params: string) => layer('builtin:blockers', `params: { ${params} }`)

/** Ways to say which policies are in force: files, the folder that is asked, what comes of it. */
interface Way {
  files: Record<string, string>
  /** Relative to the project. */
  from?: string
  /** The plugin's options in opencode.json. */
  options?: unknown
  user?: Record<string, string>
  names?: string[]
  params?: Record<string, unknown>
  /** Parts of what is told, in order. */
  told?: string[]
}

const git = { '.git/HEAD': '' }
const config = (rest: string) => ({ '.opencode/diverter.yaml': `version: 1\n${rest}\n` })
const builtin = ['guard', 'phases', 'blockers']

const ways: Record<string, Way> = {
  'a config in a folder above': {
    files: { ...git, ...config('policies: [policies/b.yaml]'), '.opencode/policies/b.yaml': blockers('maxPrompts: 7') },
    from: 'packages/a',
    params: { maxPrompts: 7 },
  },
  'a config in a folder above, where .git is a file': {
    files: { '.git': 'gitdir: /x', ...config('builtin: [guard]') },
    from: 'packages/a',
    names: ['guard'],
  },
  'the nearest config alone': {
    files: {
      ...git,
      ...config('builtin: [guard]'),
      'packages/a/.opencode/diverter.yaml': 'version: 1\nbuiltin: [phases]\n',
    },
    from: 'packages/a/src',
    names: ['phases'],
  },
  'no config above the root of the worktree': {
    files: { ...git, ...config('builtin: [guard]'), 'packages/a/.git': 'gitdir: /x' },
    from: 'packages/a/src',
    names: builtin,
  },
  'no config above a folder outside of git': { files: config('builtin: [guard]'), from: 'packages/a', names: builtin },
  'the config of one checkout in a folder above': {
    files: { ...git, '.opencode/diverter.local.yaml': 'version: 1\nbuiltin: [guard]\n' },
    from: 'packages/a',
    names: ['guard'],
  },
  'the policies folder without a config, in the order of names': {
    files: {
      '.opencode/policies/20.yaml': blockers('maxPrompts: 20'),
      '.opencode/policies/10.yaml': blockers('maxPrompts: 10, repeats: 10'),
      '.opencode/policies/b.yaml': night('b'),
      '.opencode/policies/a.yaml': night('a'),
      '.opencode/policies/c.yml': night('c'),
      '.opencode/policies/.d.yaml': night('d'),
      '.opencode/policies/x.golden.yaml': '[]',
      '.opencode/policies/tests/case.yaml': 'steps: []',
      '.opencode/policies/deep/e.yaml': night('e'),
    },
    names: ['guard', 'phases', 'a', 'b', 'blockers'],
    params: { maxPrompts: 20, repeats: 10 },
  },
  'the policies folder of a folder above': {
    files: { ...git, '.opencode/policies/a.yaml': night('a') },
    from: 'src',
    names: ['guard', 'phases', 'a', 'blockers'],
  },
  'the policies folder below the config of one checkout': {
    files: {
      '.opencode/policies/b.yaml': blockers('maxPrompts: 7, repeats: 7'),
      '.opencode/diverter.local.yaml': 'version: 1\npolicies: [mine.yaml]\n',
      '.opencode/mine.yaml': blockers('repeats: 8'),
    },
    params: { maxPrompts: 7, repeats: 8 },
  },
  'a config that lists nothing, whatever lies in the policies folder': {
    files: { ...config('builtin: [guard]'), '.opencode/policies/a.yaml': night('a') },
    names: ['guard'],
  },
  'a fault in the policies folder': {
    files: { '.opencode/policies/a.yaml': blockers('maxPrompts: many'), '.opencode/policies/b.yaml': night('b') },
    names: ['guard', 'phases', 'b', 'blockers'],
    told: ['.opencode/policies/a.yaml:3: Cannot set the param "maxPrompts"'],
  },
  'globs of a config, sorted by name': {
    files: {
      ...git,
      ...config('builtin: []\npolicies: [policies/*.yaml, "./more/**/{x,y}*.yaml"]'),
      '.opencode/policies/b.yaml': night('b'),
      '.opencode/policies/a.yaml': night('a'),
      '.opencode/policies/a.golden.yaml': '[]',
      '.opencode/policies/tests/case.yaml': 'steps: []',
      '.opencode/more/deep/x1.yaml': night('x1'),
      '.opencode/more/y.yaml': night('y'),
      '.opencode/more/z.yaml': night('z'),
      '.opencode/more/tests/x2.yaml': night('x2'),
    },
    from: 'src',
    names: ['a', 'b', 'x1', 'y'],
  },
  'a glob that matches nothing, which is told': {
    files: config('policies: [polices/*.yaml]'),
    names: builtin,
    told: ['.opencode/diverter.yaml:2: Cannot load polices/*.yaml: no file matches it'],
  },
  'a glob outside the project, which is told': {
    files: config('policies: ["../../**/*.yaml"]'),
    names: builtin,
    told: ['.opencode/diverter.yaml:2: Cannot load ../../**/*.yaml: it lies outside the project'],
  },
  'a file with the signs of a glob in its name': {
    files: {
      ...config('builtin: []\npolicies: ["policies/[a].yaml"]'),
      '.opencode/policies/[a].yaml': night('brackets'),
      '.opencode/policies/a.yaml': night('a'),
    },
    names: ['brackets'],
  },
  'globs of the user and of one checkout': {
    files: {
      '.opencode/diverter.local.yaml': 'version: 1\npolicies: ["mine/*.yaml"]\n',
      '.opencode/mine/a.yaml': night('a'),
    },
    user: { 'diverter.yaml': 'version: 1\npolicies: ["all/*.yaml"]\n', 'all/b.yaml': night('b') },
    names: ['guard', 'phases', 'a', 'b', 'blockers'],
  },
  'params among the options, above the project and below one checkout': {
    files: {
      ...config('policies: [b.yaml]'),
      '.opencode/b.yaml': blockers('maxPrompts: 7, repeats: 7, retries: 7'),
      '.opencode/diverter.local.yaml': 'version: 1\npolicies: [l.yaml]\n',
      '.opencode/l.yaml': blockers('retries: 9'),
    },
    options: { params: { repeats: 8, retries: 8, guard: { protect: ['secret/**'] } } },
    params: { maxPrompts: 7, repeats: 8, retries: 9 },
  },
  'params that loosen among the options': {
    files: {},
    options: { params: { allow: 'npm test *', maxPrompts: 9 } },
    params: { allow: ['npm test *'], maxPrompts: 9 },
  },
  'options at fault, which are told while the others hold': {
    files: {},
    options: { maxBlockersPerRun: 0, params: { untl: '07:00', nite: { a: 1 }, maxPrompts: 9 } },
    params: { maxBlockers: 50, maxPrompts: 9 },
    told: [
      'opencode.json: Cannot use option params.untl: the policy "blockers" has no param "untl" (did you mean "until"?)',
      'opencode.json: Cannot use option params.nite.a: there is no policy "nite" in force',
      'opencode.json: Cannot use option maxBlockersPerRun: 0 does not fit: at least 1 is wanted',
    ],
  },
  'the config that the options name, in a folder above': {
    files: { ...git, 'night.yaml': 'version: 1\nbuiltin: [guard]\n', '.opencode/policies/a.yaml': night('a') },
    from: 'src',
    options: { config: 'night.yaml' },
    names: ['guard'],
  },
  'a config that the options name and that is not there': {
    files: { '.opencode/policies/a.yaml': night('a') },
    options: { config: 'night.yaml' },
    names: builtin,
    told: ['night.yaml: Cannot read the config file: there is none'],
  },
}

describe('plugin and program resolve the same set by', () => {
  test.each(Object.entries(ways))(
    '%s',
    async (_way, { files, from = '.', options, user = {}, names, params, told }) => {
      const entry =
        options === undefined ? {} : { 'opencode.json': JSON.stringify({ plugin: [['opencode-diverter', options]] }) }
      const root = projectFolder({ ...files, ...entry })
      const directory = join(root, from)
      mkdirSync(directory, { recursive: true })
      const { plugin, loaded, hash } = await both(directory, projectFolder(user), options)
      const { set, hash: pluginHash } = plugin.current()
      expect(pluginHash).toBe(hash)
      if (names) expect(set.policies.map(({ name }) => name)).toEqual(names)
      if (params) expect(set.policies.find(({ name }) => name === 'blockers')?.params).toMatchObject(params)
      const byProgram = loaded.problems
        .filter(isTold)
        .map(({ file, line, message }) => `${file}${line > 0 ? `:${line}` : ''}: ${message}`)
      for (const problems of [plugin.problems(), byProgram]) {
        expect(problems).toEqual((told ?? []).map((part) => expect.stringContaining(part)))
      }
    },
  )

  test('a policy that comes into the folder later, or another config nearer by', async () => {
    const root = projectFolder({ ...git, '.opencode/policies/a.yaml': night('a'), 'src/x': '' })
    const directory = join(root, 'src')
    const { plugin } = await both(directory, projectFolder({}), undefined, false)
    const names = () => plugin.current().set.policies.map(({ name }) => name)
    expect(names()).toContain('a')
    putFiles(root, { '.opencode/policies/b.yaml': night('b') })
    expect(names()).toEqual(['guard', 'phases', 'a', 'b', 'blockers'])
    putFiles(directory, config('builtin: []\npolicies: ["p/*.yaml"]'))
    putFiles(directory, { '.opencode/p/c.yaml': night('c') })
    expect(names()).toEqual([...builtin.slice(0, 2), 'c', 'blockers'])
    putFiles(directory, { '.opencode/p/d.yaml': night('d') })
    expect(names()).toEqual([...builtin.slice(0, 2), 'c', 'd', 'blockers'])
    expect((await both(directory, projectFolder({}), undefined, false)).hash).toBe(plugin.current().hash)
  })

  test('files above the folder are protected, those that are not there yet as well', async () => {
    const root = projectFolder({ ...git, ...config('builtin: [guard]'), 'src/x': '' })
    const { plugin } = await both(join(root, 'src'), projectFolder({}), { params: { until: null } })
    const own = plugin.paths()
    for (const path of [
      'src/.opencode/diverter.yaml',
      '.opencode/policies/new.yaml',
      '.opencode/diverter.local.yaml',
      'opencode.json',
    ])
      expect(globbed(path.startsWith('src/') ? path.slice(4) : join(root, path), own), path).toBe(true)
    expect(globbed(join(root, 'README.md'), own)).toBe(false)
  })
})

describe('lint', () => {
  test('passes in CI, where nobody trusts anything, with a note of that and one that cases are missing', () => {
    const io = memoryIo(projectFolder(files))
    expect(lintCommand([], io)).toBe(0)
    expect(io.output()).toContain('.opencode/policies/b.yaml:3:11  note')
    expect(io.output()).toMatch(/: 2 notes\n$/)
  })

  test('takes a project that only has a config for one checkout, with the layer of the user', () => {
    const { '.opencode/diverter.yaml': _, ...others } = files
    const broken = { ...others, '.opencode/local.yaml': layer('builtin:blockers', 'params: { repeat: 9 }') }
    const directory = projectFolder(broken)
    const userFolder = projectFolder({
      ...userFiles(),
      'mine.yaml': layer('builtin:blockers', 'mode: observing'),
    })
    const io = { ...memoryIo(directory), userFolder }
    expect(lintCommand([], io)).toBe(1)
    expect(io.output()).toContain('.opencode/local.yaml:3:11  error')
    expect(io.output()).toContain('user:mine.yaml:3:7  error')
    expect(io.output()).toContain('1 file, ')
    const clean = memoryIo(projectFolder(others))
    expect(lintCommand([], clean)).toBe(0)
  })

  test('finds what is wrong in a file of any layer', () => {
    const directory = projectFolder({
      ...files,
      '.opencode/local.yaml': layer('builtin:blockers', 'params: { repeat: 9 }'),
    })
    const userFolder = projectFolder({
      ...userFiles(),
      'mine.yaml': layer('builtin:blockers', 'mode: observing'),
    })
    const io = { ...memoryIo(directory), userFolder }
    expect(lintCommand([], io)).toBe(1)
    expect(io.output()).toContain('.opencode/local.yaml:3:11  error')
    expect(io.output()).toContain('user:mine.yaml:3:7  error')
    expect(io.output()).toContain('> 3 | mode: observing')
  })

  test('says that a package is not installed', () => {
    const { 'node_modules/team/blockers.yaml': _, ...rest } = files
    const io = memoryIo(projectFolder(rest))
    expect(lintCommand([], io)).toBe(1)
    expect(io.output()).toContain(
      'Cannot extend npm:team/blockers.yaml: the package team is not installed; run npm install --save-dev team',
    )
  })
})
