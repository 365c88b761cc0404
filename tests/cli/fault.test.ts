import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asciiOnly } from '../../scripts/ascii-only.mjs'
import { ownSources } from '../../scripts/own-sources.mjs'
import { unexpected } from '../../src/cli/fault/unexpected.ts'
import { faultCommand } from '../../src/cli/fault.ts'
import { type Fault, faultOf, shortDigest } from '../../src/fault/fault.ts'
import { keepFault } from '../../src/runtime/fault/keep-fault.ts'
import { ExpectedError } from '../../src/runtime/ports.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { folderStore } from '../support/folder-store.ts'
import { memoryIo } from '../support/memory-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'fault-'))
const root = join(folder, 'package')
const source = `import './first.js'; import { given } from '../node_modules/theirs/index.js'
const wide = /[äöü–…😀]+/
export const before = (text) => wide.test(text); export function broken(map) {
  /** What follows on the built line moves by the characters before it. */
  if (/[ä]{2}/.test('x')) return 1
  return String.raw\`…\` + map.get('x')
}
export const asked = () => given(null)
`
/** Stands on the built line before what a package brings. */
const first = 'globalThis.first = () => 1\n'
const theirs = 'export function given(map) {\n  return map.theirs\n}\n'
let thrown: unknown
let thrownByThem: unknown
let code = ''

beforeAll(async () => {
  mkdirSync(join(root, 'src'), { recursive: true })
  mkdirSync(join(root, 'dist/maps'), { recursive: true })
  mkdirSync(join(root, 'node_modules/theirs'), { recursive: true })
  writeFileSync(join(root, 'src/broken.js'), source)
  writeFileSync(join(root, 'src/first.js'), first)
  writeFileSync(join(root, 'node_modules/theirs/index.js'), theirs)
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/broken.js'],
    outfile: 'dist/server.js',
    format: 'esm',
    bundle: true,
    minify: true,
    charset: 'utf8',
    sourcemap: 'external',
    banner: { js: '// a banner' },
    write: false,
  })
  const [map, text] = ['.map', '.js'].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '')
  const made = asciiOnly(text ?? '', JSON.parse(map ?? ''))
  code = made.code
  const texts = new Map<string, string>()
  writeFileSync(join(root, 'dist/server.js'), code)
  writeFileSync(join(root, 'dist/maps/server.js.map'), JSON.stringify(ownSources(made.map, texts)))
  writeFileSync(join(root, 'dist/maps/sources.json'), JSON.stringify(Object.fromEntries(texts)))
  const { broken, asked } = await import(pathToFileURL(join(root, 'dist/server.js')).href)
  thrown = failureOf(() => broken(null))
  thrownByThem = failureOf(asked)
})

function failureOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A project that met these faults, one in each session. */
function projectWith(name: string, faults: readonly Fault[]): ReturnType<typeof memoryIo> {
  mkdirSync(join(folder, name), { recursive: true })
  const io = memoryIo(realpathSync(join(folder, name)))
  const store = folderStore(io.cwd, 'p')
  for (const [at, fault] of faults.entries())
    keepFault({ store, clock: { ...systemClock(), now: () => at } }, fault, `ses_${at}`)
  store.close()
  return io
}

const same = (text: string) => text
const fault = () => faultOf('tool calls', thrown, shortDigest(code), same)

