import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { RecordEntry } from '../../src/core/event.ts'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { placeIn } from '../../src/store/place.ts'
import { type HostInstallation, installHost, repository } from '../support/host.ts'
import { packPackage, pluginReference } from '../support/pack.ts'
import { makeProject, type Project } from '../support/project.ts'
import { type Answer, type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { type Server, serve } from '../support/serve.ts'
import { openSession, type TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import type { Counter } from './count.ts'
import { type Act, settled, tokenIn, tokenOf, wordsOn } from './report.ts'
import { fillUp, withSmallDisk } from './space.ts'

const run = promisify(execFile)

interface Stage {
  host: HostInstallation
  model: ScriptedModel
  project: Project
  state: string
}

const inForce = 'version: 1\nbuiltin: [guard, blockers]\npolicies: [policies/blockers.yaml]\n'
const roomForMany = 'version: 1\nextends: builtin:blockers\nparams: { maxBlockers: 500 }\n'

/** Runs `work` with the real OpenCode, the packed plugin and a scripted model. */
async function withOpenCode(work: (stage: Stage) => Promise<void>, state?: string): Promise<void> {
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
      files: {
        'README.md': '# A small project\n',
        '.opencode/policies/blockers.yaml': roomForMany,
        '.opencode/diverter.yaml': inForce,
      },
    })
    await work({ host, model, project, state: state ?? join(host.home, '.local/state/opencode-diverter') })
  } finally {
    await model.close()
  }
}

/**
 * A night of rounds, a step each: a command that is refused, and entries that the agent logs beside it. OpenCode
 * rejects all other open requests of a session with the first one, so there is one command a step.
 */
const nightOf = (name: string, rounds: number, logs: number): Answer[] => [
  ...Array.from({ length: rounds }, (_, round) => ({
    calls: [
      { name: 'bash', input: { command: `make ${tokenOf(name, round + 1, 'a')}`, description: 'Makes something' } },
      ...Array.from({ length: logs }, (_each, at) => {
        const question = `What of ${tokenOf(name, round * logs + at + 1, 'b')}?`
        return {
          name: 'blocker',
          input: { category: 'other', question, context: 'For the table.', blocksProgress: true },
        }
      }),
    ],
  })),
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

async function begin({ model }: Stage, server: Server, name: string, rounds: number, logs = 1): Promise<TestSession> {
  model.script(name, nightOf(name, rounds, logs))
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

/** Four servers that work in one project at once, and a person who answers beside them. */
export const crowdForReal = (counter: Counter, { entries, answers }: Wanted): Promise<void> =>
  withOpenCode(async (stage) => {
    const { host, model, project, state } = stage
    const names = ['ka', 'kb', 'kc', 'kd']
    const servers: Server[] = []
    for (const _ of names) servers.push(await serve(host, project))
    try {
      const answering = answersBeside(stage, answers)
      const nights = await Promise.all(
        servers.map(async (server, at) => {
          const name = names[at] ?? ''
          const session = await begin(stage, server, name, entries / 5, 4)
          await session.rest(1_800_000)
          return toldTo(model, name, session.id)
        }),
      )
      const given = await answering
      const told = nights.flat()
      counter.look({ directory: project.directory, state }, [...told, ...given])
      for (const { did, token, words } of told) if (did === 'owed') counter.wrong('lost', `${token}: ${words}`)
      for (const { did, token, words } of given) if (did === 'refused') counter.wrong('lost', `${token}: ${words}`)
      for (const _ of [...told, ...given]) counter.tried()
      const wanted = names.length * entries + answers
      for (let missing = told.length + given.length; missing < wanted; missing += 1)
        counter.wrong('lost', 'a call without a result, or an answer that was never given')
    } finally {
      for (const server of servers) await server.stop()
    }
  })

export interface Wanted {
  /** Of each server; five a step. */
  entries: number
  answers: number
}

/** Answers entries in the order in which they come, by the program as a person runs it. */
async function answersBeside({ host, project, state }: Stage, count: number): Promise<Act[]> {
  const given: Act[] = []
  const program = join(repository, 'dist/cli.js')
  const env = { PATH: process.env['PATH'], HOME: host.home, OPENCODE_DIVERTER_STATE: state }
  const next = (): RecordEntry | undefined =>
    entriesIn(state, project.directory).find(
      ({ status, question }) => status === 'open' && !given.some(({ token }) => token === tokenIn(String(question))),
    )
  while (given.length < count) {
    const entry = await until('an entry to answer', next, { timeout: 120_000 })
    const { id, question, session } = entry
    const token = tokenIn(String(question)) ?? ''
    const arguments_ = [program, 'answer', id, ...wordsOn(token).split(' ')]
    const said = await run(process.execPath, arguments_, { cwd: project.directory, env })
    const isGiven = said.stdout.startsWith(`${id} is answered: `)
    given.push({ did: isGiven ? 'answered' : 'refused', token, session, words: said.stdout + said.stderr, steps: 0 })
  }
  return given
}

function entriesIn(state: string, directory: string): RecordEntry[] {
  const opened = openUserStore(placeIn(state), 'reader')
  const project = opened.ok ? opened.value.project(directory) : opened
  const rows = project.ok ? project.value.records() : project
  if (opened.ok) opened.value.close()
  return (rows.ok ? rows.value : []).map(({ body }): RecordEntry => JSON.parse(body))
}

/** One server on a disk that gets full again and again; what could not be written is written when there is room. */
export const fullForReal = (counter: Counter, times: number): Promise<void> =>
  withSmallDisk((disk) =>
    withOpenCode(
      async (stage) => {
        const { host, model, project, state } = stage
        const server = await serve(host, project, { OPENCODE_DIVERTER_STATE: state })
        const toasts = () => server.events().filter(({ type }) => type === 'tui.toast.show').length
        const told: Act[] = []
        try {
          const first = await begin(stage, server, 'kfirst', 1)
          await first.rest()
          told.push(...toldTo(model, 'kfirst', first.id))
          for (let time = 0; time < times; time += 1) {
            const filler = fillUp(disk, (time % 5) * 4096)
            const before = toasts()
            const name = `kf${time}x`
            const night = await begin(stage, server, name, 2)
            await night.rest()
            const during = toldTo(model, name, night.id)
            const stored = entriesIn(state, project.directory).map(({ question }) => tokenIn(String(question)))
            const isSaid = toasts() > before
            for (const { did, token } of during)
              if (did === 'kept' && !isSaid && !stored.includes(token)) counter.wrong('silent', token)
            rmSync(filler)
            told.push(...during.map(settled))
            const after = await begin(stage, server, `kg${time}x`, 1)
            await after.rest()
            told.push(...toldTo(model, `kg${time}x`, after.id))
            counter.tried()
          }
          await begin(stage, server, 'klookend', 0).then((look) => look.rest())
          // What waits is tried again as soon as something was written.
          await pause(1000)
          counter.look({ directory: project.directory, state }, told)
        } finally {
          await server.stop()
        }
      },
      join(disk, 'state'),
    ),
  )
