import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type HostInstallation, installHost, repository } from '../support/host.ts'
import { packPackage, pluginReference } from '../support/pack.ts'
import { makeProject, type Project } from '../support/project.ts'
import { type Answer, type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { type Server, serve } from '../support/serve.ts'
import { openSession, type TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import type { Counter } from './count.ts'
import { type Act, tokenIn, tokenOf } from './report.ts'

interface Stage {
  host: HostInstallation
  model: ScriptedModel
  project: Project
  state: string
}

/** Runs `work` with the real OpenCode, the packed plugin and a scripted model. */
async function withOpenCode(work: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = join(repository, '.e2e/faults')
  rmSync(folder, { recursive: true, force: true })
  const plugin = pluginReference(packPackage(join(folder, 'package')))
  const model = await startScriptedModel()
  try {
    const host = installHost(folder)
    const project = makeProject(join(folder, 'project'), {
      home: host.home,
      modelUrl: model.url,
      plugins: [plugin],
      files: { 'README.md': '# A small project\n' },
    })
    await work({ host, model, project, state: join(host.home, '.local/state/opencode-diverter') })
  } finally {
    await model.close()
  }
}

/** A night of rounds: a command that is refused, then an entry that the agent logs. */
const nightOf = (name: string, rounds: number): Answer[] => [
  ...Array.from({ length: rounds }, (_, at) => {
    const [command, question] = [`make ${tokenOf(name, at + 1, 'a')}`, `What of ${tokenOf(name, at + 1, 'b')}?`]
    const input = { category: 'other', question, context: 'For the table.', blocksProgress: true }
    return [
      { calls: [{ name: 'bash', input: { command, description: 'Makes something' } }] },
      { calls: [{ name: 'blocker', input }] },
    ]
  }).flat(),
  { text: 'BLOCKER_DIVERTER_DONE!' },
]

/** What the agent of a night was told: a result of each call that it has made. */
function toldTo(model: ScriptedModel, name: string, session: string): Act[] {
  const messages = model.requests(name).at(-1)?.messages ?? []
  const tokens = messages.flatMap(({ calls }) => calls.map((call) => tokenIn(call.arguments) ?? ''))
  const results = messages.filter(({ role }) => role === 'tool')
  return results.map(({ text }, at) => {
    const isKept = /nothing is approved|^Great, blocker registered/.test(text)
    return { did: isKept ? 'kept' : 'owed', token: tokens[at] ?? '', session, words: text, steps: 0 }
  })
}

async function begin({ model }: Stage, server: Server, name: string, rounds: number): Promise<TestSession> {
  model.script(name, nightOf(name, rounds))
  const session = await openSession(server)
  await session.say(`Begin ${name}`)
  return session
}

/** Servers that are killed in the middle of a night; the next one finds what each left, and is the next to die. */
export const killedForReal = (counter: Counter, kills: number): Promise<void> =>
  withOpenCode(async (stage) => {
    const { host, model, project, state } = stage
    const told: Act[] = []
    for (let kill = 0; ; kill += 1) {
      const server = await serve(host, project)
      const looks = await begin(stage, server, `look${kill}end`, 0)
      await looks.rest()
      counter.look({ directory: project.directory, state }, told)
      if (kill > 0) counter.tried()
      if (kill === kills) return server.stop()
      const name = `k${kill}`
      const night = await begin(stage, server, name, 20)
      await until('the first entries', () => model.requests(name).length > 2)
      await pause(Math.random() * 1500)
      await server.stop('SIGKILL')
      told.push(...toldTo(model, name, night.id))
    }
  })

/** Four servers that work in one project at once. */
export const crowdForReal = (counter: Counter, rounds: number): Promise<void> =>
  withOpenCode(async (stage) => {
    const { host, model, project, state } = stage
    const names = ['ka', 'kb', 'kc', 'kd']
    const servers: Server[] = []
    for (const _ of names) servers.push(await serve(host, project))
    try {
      const nights = await Promise.all(
        servers.map(async (server, at) => {
          const name = names[at] ?? ''
          const session = await begin(stage, server, name, rounds)
          await session.rest(300_000)
          return toldTo(model, name, session.id)
        }),
      )
      const told = nights.flat()
      counter.look({ directory: project.directory, state }, told)
      for (const { did, token, words } of told) {
        if (did === 'owed') counter.wrong('lost', `${token}: ${words}`)
        counter.tried()
      }
      for (let missing = told.length; missing < names.length * rounds * 2; missing += 1)
        counter.wrong('lost', 'a call without a result')
    } finally {
      for (const server of servers) await server.stop()
    }
  })
