import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askVersion } from '../../../src/cli/doctor/ask-version.ts'
import { projectFolder } from '../../support/project-folder.ts'
import { until } from '../../support/wait.ts'

const patient = 30_000

function program(script: string): { path: string; folder: string } {
  const folder = projectFolder({})
  const path = join(folder, 'opencode')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return { path, folder }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.skipIf(process.platform === 'win32')('a program that is asked for its version', () => {
  it('is given --version, and what it prints comes back', async () => {
    expect(await askVersion(program('echo "$@ 1.2.3"; echo noise >&2').path, patient)).toEqual({
      state: 'answered',
      text: '--version 1.2.3\n',
    })
  })

  it('may be absent, fail, or not be a program', async () => {
    expect(await askVersion(join(projectFolder({}), 'nothing'), patient)).toEqual({ state: 'absent' })
    expect(await askVersion(program('exit 3').path, patient)).toEqual({ state: 'failed', why: 'it ended with 3' })
    expect(await askVersion(program('kill -9 $$').path, patient)).toEqual({
      state: 'failed',
      why: 'it ended with SIGKILL',
    })
    const { path } = program('echo 1.2.3')
    chmodSync(path, 0o644)
    expect(await askVersion(path, patient)).toMatchObject({ state: 'failed', why: expect.stringContaining('EACCES') })
  })

  it.each([
    ['hangs', 'sleep 600'],
    ['leaves a child behind that holds its output', 'sleep 600 & echo $! > child; echo 1.2.3'],
  ])('that %s is ended with all that it started', async (_name, script) => {
    const { path, folder } = program(`cd "$(dirname "$0")"; echo $$ > parent; ${script}`)
    expect(await askVersion(path, 1000)).toEqual({ state: 'failed', why: 'it did not answer within 1 s' })
    for (const name of ['parent', 'child'].filter((each) => existsSync(join(folder, each)))) {
      const pid = Number(readFileSync(join(folder, name), 'utf8'))
      await until(`the end of the ${name}`, () => !isAlive(pid))
    }
  })

  it('that never stops printing is ended', async () => {
    expect(await askVersion(program('yes 1.2.3').path, patient)).toEqual({
      state: 'failed',
      why: 'it printed more than a version',
    })
  })
})
