import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository } from '../support/host.ts'

const program = join(repository, 'dist/cli.js')

interface Run {
  code: number | null
  signal: string | null
  output: string
  errors: string
}

/** Runs the built program and closes one of its streams after the first piece, or at once. */
function run(
  words: readonly string[],
  left: 'stdout' | 'stderr' | 'both' | 'none',
  at: 'once' | 'first',
): Promise<Run> {
  const child = spawn(process.execPath, [program, ...words], { cwd: repository })
  const seen = { output: '', errors: '' }
  const close = (name: 'stdout' | 'stderr') => {
    if (left === name || left === 'both') child[name].destroy()
  }
  for (const [name, key] of [
    ['stdout', 'output'],
    ['stderr', 'errors'],
  ] as const) {
    if (at === 'once') close(name)
    child[name].on('data', (piece) => {
      seen[key] += piece
      close(name)
    })
  }
  return new Promise((done) => child.on('close', (code, signal) => done({ code, signal, ...seen })))
}

const long = [
  { name: 'show', words: ['show', 'builtin:blockers', '--resolved'], code: 0 },
  { name: 'lint', words: ['lint', 'tests/lint-corpus'], code: 1 },
  { name: 'context', words: ['context', 'permission.asked'], code: 0 },
  { name: 'help', words: ['--help'], code: 0 },
]

describe('a reader that leaves early', () => {
  test.each(long)('ends $name quietly, with its own exit code', async ({ words, code }) => {
    const whole = await run(words, 'none', 'once')
    expect([whole.code, whole.output.length > 500]).toEqual([code, true])
    for (const [left, at] of [
      ['stdout', 'once'],
      ['stdout', 'first'],
      ['stderr', 'once'],
      ['both', 'once'],
    ] as const) {
      const { code: same, signal, errors } = await run(words, left, at)
      expect({ left, at, same, signal, errors }).toEqual({
        left,
        at,
        same: code,
        signal: null,
        errors: left === 'stdout' ? whole.errors : '',
      })
    }
  })

  test.each(['stderr', 'both'] as const)('ends a refusal quietly too: %s', async (left) => {
    const { code, signal, output, errors } = await run(['fault', 'none'], left, 'once')
    expect({ code, signal, output, errors }).toEqual({ code: 2, signal: null, output: '', errors: '' })
  })

  test('ends a command that would go on', async () => {
    const { code, signal, errors } = await run(['test', 'tests/policies/guard', '--watch'], 'stdout', 'once')
    expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: '' })
  })
})

test.skipIf(process.platform !== 'linux')('output that cannot be written is said by the exit code', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', full, 'ignore'] })
  const code = await new Promise((done) => child.on('exit', done))
  closeSync(full)
  expect(code).toBe(3)
})
