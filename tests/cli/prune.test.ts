import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { explainCommand } from '../../src/cli/explain.ts'
import { exportCommand } from '../../src/cli/export.ts'
import { type CommandIo, exit } from '../../src/cli/io/io.ts'
import { type PruneOptions, pruneCommand } from '../../src/cli/prune.ts'
import type * as reduce from '../../src/runtime/keep/reduce.ts'
import { placeOf } from '../support/folder-store.ts'
import { line, open, tamper, value } from '../store/bench.ts'

/** Happens right behind each step of taking lines away. */
const meanwhile = vi.hoisted(() => ({ run: (): void => undefined }))
vi.mock('../../src/runtime/keep/reduce.ts', async (original) => {
  const real = await original<typeof reduce>()
  const reduceNight: typeof real.reduceNight = (...given) => {
    const done = real.reduceNight(...given)
    meanwhile.run()
    return done
  }
  return { ...real, reduceNight }
})

const day = 86_400_000
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diverter-prune-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(root: string, age: number, count = 2, directory = folder): void {
  const store = open(placeOf(folder))
  const lines = Array.from({ length: count }, () =>
    line({ why: 'x'.repeat(100), changes: [] }, Date.now() - age, 'change'),
  )
  value(value(store.project(directory)).commit({ trees: [{ root, after: null, lines }], revision: null }))
  store.close()
}

const terminal = () => {
  let output = ''
  let errors = ''
  const io: CommandIo = {
    cwd: folder,
    place: placeOf(folder),
    userFolder: join(folder, 'user'),
    write: (text) => {
      output += text
    },
    writeError: (text) => {
      errors += text
    },
    color: false,
  }
  return { io, told: () => ({ output, errors }) }
}

async function prune(options: PruneOptions = {}) {
  const { io, told } = terminal()
  const code = await pruneCommand(options, io)
  return { code, ...told() }
}

const ago = (age: number): string => new Date(Date.now() - age).toISOString().slice(0, 10)

describe('prune', () => {
  test('takes the lines of nights older than the user keeps them, in all projects, and says what it took', async () => {
    put('old', 91 * day, 3)
    put('new', 89 * day)
    put('elsewhere', 200 * day, 1, '/other')
    const { code, output, errors } = await prune()
    expect([code, errors]).toEqual([exit.clean, ''])
    expect(output.replace(/has \d+\.\d kB/, 'has 1.0 kB')).toBe(
      [
        `elsewhere in /other, last line ${ago(200 * day)}: 1 lines, 0.1 kB`,
        `old in ${folder}, last line ${ago(91 * day)}: 3 lines, 0.4 kB`,
        'Took 4 lines, 0.5 kB of 2 nights; their entries, answers and figures are left, and the database has 1.0 kB',
        '',
      ].join('\n'),
    )
    expect(await prune()).toMatchObject({ output: 'Nothing to prune: no night is older than 90d\n' })
  })

  test('only says it where that is asked for', async () => {
    put('old', 40 * day)
    const dry = { dryRun: true, olderThan: '30d' }
    const { output } = await prune(dry)
    expect(output).toBe(
      `old in ${folder}, last line ${ago(40 * day)}: 2 lines, 0.2 kB\nWould take 2 lines, 0.2 kB of 1 nights\n`,
    )
    expect(await prune(dry)).toMatchObject({ output })
  })

  test('takes the night of one session, however new it is', async () => {
    put('S1', 0)
    put('S2', 0)
    expect(await prune({ session: 'S1' })).toMatchObject({ code: 0, output: expect.stringContaining('of 1 nights') })
    expect(await prune({ session: 'S1' })).toMatchObject({ output: 'Nothing to prune: it has no lines so old\n' })
    expect(await prune({ session: 'S2', olderThan: '1d' })).toMatchObject({
      output: 'Nothing to prune: it has no lines so old\n',
    })
    expect(await prune({ session: 'S9' })).toEqual({
      code: exit.findings,
      output: '',
      errors:
        'Cannot prune S9: the store has no such session; `opencode-diverter report --all` in its project shows those that it has\n',
    })
  })

  test('leaves a night with a line that has no seal of ours', async () => {
    put('old', 91 * day)
    tamper(placeOf(folder), `UPDATE lines SET body = '{}' WHERE seq = 2`)
    const { code, output, errors } = await prune()
    expect([code, errors]).toEqual([
      exit.findings,
      `The lines of old in ${folder} are kept: some of them have no seal of ours; put the old key back if you have one\n`,
    ])
    expect(output).toContain('Took 0 lines, 0.0 kB of 0 nights')
  })

  test('says how much it took of a night of which it has to leave the rest', async () => {
    put('old', 91 * day, 1500)
    meanwhile.run = () => {
      meanwhile.run = () => undefined
      put('old', 0, 1)
      tamper(placeOf(folder), "UPDATE lines SET body = '{}' WHERE seq = 1501")
    }
    const { code, output, errors } = await prune()
    expect([code, errors]).toEqual([
      exit.findings,
      `The other lines of old in ${folder} are kept: some of them have no seal of ours; put the old key back if you have one\n`,
    ])
    expect(output).toMatch(/^old in .*: 1000 lines, 1\d\d\.\d kB\nTook 1000 lines, 1\d\d\.\d kB of 1 nights; /)
  })

  test('takes nothing where the user keeps all, or the config cannot be read, or the age is none', async () => {
    put('old', 91 * day)
    mkdirSync(join(folder, 'user'))
    const forever =
      'Cannot prune: your config keeps nights for ever, or cannot be read; name an age with --older-than\n'
    for (const keep of ['null', '90 days']) {
      writeFileSync(join(folder, 'user', 'diverter.yaml'), `version: 1\nkeep: ${keep}\n`)
      expect(await prune()).toEqual({ code: exit.usage, output: '', errors: forever })
    }
    expect(await prune({ olderThan: 'a year' })).toMatchObject({
      code: exit.usage,
      errors: 'Cannot prune: "a year" is no age; write it like 30d or 12h\n',
    })
    expect(await prune({ olderThan: '90d' })).toMatchObject({ code: exit.clean })
  })

  test('makes no store', async () => {
    expect(await prune()).toMatchObject({ code: exit.clean })
    expect(existsSync(placeOf(folder).database)).toBe(false)
  })
})

test('of a pruned night export, replay and explain say that it is gone', async () => {
  put('S1', 0)
  await prune({ session: 'S1' })
  const exported = terminal()
  expect(exportCommand('S1', exported.io)).toBe(exit.findings)
  const gone = 'its lines were taken away after their time; its entries are left, and its figures\n'
  expect(exported.told()).toEqual({ output: '', errors: `Cannot export S1: ${gone}` })
  const explained = terminal()
  expect(explainCommand(undefined, { journal: 'S1', line: 1 }, explained.io)).toBe(exit.unreadable)
  expect(explained.told()).toEqual({ output: '', errors: `Cannot read the night S1: ${gone}` })
  put('S1', 0, 1)
  const later = terminal()
  expect(exportCommand('S1', later.io)).toBe(exit.clean)
  expect(later.told().output).toMatch(/^\{"v":1,"seq":3,.*\n$/)
  expect(later.told().errors).toBe('Its earlier lines were taken away after their time\n')
})
