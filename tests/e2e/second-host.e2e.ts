import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repository, startHost } from '../support/host.ts'
import { unpackPackage } from '../support/pack.ts'
import { until } from '../support/wait.ts'
import { bash, marker, type Night, prepare, type Stage, startNight, userMessages } from './night.ts'

/**
 * A plugin beside ours that writes down each call of `setup`, which cannot be seen from a plugin that does nothing there.
 */
const witness = `import { appendFileSync } from 'node:fs'
const seen = (line) => appendFileSync(new URL('../../witness.txt', import.meta.url), line + '\\n')
export default {
  id: 'witness',
  server: async () => ({}),
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
const entries = ({ project }: Stage) => project.blockers().match(/^- \[ \] .*$/gm) ?? []
const decided = ({ project }: Stage, type: string) => project.journal().filter(({ event }) => event?.type === type)
const sent = ({ project }: Stage) => project.journal().filter(({ line }) => line === 'sent')

let night: Night
let running: Stage
beforeAll(async () => {
  // OpenCode 1.18.33 calls setup of plugins in files and folders alone, so the packed one lies unpacked in a folder.
  const folder = unpackPackage(inject('tarball'), join(repository, '.e2e/second-host-package'))
  const plugin = pathToFileURL(folder).href
  night = await startNight('second-host', { files, plugin })
  running = await prepare('second-host-run', { files, plugin })
})
afterAll(async () => {
  await night.close()
  await running.close()
})

test('OpenCode 1 calls setup beside server, and nothing is there twice', async () => {
  const logged = log(night).length
  night.model.script('setup-beside', script)
  const session = await night.session()
  await session.say('Begin setup-beside')
  await session.rest()
  await until('the first setup', () => setups(night).length >= 1)
  // The core of the second version is asked by itself: it makes an instance of its own, which calls setup again.
  const url = /listening on (http:\/\/\S+)/.exec(night.server.process.output())?.[1]
  const answer = await fetch(`${url}/api/agent`, { headers: { 'x-opencode-directory': night.project.directory } })
  expect(answer.status).toBe(200)
  await until('the second setup', () => setups(night).length >= 2)

  for (const keys of setups(night)) expect(keys.filter((key) => ofSecond.includes(key))).toEqual([])
  expect(entries(night)).toHaveLength(1)
  expect(decided(night, 'permission.asked')).toHaveLength(1)
  expect(sent(night)).toHaveLength(1)
  expect(night.model.requests('setup-beside')).toHaveLength(3)
  expect(await userMessages(session), 'the task and one prompt').toHaveLength(2)
  expect(log(night).slice(logged) + night.server.process.output()).not.toContain(notSupported)
})

test('opencode run calls both too, and nothing is there twice', async () => {
  const logged = log(running).length
  running.model.script('setup-run', script)
  const run = startHost(running.host, running.project.directory, ['run', 'Begin setup-run'])
  expect(await run.ended, run.output()).toBe(0)
  expect(setups(running).length).toBeGreaterThan(0)
  expect(entries(running)).toHaveLength(1)
  expect(decided(running, 'permission.asked')).toHaveLength(1)
  expect(sent(running)).toHaveLength(1)
  expect(running.model.requests('setup-run')).toHaveLength(3)
  expect(log(running).slice(logged) + run.output()).not.toContain(notSupported)
})
