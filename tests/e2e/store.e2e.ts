import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { contract } from '../store/contract.ts'
import { hostProgram, repository } from '../support/host.ts'

test("the store does the same on the SQLite of OpenCode's runtime", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diverter-bun-'))
  try {
    const outfile = join(folder, 'contract.mjs')
    await build({
      absWorkingDir: repository,
      entryPoints: ['tests/store/contract-on-bun.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
    const { stdout, stderr, status } = spawnSync(hostProgram(), [outfile], {
      env: { ...process.env, BUN_BE_BUN: '1' },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      bun: expect.stringMatching(/^\d+\.\d+\.\d+/),
      cases: contract.length,
      comparisons: comparisonsHere(),
      failures: [],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** How often the contract compares, counted on Node. */
function comparisonsHere(): number {
  let count = 0
  const counted = (compare: (found: unknown, wanted: unknown) => void) => (found: unknown, wanted: unknown) => {
    count += 1
    compare(found, wanted)
  }
  for (const { run } of contract) run({ equal: counted(assert.equal), deepEqual: counted(assert.deepEqual) })
  return count
}
