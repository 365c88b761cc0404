import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeFiles } from '../../../src/runtime/files/node-files.ts'
import { mostOfSource, readFileInside, readPlainFile } from '../../../src/runtime/reading/read-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reading-'))
  mkdirSync(join(folder, 'project'))
  writeFileSync(join(folder, 'secret'), 'the key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, 'project', name)
const plain = (name: string): string => readPlainFile(at(name), 100)
const inside = (name: string): string => readFileInside(at(''), at(name), 100)
const every = [
  ['anywhere', plain],
  ['inside a folder', inside],
] as const

describe.each(every)('reading a file %s', (_where, read) => {
  it('gives its text, whole up to the most', () => {
    writeFileSync(at('a'), 'ä'.repeat(50))
    expect(read('a')).toBe('ä'.repeat(50))
    writeFileSync(at('empty'), '')
    expect(read('empty')).toBe('')
  })

  it('does not read more than the most', () => {
    writeFileSync(at('a'), 'ä'.repeat(51))
    expect(() => read('a')).toThrow(`${at('a')} is too large: at most 0.0001 MB are read`)
    writeFileSync(at('hole'), '')
    truncateSync(at('hole'), 10 ** 13)
    expect(() => read('hole')).toThrow('is too large')
  })

  it('waits for no pipe', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(() => read('pipe')).toThrow(`${at('pipe')} is a pipe`)
  })

  it('says that a folder is one', () => {
    mkdirSync(at('a'))
    expect(() => read('a')).toThrow(`${at('a')} is a folder`)
  })

  it('says by its code that there is none', () => {
    expect(() => read('a')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    symlinkSync(at('a'), at('a'))
    expect(() => read('a')).toThrow(expect.objectContaining({ code: 'ELOOP' }))
  })

  it('follows a link to a file of the same folder', () => {
    writeFileSync(at('a'), 'text')
    symlinkSync('a', at('link'))
    expect(read('link')).toBe('text')
  })
})

describe('links out of a folder', () => {
  it.each([
    ['a file', '../secret'],
    ['a device', '/dev/zero'],
    ['the terminal', '/dev/tty'],
    ['a file of the kernel', '/proc/self/environ'],
  ])('lead nowhere: %s', (_what, target) => {
    symlinkSync(target, at('link'))
    expect(() => inside('link')).toThrow(`it is a link that leads outside ${at('')}`)
  })

  it('lead nowhere by a folder either', () => {
    symlinkSync('..', at('folder'))
    expect(() => inside('folder/secret')).toThrow('it is a link that leads outside')
  })

  it('lead to no device, where links may lead anywhere', () => {
    symlinkSync('/dev/zero', at('link'))
    expect(() => plain('link')).toThrow(`${at('link')} is a device`)
  })
})

describe('a file that grows while it is read', () => {
  it('is read to its end, or not at all', () => {
    // The kernel says that such files are empty.
    expect(readPlainFile('/proc/self/status', mostOfSource)).toContain('Pid:')
    expect(() => readPlainFile('/proc/self/status', 10)).toThrow('is too large')
  })
})

describe('the files of a project', () => {
  it('are read in the same way', () => {
    writeFileSync(at('a'), 'one')
    appendFileSync(at('a'), ', two')
    const files = nodeFiles()
    expect(files.read(at('a'))).toBe('one, two')
    expect(files.read(at('none'))).toBeNull()
    symlinkSync('/dev/zero', at('link'))
    expect(() => files.read(at('link'))).toThrow('is a device')
  })

  it('are locked although a pipe stands where the lock is made', () => {
    execFileSync('mkfifo', [`${at('page.md')}.lock`])
    nodeFiles().lock(at('page.md'), 50)()
    expect(nodeFiles().kind(`${at('page.md')}.lock`)).toBe('absent')
  })
})
