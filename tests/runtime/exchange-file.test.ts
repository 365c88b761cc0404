import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import { FileFailure } from '../../src/runtime/ports.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'exchange-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { exchange } = nodeFiles()
const page = () => join(folder, 'blockers.md')
const bytes = (path = page()) => readFileSync(path)

test('writes a new file, and its folder, and over what still is as it was read', () => {
  const path = join(folder, 'docs/notes/page.md')
  expect(exchange(path, null, 'one')).toBe(true)
  chmodSync(path, 0o640)
  expect(exchange(path, 'one', 'two — zwei')).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('two — zwei')
  expect(statSync(path).mode & 0o777).toBe(0o640)
  expect(readdirSync(join(folder, 'docs/notes'))).toEqual(['page.md'])
})

test('leaves what somebody wrote meanwhile, or removed', () => {
  expect(exchange(page(), 'one', 'two')).toBe(false)
  writeFileSync(page(), 'theirs')
  expect(exchange(page(), null, 'two')).toBe(false)
  expect(exchange(page(), 'one', 'two')).toBe(false)
  expect(bytes().toString()).toBe('theirs')
  expect(readdirSync(folder)).toEqual(['blockers.md'])
})

test('writes through no link that was put in its place meanwhile, nor into a folder', () => {
  const outside = join(folder, 'outside')
  writeFileSync(outside, 'one')
  symlinkSync(outside, page())
  expect(exchange(page(), 'one', 'two')).toBe(false)
  expect(exchange(page(), null, 'two')).toBe(false)
  expect([bytes(outside).toString(), lstatSync(page()).isSymbolicLink()]).toEqual(['one', true])
  rmSync(page())
  mkdirSync(page())
  expect(exchange(page(), null, 'two')).toBe(false)
  expect(exchange(page(), 'one', 'two')).toBe(false)
})

test('writes into no folder that became a link meanwhile', () => {
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  symlinkSync(outside, join(folder, 'docs'))
  expect(exchange(join(folder, 'docs/page.md'), null, 'two')).toBe(false)
  expect(readdirSync(outside)).toEqual([])
})

test('takes the place of a link that was put where the new file is made', () => {
  const outside = join(folder, 'outside')
  writeFileSync(outside, 'theirs')
  symlinkSync(outside, join(folder, '.blockers.md.new'))
  expect(exchange(page(), null, 'two')).toBe(true)
  expect([bytes(outside).toString(), bytes().toString()]).toEqual(['theirs', 'two'])
})

test('leaves bytes that are no UTF-8, save a character that was cut off at the end', () => {
  const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x78])
  writeFileSync(page(), latin)
  expect(exchange(page(), latin.toString('utf8'), 'two')).toBe(false)
  expect(bytes()).toEqual(latin)
  writeFileSync(page(), Buffer.from('✓ Chosen —').subarray(0, -1))
  expect(exchange(page(), bytes().toString('utf8'), 'two')).toBe(true)
  writeFileSync(page(), Buffer.concat([Buffer.alloc(900_000, 0xff), Buffer.from('x')]))
  expect(exchange(page(), bytes().toString('utf8'), 'two')).toBe(false)
  writeFileSync(page(), 'a real \uFFFD')
  expect(exchange(page(), 'a real \uFFFD', 'two')).toBe(true)
})

test('says what to remove where a folder stands in the place of the new file', () => {
  const fresh = join(folder, '.blockers.md.new')
  mkdirSync(join(fresh, 'something'), { recursive: true })
  expect(() => exchange(page(), null, 'one')).toThrow(
    new FileFailure(
      'TAKEN',
      `Cannot write ${page()}: ${fresh} is a folder, where the new file is made first; remove it`,
    ),
  )
  expect(readdirSync(fresh)).toEqual(['something'])
})
