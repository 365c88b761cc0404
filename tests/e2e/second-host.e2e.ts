import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostEnvironment, startHost } from '../support/host.ts'
import { until } from '../support/wait.ts'
import { bash, marker, type Night, prepare, type Stage, startNight, userMessages } from './night.ts'

/**
 * A plugin beside ours that writes down each call of its entries: which part of OpenCode calls `setup` cannot be seen
 * from a plugin that does nothing there.
 */
const witness = `import { appendFileSync } from 'node:fs'
const seen = (line) => appendFileSync(new URL('../../witness.txt', import.meta.url), line + '\\n')
export default {
  id: 'witness',
  server: async () => (seen('server'), {}),
  setup: async (context) => seen('setup ' + Object.keys(context).sort().join(' ')),
}
`
const files = { '.opencode/plugins/witness.js': witness }
const ofSecond = ['app', 'event', 'permission', 'session', 'tool']
const script = [{ calls: [bash('echo refused')] }, { text: 'I think that is all.' }, { text: marker }]
const notSupported = 'does not support OpenCode 2'

const setups = ({ project }: Stage): string[][] =>
  project
    .read('witness.txt')
    .split('\n')
    .filter((line) => line.startsWith('setup '))
    .map((line) => line.split(' ').slice(1))

const log = ({ host }: Stage): string => readFileSync(join(host.home, '.local/share/opencode/log/opencode.log'), 'utf8')
const times = (text: string, part: string): number => text.split(part).length - 1
const recorded = ({ project }: Stage): unknown[] =>
  project.journal().filter(({ event }) => event?.type === 'permission.asked')

let night: Night
let running: Stage
beforeAll(async () => {
  night = await startNight('second-host', { files })
  running = await prepare('second-host-run', { files })
})
afterAll(async () => {
  await night.close()
  await running.close()
})

test('OpenCode 1 calls setup beside server, and nothing is there twice', async () => {
  const logged = log(night).length
  night.model.script('setup-beside', script)
  const session = await night.session()
  await session.prompt('Begin setup-beside')
  await until('the end of the run', async () => (night.model.requests('setup-beside').length >= 3 ? true : null))
  await until('the first setup', async () => (setups(night).length >= 1 ? true : null))
  // The core of the second version is asked by itself: it makes an instance of its own, which calls setup again.
  await fetch(new URL(`/api/session?directory=${encodeURIComponent(night.project.directory)}`, night.server.url))
  await until('the second setup', async () => (setups(night).length >= 2 ? true : null))

  for (const keys of setups(night)) expect(keys.filter((key) => ofSecond.includes(key))).toEqual([])
  expect(times(night.project.blockers(), 'echo refused')).toBe(1)
  expect(recorded(night)).toHaveLength(1)
  expect(night.model.requests('setup-beside')).toHaveLength(3)
  expect(await userMessages(session), 'the task and one prompt').toHaveLength(2)
  expect(log(night).slice(logged) + night.server.output()).not.toContain(notSupported)
})

test('opencode run calls both too, and nothing is there twice', async () => {
  const logged = log(running).length
  running.model.script('setup-run', script)
  const run = startHost(running.host, running.project.directory, ['run', 'Begin setup-run'])
  expect(await run.ended, run.output()).toBe(0)
  expect(setups(running).length).toBeGreaterThan(0)
  expect(times(running.project.blockers(), 'echo refused')).toBe(1)
  expect(recorded(running)).toHaveLength(1)
  expect(running.model.requests('setup-run')).toHaveLength(3)
  expect(log(running).slice(logged) + run.output()).not.toContain(notSupported)
})
