import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { harmlessOf } from '../../src/notify/command.ts'
import { oneTry } from '../../src/notify/courier.ts'
import { jsonOf, noticeOf } from '../../src/notify/notice.ts'
import { openOutlets } from '../../src/notify/outlets.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { until } from '../support/wait.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-notify-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const notice = noticeOf(
  { kind: 'hard', entry: 'b3', question: 'Which one?', said: [] },
  { at: 1000, directory: '/shop', session: 'ses_1', name: 'Build', zone: 'UTC' },
  digest,
)

/** Runs a real program with the environment of this process and two secrets. */
async function run(words: [string, ...string[]], timeout = 20_000) {
  const environment = { ...process.env, OPENAI_API_KEY: 'sk-secret', MY_TOKEN: 'secret' }
  const world = { environment, home, desktop: async () => ({ ok: true, how: '' }) as const }
  const [outlet] = openOutlets([{ command: words }], world)
  if (outlet === undefined) throw new Error('there is no outlet')
  return oneTry({ ...outlet, timeout }, notice, systemClock())
}

const node = (script: string): [string, ...string[]] => [process.execPath, '-e', script]

test('a program reads the notice as JSON, in the home folder, without keys and tokens', async () => {
  const seen = `JSON.stringify({ cwd: process.cwd(), env: process.env, read: fs.readFileSync(0, 'utf8') })`
  const { ok } = await run(node(`const fs = require('fs'); fs.writeFileSync('seen.json', ${seen})`))
  expect(ok).toBe(true)
  const { cwd, env, read } = JSON.parse(readFileSync(join(home, 'seen.json'), 'utf8'))
  expect(cwd).toBe(home)
  expect(read).toBe(`${jsonOf(notice)}\n`)
  expect(env).toMatchObject({ PATH: process.env['PATH'] })
  expect(JSON.stringify(env)).not.toContain('secret')
})

test('only what is known to be harmless is handed on', () => {
  const given = {
    PATH: '/bin',
    LC_ALL: 'C',
    Path: 'C:\\',
    AWS_SECRET_ACCESS_KEY: 'x',
    OPENCODE: '1',
    NODE_OPTIONS: '-r x',
  }
  expect(harmlessOf(given)).toEqual({ PATH: '/bin', LC_ALL: 'C', Path: 'C:\\' })
})

test('what fails, is missing or reads nothing is told', async () => {
  expect(await run(node('process.exit(3)'))).toEqual({
    ok: false,
    code: 'exit',
    why: `${process.execPath} ended with 3`,
    isPassing: false,
  })
  expect(await run(['no-such-program-of-mine'])).toEqual({
    ok: false,
    code: 'no-program',
    why: 'no-such-program-of-mine: there is no such program',
    isPassing: false,
  })
  for (const name of [`${process.execPath}/x`, `/${'x'.repeat(300)}`, 'a\0b'])
    expect(await run([name])).toMatchObject({ ok: false, code: 'no-program' })
  expect(await run([home])).toMatchObject({ ok: false, code: 'no-program', why: `${home}: it cannot be started` })
  expect(await run(node('process.stdin.destroy()'))).toMatchObject({ ok: true })
})

test('one that the system does not let be ended is named as lost, and nothing throws', async () => {
  const kill = process.kill.bind(process)
  const refusing = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM', errno: -1, syscall: 'kill' })
  })
  const script = `require('fs').writeFileSync('held', String(process.pid)); setInterval(() => {}, 1000)`
  const delivery = await run(node(script), 3000)
  refusing.mockRestore()
  kill(Number(readFileSync(join(home, 'held'), 'utf8')), 'SIGKILL')
  expect(delivery).toEqual({
    ok: false,
    code: 'timeout',
    why: `${process.execPath} took too long, and the system does not let it be ended`,
    isPassing: false,
  })
})

test('a slow one is ended with all that it started', async () => {
  const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`
  const script = `const c = ${child}; require('fs').writeFileSync('pids', process.pid + ' ' + c.pid); setInterval(() => {}, 1000)`
  const running = run(node(script), 4000)
  expect(await running).toEqual({
    ok: false,
    code: 'timeout',
    why: `${process.execPath} took too long and was ended`,
    isPassing: false,
  })
  const pids = readFileSync(join(home, 'pids'), 'utf8').split(' ').map(Number)
  expect(pids).toHaveLength(2)
  await until('both to be gone', () => pids.every((pid) => !isThere(pid)))
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // One that has ended may wait for whoever takes its exit code.
  const status = `/proc/${pid}/status`
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
}
