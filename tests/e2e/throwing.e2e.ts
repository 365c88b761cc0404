import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repository } from '../support/host.ts'
import { makeProject, type Project } from '../support/project.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { type Server, serve } from '../support/serve.ts'
import { openSession } from '../support/session.ts'
import { throwingPlugin } from '../support/throwing/build.ts'
import { happenings } from '../support/throwing/server.ts'
import { until } from '../support/wait.ts'
import { bash, blocker, hostOfWorker, readReadme } from './night.ts'

const workFolder = join(repository, '.e2e')

let model: ScriptedModel
let project: Project
let server: Server
beforeAll(async () => {
  model = await startScriptedModel()
  const host = hostOfWorker()
  project = makeProject(join(workFolder, 'throwing'), {
    home: host.home,
    modelUrl: model.url,
    plugins: [await throwingPlugin(inject('tarball'), join(workFolder, 'throwing-plugin'))],
    files: { 'README.md': '# A small project\n' },
    settings: { command: { greet: { template: 'Greet $ARGUMENTS' } } },
  })
  server = await serve(host, project)
})
afterAll(async () => {
  await server.stop()
  await model.close()
})

/** Names of the hooks in whose calls this happened. */
function hooksThat(happened: string): string[] {
  const lines = project
    .read(happenings)
    .split('\n')
    .filter((line) => line !== '')
  const notes = lines.map((line) => JSON.parse(line) as { hook: string; happened: string })
  return [...new Set(notes.filter((note) => note.happened === happened).map((note) => note.hook))].sort()
}

test('every hook throws in its body, and the session works as without the plugin', async () => {
  model.script('all-is-broken', [
    { calls: [readReadme] },
    { calls: [bash('echo all-is-broken')] },
    { calls: [blocker({ category: 'other', question: 'Does it work?', context: 'x', blocksProgress: false })] },
    { text: 'That is all.' },
    { text: 'Hello, Ada.' },
  ])
  const session = await openSession(server)
  await session.say('Begin all-is-broken')
  const request = await until('the prompt', async () => (await session.pending())[0])
  await server.client.permission.reply({ requestID: request.id, reply: 'once' })
  await session.rest()
  const results = model
    .requests('all-is-broken')
    .at(-1)
    ?.messages.filter((message) => message.role === 'tool')
  expect(results?.map((result) => result.text)).toEqual([
    expect.stringContaining('# A small project'),
    'all-is-broken\n',
    expect.stringContaining('Cannot log this: the plugin failed'),
  ])
  await session.command('/greet Ada')
  await server.client.session.summarize({ sessionID: session.id, providerID: 'scripted', modelID: 'one' })
  expect((await session.messages()).filter(({ role }) => role === 'assistant').map(({ text }) => text)).toEqual([
    '',
    '',
    '',
    'That is all.',
    'Hello, Ada.',
    'Summary of the work on all-is-broken.',
  ])
  await server.client.instance.dispose()
  await until('the end of the instance', () => hooksThat('threw').includes('dispose'))

  expect(hooksThat('offered')).toContain('tool blocker')
  expect(hooksThat('entered')).toEqual(hooksThat('offered'))
  expect(hooksThat('threw')).toEqual(hooksThat('offered'))
  expect(hooksThat('let out')).toEqual([])
  expect(server.events().filter((event) => event.type === 'session.error')).toEqual([])
  // Nothing was decided, and each fault is kept once.
  expect(project.journal()).toEqual([])
  const kept = project.faults()
  expect(kept.filter(({ fault }) => fault.error.message !== 'thrown by a test')).toEqual([])
  const ids = kept.map(({ fault, session }) => `${fault.id} ${session}`)
  expect([ids.length > 0, new Set(ids).size]).toEqual([true, ids.length])
})
