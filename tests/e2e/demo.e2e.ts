import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repository } from '../support/host.ts'

/** A slow machine starts OpenCode in a minute and gives half a minute to each of its twelve turns. */
const longest = 420_000
const folder = mkdtempSync(join(tmpdir(), 'opencode-night-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'a rough night ends as done, and what the agent called done is shown',
  () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/run.mjs', 'scripts/demo/main.ts', '--rough', '--out', folder],
      { cwd: repository, encoding: 'utf8', timeout: longest - 10_000 },
    )
    const lines = stdout.trimEnd().split('\n')
    expect(lines.at(-1), stdout + stderr).toMatch(
      /^night: \d+ diverted, \d+ logged, \d+ continued, stopped: done \(verified by node check\.mjs, \d\d:\d\d\)$/,
    )
    // An error at the first request, a call that hangs, a quota and the fallback; and a test run that was refused.
    expect(stdout).toContain('went wrong error: network, silence: model, error: quota, from here on: spare/one')
    expect(stdout).toMatch(/^diverted +\d+ requests/m)
    expect(stdout).toContain('npm test')
    expect(status).toBe(0)
  },
  longest,
)