describe('the fault command', () => {
  test('names the place in the source, behind characters that the build writes as escapes', () => {
    expect(code).toMatch(/^[\x00-\x7f]*$/)
    expect(code).toContain('\\u2026')
    const io = projectWith('known', [fault(), fault()])
    expect(faultCommand(` ${fault().id.toUpperCase()}`, io, root)).toBe(0)
    const [head, second, first, empty, message, place, line, pointer] = io.output().split('\n')
    expect([head, second, first, empty]).toEqual([
      `Fault ${fault().id}`,
      '  1970-01-01T00:00:00.001Z  in tool calls  ses_1',
      '  1970-01-01T00:00:00.000Z  in tool calls  ses_0',
      '',
    ])
    expect(message).toBe("TypeError: Cannot read properties of null (reading 'get')")
    const column = (source.split('\n')[5] ?? '').indexOf('get') + 1
    expect(place).toBe(`    at src/broken.js:6:${column}`)
    expect(line?.indexOf('get')).toBe(pointer?.indexOf('^'))
    expect(line).toContain("map.get('x')")
  })

  test('leaves the place of a package as it is, and names the one of ours that called it', () => {
    const inTheirs = faultOf('tool calls', thrownByThem, shortDigest(code), same)
    const io = projectWith('theirs', [inTheirs])
    expect(faultCommand(inTheirs.id, io, root)).toBe(0)
    const places = io
      .output()
      .split('\n')
      .filter((line) => line.startsWith('    at '))
    expect(places[0]).toContain('dist/server.js:')
    expect(places[1]).toBe(`    at src/broken.js:8:${(source.split('\n')[7] ?? '').indexOf('given') + 1}`)
  })

  test('maps nothing of another build, and says so', () => {
    const io = projectWith('other', [{ ...fault(), build: '00000000' }])
    expect(faultCommand(fault().id, io, root)).toBe(0)
    expect(io.output()).toMatch(/dist\/server\.js:\d+:\d+/)
    expect(io.output()).not.toContain('src/broken.js')
    expect(io.output()).toMatch(/\n\nThe places are those of another build of opencode-diverter than this one.\n$/)
  })

  test('leaves places alone that it does not know, and reads no file that a fault names', () => {
    const stack = ['at f (node:fs:1:2)', 'at g (/etc/server.js:999999:1)', 'at h (server.js:0:0)']
    const io = projectWith('foreign', [{ ...fault(), error: { name: 'E', message: 'm', stack, cause: null } }])
    expect(faultCommand(fault().id, io, root)).toBe(0)
    for (const place of stack) expect(io.output()).toContain(`    ${place}\n`)
  })

  test('shows no control characters of a fault', () => {
    const error = { name: 'E', message: 'red \u001b[31m', stack: [], cause: null }
    const io = projectWith('control', [{ ...fault(), where: '\u001b[2J', error }])
    expect(faultCommand(fault().id, io, root)).toBe(0)
    expect(io.output()).not.toContain('\u001b')
  })

  test('says what there is where no night has such a fault', () => {
    const io = projectWith('none', [{ ...fault(), id: 'aaaaaa' }])
    expect(faultCommand('0a0a0a', io, root)).toBe(1)
    const empty = memoryIo(folder)
    expect(faultCommand('0a0a0a', empty, root)).toBe(1)
    expect(faultCommand('b1', empty, root)).toBe(2)
    expect([io.errors(), empty.errors()]).toEqual([
      'Cannot show the fault 0a0a0a: no night of this project has it; they have aaaaaa\n',
      'Cannot show the fault 0a0a0a: no night of this project has it; they have none\n' +
        'Cannot show the fault b1: an id has six hexadecimal digits, such as f3a9c2\n',
    ])
  })
})

describe('a fault of a command', () => {
  test('is told with id, stack and causes, and has an exit code of its own', () => {
    const io = memoryIo(folder)
    expect(unexpected(new TypeError('x is null', { cause: new Error('token=sk-ant-abcdefghijklmnop123') }), io)).toBe(5)
    expect(io.errors()).toMatch(/^Cannot go on \(fault [0-9a-f]{6}\): TypeError: x is null\n {4}at .*fault\.test\.ts:/)
    expect(io.errors()).toContain('\nCaused by Error: token=')
    expect(io.errors()).not.toContain('sk-ant')
  })

  test('is none where something may well fail', () => {
    const io = memoryIo(folder)
    const full = Object.assign(new Error("ENOSPC: no space left on device, open '/x'"), { code: 'ENOSPC' })
    expect([unexpected(full, io), unexpected(new ExpectedError('there is no such param'), io)]).toEqual([3, 3])
    expect(io.errors()).toBe(
      "Cannot go on: ENOSPC: no space left on device, open '/x'\nCannot go on: there is no such param\n",
    )
  })
})
