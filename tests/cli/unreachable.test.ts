import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { placeIn } from '../../src/store/place.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diverter-unreachable-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

async function run(state: string, ...words: string[]) {
  const seen = { output: '', errors: '' }
  const io = {
    cwd: folder,
    place: placeIn(state),
    color: false,
    write: (text: string) => {
      seen.output += text
    },
    writeError: (text: string) => {
      seen.errors += text
    },
  }
  return { code: await runProgram(words, '0.1.0', io), ...seen }
}

/** The superuser may search every folder. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isSuperuser = process.getuid?.() === 0
  if (isSuperuser) process.seteuid?.('nobody')
  try {
    return await work()
  } finally {
    if (isSuperuser) process.seteuid?.(0)
  }
}

const elsewhere = 'or name another folder in OPENCODE_DIVERTER_STATE'
const commands = [['answer'], ['grants'], ['page'], ['export', 'S1'], ['prune', '--older-than', '1d']]

describe('a store that cannot be reached is said, and not taken for an empty one', () => {
  test.each(commands)('%s', async (...words) => {
    const state = join(folder, 'state')
    writeFileSync(state, '')
    expect(await run(state, ...words)).toEqual({
      code: 3,
      output: '',
      errors: `Cannot open the store: ${state} is no folder; move it away, ${elsewhere}\n`,
    })
  })

  test('below a file, by a link, and below a link that leads nowhere', async () => {
    const nowhere = join(folder, 'nowhere')
    symlinkSync(join(folder, 'gone'), nowhere)
    writeFileSync(join(folder, 'file'), '')
    const told = async (state: string) => (await run(state, 'answer')).errors.replaceAll(folder, '')
    const link = `Cannot open the store: /nowhere is a link; put a folder or a file of its own there, ${elsewhere}\n`
    expect(await told(nowhere)).toBe(link)
    expect(await told(join(nowhere, 'a/b'))).toBe(link)
    expect(await told(join(folder, 'file/a'))).toBe(
      `Cannot open the store: /file/a/nights.db is below a file; move it away, ${elsewhere}\n`,
    )
  })

  test('in a folder that may not be searched', async () => {
    const state = join(folder, 'shut/state')
    mkdirSync(state, { recursive: true })
    // All that the program loads is loaded while it may be.
    expect(await run(state, 'answer')).toMatchObject({ code: 0 })
    chmodSync(dirname(state), 0)
    const { code, errors } = await asNobody(() => run(state, 'answer'))
    chmodSync(dirname(state), 0o700)
    expect([code, errors]).toEqual([
      3,
      `Cannot open the store: ${state}/nights.db may not be looked at; allow this user to read there, ${elsewhere}\n`,
    ])
  })

  test('and one that was never made is empty', async () => {
    expect(await run(join(folder, 'a/b/state'), 'answer')).toEqual({
      code: 0,
      output: 'Nothing waits for an answer here.\n',
      errors: '',
    })
  })
})
