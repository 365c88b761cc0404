import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confine } from '../../src/runtime/files/confine.ts'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import type { FileKind, Files } from '../../src/runtime/ports.ts'

let home = ''
let root = ''
const files = nodeFiles()

beforeEach(() => {
  home = files.real(mkdtempSync(join(tmpdir(), 'confine-')))
  root = join(home, 'proj')
  mkdirSync(join(root, 'logs'), { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true }))

describe('F7-08: a name that leads outside or is no file name is refused', () => {
  test.each([
    ['../../x.md', 'leads outside'],
    ['a/../../x', 'leads outside'],
    ['/etc/cron.d/x', 'not relative'],
    ['~/.ssh/x', 'not relative'],
    ['C:x.md', 'not relative'],
    ['C:\\x.md', 'separated by /'],
    ['..\\x.md', 'separated by /'],
    ['x\u0000.md', 'control characters'],
    ['', 'names no file'],
    ['.', 'names no file'],
    ['logs/', 'names a folder'],
    ['logs', 'it is a folder'],
  ])('%j', (name, reason) => {
    expect(confine(files, root, name)).toEqual({ refused: expect.stringContaining(reason) })
  })
})

describe('F7-09: links are refused, whatever they are called', () => {
  test('a file that is a link', () => {
    symlinkSync('/etc/hosts', join(root, 'blockers.md'))
    expect(confine(files, root, 'blockers.md')).toEqual({ refused: expect.stringContaining('it is a link') })
  })

  test('a folder that leads outside, and one to a neighbour whose name begins the same', () => {
    mkdirSync(join(home, 'proj-evil'))
    symlinkSync('../proj-evil', join(root, 'out'))
    expect(confine(files, root, 'out/x.md')).toEqual({ refused: expect.stringContaining('outside the project') })
  })

  test('a folder that leads to another one inside is fine', () => {
    symlinkSync('logs', join(root, 'inner'))
    expect(confine(files, root, 'inner/x.md')).toEqual({ path: join(root, 'logs', 'x.md') })
  })
})

test('a plain file inside is allowed, whether it exists or not', () => {
  writeFileSync(join(root, 'a.md'), '')
  expect(confine(files, root, 'a.md')).toEqual({ path: join(root, 'a.md') })
  expect(confine(files, root, 'new/folder/b.md')).toEqual({ path: join(root, 'new/folder/b.md') })
})

describe('on a disk that takes upper and lower case for one', () => {
  const stands: Record<string, FileKind> = {
    '/Home/Proj': 'folder',
    '/Home/Proj/Logs': 'folder',
    '/Home/Proj/blockers.md': 'file',
    '/Home/Proj/Link.md': 'link',
    '/Home/Proj-evil': 'folder',
  }
  /** Folders that are links, and where they lead. */
  const leads: Record<string, string> = { '/home/proj/out': '/Home/Proj-evil', '/home/proj/inner': '/Home/Proj/Logs' }
  const written = (path: string) => Object.keys(stands).find((each) => each.toLowerCase() === path.toLowerCase())
  const real = (path: string): string =>
    leads[path.toLowerCase()] ?? written(path) ?? `${real(dirname(path))}/${basename(path)}`
  const folding: Files = { ...files, real, kind: (path) => stands[written(real(path)) ?? ''] ?? 'absent' }

  test.each([
    ['/home/proj', 'BLOCKERS.md', '/Home/Proj/BLOCKERS.md'],
    ['/HOME/PROJ', 'logs/x.md', '/Home/Proj/Logs/x.md'],
    ['/home/Proj', 'INNER/x.md', '/Home/Proj/Logs/x.md'],
    ['/home/proj', 'new/x.md', '/Home/Proj/new/x.md'],
  ])('in %s the file %s is inside', (folder, name, path) => {
    expect(confine(folding, folder, name)).toEqual({ path })
  })

  test.each([
    ['LINK.MD', 'it is a link'],
    ['LOGS', 'it is a folder'],
    ['OUT/x.md', 'its folder leads outside the project'],
    ['../PROJ-EVIL/x.md', 'it leads outside the project'],
  ])('the file %s is refused: %s', (name, reason) => {
    expect(confine(folding, '/HOME/proj', name)).toEqual({ refused: expect.stringContaining(reason) })
  })
})
