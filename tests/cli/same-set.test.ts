import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.ts'
import { loadProjectSet } from '../../src/cli/project-set.ts'
import { createSources } from '../../src/cli/sources.ts'
import { policySet } from '../../src/core/policy.ts'
import { loadPolicies } from '../../src/host/policies.ts'
import { digest } from '../../src/runtime/node-digest.ts'
import { setHash } from '../../src/runtime/policies.ts'
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
const userFiles = (directory: string) => ({
  'diverter.yaml': `version: 1\ntrust: ["${directory}"]\npolicies: [./mine.yaml]\n`,
  'mine.yaml': layer('builtin:blockers', 'params: { retries: 9, repeats: 3 }'),
})

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** What plugin and program make of one project. */
async function both(directory: string, userFolder: string) {
  const plugin = await loadPolicies({ directory, config: null, userFolder, read, digest })
  const io = { ...memoryIo(directory), userFolder }
  const loaded = loadProjectSet(createSources(directory, undefined, null, userFolder), io)
  if (typeof loaded === 'string') throw new Error(loaded)
  return { plugin, loaded, hash: setHash(policySet(loaded.policies), digest), io }
}

describe('plugin and program', () => {
  test('resolve the same set from all layers', async () => {
    const directory = projectFolder(files)
    const { plugin, loaded, hash } = await both(directory, projectFolder(userFiles(directory)))
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

  test('leave out the same where the user does not trust the project, and say it', async () => {
    const directory = projectFolder(files)
    const { plugin, loaded, hash } = await both(directory, projectFolder(userFiles('/elsewhere')))
    const { set, hash: pluginHash } = plugin.current()
    expect(set.policies.at(-1)?.params).toMatchObject({ allow: [], maxPrompts: 8, retries: 9 })
    expect(pluginHash).toBe(hash)
    expect(loaded.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
      '.opencode/policies/b.yaml:3 untrusted-loosening',
    ])
    expect(plugin.problems()).toEqual([expect.stringContaining('.opencode/policies/b.yaml:3: The value of "allow"')])
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
    const userFolder = projectFolder(userFiles(directory))
    const { plugin } = await both(directory, userFolder)
    const seen = new Set([plugin.current().hash])
    putFiles(userFolder, { 'mine.yaml': layer('builtin:blockers', 'params: { retries: 8 }') })
    seen.add(plugin.current().hash)
    putFiles(directory, { 'node_modules/team/blockers.yaml': layer('builtin:blockers', 'params: { stillTurns: 8 }') })
    seen.add(plugin.current().hash)
    putFiles(directory, { '.opencode/local.yaml': layer('builtin:blockers', 'params: { repeats: 8 }') })
    seen.add(plugin.current().hash)
    putFiles(userFolder, { 'diverter.yaml': 'version: 1\npolicies: [./mine.yaml]\n' })
    seen.add(plugin.current().hash)
    expect(seen.size).toBe(5)
    expect((await both(directory, userFolder)).hash).toBe(plugin.current().hash)
  })

  test('protect the files of all layers', async () => {
    const directory = projectFolder(files)
    const userFolder = projectFolder(userFiles(directory))
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
      ...userFiles(directory),
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
      ...userFiles(directory),
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
