import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileFailure } from '../../../src/runtime/ports.ts'
import { lockFile } from '../../../src/runtime/project-file/lock.ts'
import { graphFile } from './graph.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graph-'))
  mkdirSync(dirname(join(folder, graphFile)), { recursive: true })
  writeFileSync(join(folder, graphFile), '{"title":"X","tasks":[1]}\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a writer in a process of its own; gives its exit code or the signal that ended it. */
function writer(...words: string[]): Promise<number | string | null> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'tests/runtime/project-file/writer.ts', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
}

function content(): { title: string; tasks: number[]; seen: string[]; total: number } {
  return JSON.parse(readFileSync(join(folder, graphFile), 'utf8'))
}

describe('processes that share a project file', () => {
  it('lose none of 4 times 100 changes, and leave the keys of others', async () => {
    const names = ['a', 'b', 'c', 'd']
    expect(await Promise.all(names.map((name) => writer('write', folder, name, '100')))).toEqual([0, 0, 0, 0])
    const { seen, total, title, tasks } = content()
    const wanted = names.flatMap((name) => Array.from({ length: 100 }, (_, index) => `${name}-${index + 1}`))
    expect([...seen].sort()).toEqual(wanted.sort())
    expect(total).toBe(400)
    expect({ title, tasks }).toEqual({ title: 'X', tasks: [1] })
    expect(readdirSync(dirname(join(folder, graphFile)))).toEqual(['graph.json'])
  })

  it('recover from one that was killed with the lock in its hands', async () => {
    expect(await writer('die', folder)).toBe('SIGKILL')
    expect(existsSync(join(folder, `${graphFile}.lock`))).toBe(true)
    expect(await Promise.all(['a', 'b'].map((name) => writer('write', folder, name, '20')))).toEqual([0, 0])
    expect(content().total).toBe(40)
  })
})

describe('the lock of a project file', () => {
  it.each([
    ['of today', (path: string) => writeFileSync(path, '')],
    ['of version 0.1, a folder', (path: string) => mkdirSync(path)],
  ])('is taken from a process that is long dead: one %s', (_, make) => {
    const path = join(folder, graphFile)
    make(`${path}.lock`)
    const longAgo = new Date(Date.now() - 600_000)
    utimesSync(`${path}.lock`, longAgo, longAgo)
    const unlock = lockFile(path, 0)
    unlock()
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it.each<[string, (lock: string) => void]>([
    ['has a date in the future', (lock) => writeFileSync(lock, '')],
    ['is a folder with a date in the future', (lock) => mkdirSync(lock)],
  ])("is nobody's if it %s", (_, make) => {
    const path = join(folder, graphFile)
    const tomorrow = new Date(Date.now() + 86_400_000)
    for (const lock of [`${path}.lock`, `${path}.lock.turn`]) {
      make(lock)
      utimesSync(lock, tomorrow, tomorrow)
    }
    const locked = (): string => {
      lockFile(path, 0)()
      return 'locked'
    }
    expect(() => locked(), 'the turn goes first').toThrow('another process holds')
    expect(locked()).toBe('locked')
    expect(readdirSync(dirname(path))).toEqual(['graph.json'])
  })

  it("is nobody's if it is a link, whatever its age, and what the link leads to stays", () => {
    const path = join(folder, graphFile)
    const elsewhere = join(folder, 'elsewhere')
    for (const there of [false, true]) {
      if (there) writeFileSync(elsewhere, 'mine')
      symlinkSync(elsewhere, `${path}.lock`)
      lockFile(path, 0)()
      expect(existsSync(elsewhere)).toBe(there)
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
    expect(readdirSync(dirname(path))).toEqual(['graph.json'])
  })

  it.each(['.lock', '.lock.turn'])(
    'is not waited for if nobody can take it away; what to remove is said: %s',
    (end) => {
      const path = join(folder, graphFile)
      const longAgo = new Date(Date.now() - 600_000)
      writeFileSync(`${path}.lock`, '')
      if (end === '.lock') rmSync(`${path}.lock`)
      mkdirSync(join(`${path}${end}`, 'something'), { recursive: true })
      for (const lock of [`${path}.lock`, `${path}${end}`]) utimesSync(lock, longAgo, longAgo)
      let thrown: unknown = null
      try {
        lockFile(path, 60_000)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(FileFailure)
      expect(thrown).toMatchObject({
        code: 'LOCKED',
        message: `Cannot lock ${path}: ${path}${end} is a folder with something in it, which no lock is; remove it`,
      })
    },
  )

  it('is waited for and then refused in words that name the lock', () => {
    const path = join(folder, graphFile)
    const unlock = lockFile(path, 0)
    try {
      lockFile(path, 30)
      expect.unreachable('the lock was taken twice')
    } catch (error) {
      expect(error).toBeInstanceOf(FileFailure)
      expect(error).toMatchObject({ code: 'LOCKED', message: expect.stringContaining('graph.json.lock') })
    } finally {
      unlock()
    }
  })

  it('is not taken from a process that is only slow, and at once from one that is dead', () => {
    const path = join(folder, graphFile)
    const longAgo = new Date(Date.now() - 20_000)
    const tooLongAgo = new Date(Date.now() - 120_000)
    const unlock = lockFile(path, 0)
    utimesSync(`${path}.lock`, longAgo, longAgo)
    expect(() => lockFile(path, 0)).toThrow('another process holds')
    utimesSync(`${path}.lock`, tooLongAgo, tooLongAgo)
    expect(() => lockFile(path, 0)()).not.toThrow()
    unlock()
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(`${path}.lock`, `${hostname()} ${pid}`)
    expect(() => lockFile(path, 0)()).not.toThrow()
    writeFileSync(`${path}.lock`, `another-machine ${pid}`)
    expect(() => lockFile(path, 0)).toThrow('another process holds')
    rmSync(`${path}.lock`)
  })

  it('may be given back although it was taken away, and leaves the lock of another as it is', () => {
    const path = join(folder, graphFile)
    const unlock = lockFile(path, 0)
    rmSync(`${path}.lock`)
    const other = lockFile(path, 0)
    expect(unlock).not.toThrow()
    expect(existsSync(`${path}.lock`)).toBe(true)
    other()
    expect(existsSync(`${path}.lock`)).toBe(false)
  })
})
