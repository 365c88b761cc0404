import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedSources, userFolder } from '../../src/runtime/files/shared-sources.ts'
import { projectFolder, putFiles } from '../support/project-folder.ts'

const directory = projectFolder({
  'node_modules/team/night.yaml': 'night',
  'node_modules/team/texts/go.hbs': 'go',
  'node_modules/@us/rules/a/b.yaml': 'scoped',
  'secret.yaml': 'secret',
})
symlinkSync(join(directory, 'secret.yaml'), join(directory, 'node_modules/team/link.yaml'))
const ownFolder = projectFolder({ 'diverter.yaml': 'config', 'policies/mine.yaml': 'mine' })
const asked: string[] = []
const find = sharedSources({ directory, userFolder: ownFolder, note: (path) => asked.push(path) })

describe('a package', () => {
  test('gives its files by name, and what they name beside themselves', () => {
    expect(find('npm:team/night.yaml', '.opencode/a.yaml')).toEqual({ name: 'npm:team/night.yaml', text: 'night' })
    expect(find('npm:@us/rules/a/b.yaml', null)).toEqual({ name: 'npm:@us/rules/a/b.yaml', text: 'scoped' })
    expect(find('./texts/go.hbs', 'npm:team/night.yaml')).toEqual({ name: 'npm:team/texts/go.hbs', text: 'go' })
    expect(find('../../other/b.yaml', 'npm:@us/rules/a/b.yaml')).toBe('it lies outside the package @us/rules')
    expect(find('../texts/go.hbs', 'npm:team/texts/b.yaml')).toEqual({ name: 'npm:team/texts/go.hbs', text: 'go' })
  })

  test.each([
    ['npm:other/a.yaml', 'the package other is not installed; run npm install --save-dev other'],
    ['npm:team/none.yaml', 'the package team has no file none.yaml'],
    ['npm:team/../../secret.yaml', 'it lies outside the package team'],
    ['npm:team/link.yaml', expect.stringContaining('it is a link that leads outside')],
    ['npm:team', 'write it as npm:package/file.yaml'],
    ['npm:../secret.yaml', 'write it as npm:package/file.yaml'],
    ['npm:./secret.yaml', 'write it as npm:package/file.yaml'],
  ])('is told why %s is not there', (reference, why) => {
    expect(find(reference, '.opencode/a.yaml')).toEqual(why)
  })

  test('that is missing is asked for by its path, so that its coming is seen', () => {
    find('npm:later/a.yaml', null)
    expect(asked.at(-1)).toBe(join(directory, 'node_modules/later/a.yaml'))
  })

  test('linked from outside the worktree is none', () => {
    symlinkSync(projectFolder({ 'a.yaml': 'of a stranger' }), join(directory, 'node_modules/far'))
    expect(find('npm:far/a.yaml', null)).toBe(`the package far is a link that leads outside ${directory}`)
  })

  test('linked from elsewhere, as in a workspace, is one too', () => {
    mkdirSync(join(directory, 'packages/ours'), { recursive: true })
    writeFileSync(join(directory, 'packages/ours/a.yaml'), 'linked')
    symlinkSync(join(directory, 'packages/ours'), join(directory, 'node_modules/ours'))
    expect(find('npm:ours/a.yaml', null)).toEqual({ name: 'npm:ours/a.yaml', text: 'linked' })
  })
})

describe("the user's folder", () => {
  test('gives its files to what lies in it', () => {
    expect(find('user:diverter.yaml', null)).toEqual({ name: 'user:diverter.yaml', text: 'config' })
    const mine = { name: 'user:policies/mine.yaml', text: 'mine' }
    expect(find('./policies/mine.yaml', 'user:diverter.yaml')).toEqual(mine)
    expect(find('./mine.yaml', 'user:policies/other.yaml')).toEqual(mine)
  })

  test('is closed to projects and their packages, and what lies in it to everything else', () => {
    for (const from of ['.opencode/a.yaml', 'npm:team/night.yaml'])
      expect(find('user:policies/mine.yaml', from)).toBe('it belongs to the user alone')
    for (const reference of ['../x.yaml', 'user:../x.yaml', 'user:policies/../../x.yaml'])
      expect(find(reference, 'user:diverter.yaml')).toBe("it lies outside the user's folder")
    expect(find(join(directory, 'secret.yaml'), 'user:diverter.yaml')).toBe('only relative paths can be named here')
    expect(find('npm:team/night.yaml', 'user:diverter.yaml')).toContain('belongs to a project')
  })

  test('may be missing, as may its files', () => {
    expect(find('user:none.yaml', null)).toBe('there is no such file')
    expect(sharedSources({ directory, userFolder: null })('user:diverter.yaml', null)).toBe(
      'there is no folder of the user',
    )
  })

  test('lies where the configs of the user lie', () => {
    expect(userFolder({ XDG_CONFIG_HOME: '/xdg' })).toBe(join('/xdg', 'opencode', 'diverter'))
    expect(userFolder({ XDG_CONFIG_HOME: 'relative' })).toBe(join(homedir(), '.config/opencode/diverter'))
    expect(userFolder({})).toBe(join(homedir(), '.config/opencode/diverter'))
  })
})

test('all other references are for others to find', () => {
  putFiles(directory, { 'a.yaml': '' })
  for (const [reference, from] of [
    ['builtin:guard', null],
    ['builtin:guard', 'user:diverter.yaml'],
    ['builtin:guard', 'npm:team/night.yaml'],
    ['./a.yaml', null],
    ['./a.yaml', '.opencode/diverter.yaml'],
  ] as const)
    expect(find(reference, from)).toBeNull()
})
