import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pluginEntry } from '../../../src/runtime/config/plugin-entry.ts'
import { projectFolder } from '../../support/project-folder.ts'

const entry = (options: unknown, spec = 'opencode-diverter') => JSON.stringify({ plugin: ['other', [spec, options]] })

/** The options that count in a folder of a project with these files. */
function options(files: Record<string, string>, from = '.', userFolder: string | null = null): unknown {
  return pluginEntry(join(projectFolder({ 'a/b/c': '', ...files }), from), userFolder)?.options ?? null
}

describe("the plugin's entry in OpenCode's config", () => {
  test('is found under all names of the package, and under no other', () => {
    for (const spec of [
      'opencode-diverter',
      'opencode-diverter@1.2.3',
      'opencode-diverter@file:/x/y.tgz',
      'file:///x/opencode-diverter',
      './opencode-diverter/dist/server.js',
    ])
      expect(options({ 'opencode.json': entry(1, spec) }), spec).toBe(1)
    for (const spec of ['opencode-diverter-more', '@me/my-opencode-diverter', 'file:///nowhere/else'])
      expect(options({ 'opencode.json': entry(1, spec) }), spec).toBe(null)
  })

  test('is known by the package that a folder holds', () => {
    const checkout = projectFolder({ 'package.json': '{ "name": "opencode-diverter" }' })
    expect(options({ 'opencode.json': entry(1, `file://${checkout}`) })).toBe(1)
  })

  test('may have comments and commas at the end, and signs of both in its texts', () => {
    const text = `{ // mine
      /* "plugin": [] */
      "plugin": [["opencode-diverter", { "params": { "hint": "see // and ,] and /* x */ \\\\" }, },],],
    }`
    expect(options({ 'opencode.jsonc': text })).toEqual({ params: { hint: 'see // and ,] and /* x */ \\' } })
  })

  test('is the nearest up to the root of the worktree, then that of .opencode, and last the user', () => {
    const git = { '.git/HEAD': '' }
    const user = projectFolder({ 'opencode.json': entry('user') })
    const inUser = join(user, 'diverter')
    expect(options(git, 'a/b', inUser)).toBe('user')
    expect(options({ ...git, 'opencode.json': entry('root') }, 'a/b', inUser)).toBe('root')
    expect(options({ ...git, 'opencode.json': entry('root'), 'a/opencode.jsonc': entry('a') }, 'a/b')).toBe('a')
    expect(options({ ...git, 'a/opencode.json': entry('a'), '.opencode/opencode.json': entry('own') }, 'a/b')).toBe(
      'own',
    )
    expect(options({ 'opencode.json': entry('root') }, 'a/b')).toBe(null)
  })

  test('is nothing where the file is broken, or has the name alone', () => {
    expect(options({ 'opencode.json': '{' })).toBe(null)
    expect(options({ 'opencode.json': '{ "plugin": 7 }' })).toBe(null)
    const folder = projectFolder({ 'opencode.json': '{ "plugin": ["opencode-diverter"] }' })
    expect(pluginEntry(folder, null)).toEqual({ path: join(folder, 'opencode.json'), options: undefined })
  })
})
