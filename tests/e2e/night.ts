import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type HostInstallation, installHost, repository } from '../support/host.ts'
import { pluginReference } from '../support/pack.ts'
import { makeProject, type Project } from '../support/project.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { type Server, serve } from '../support/serve.ts'
import { openSession, type TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'

export const marker = 'BLOCKER_DIVERTER_DONE!'
export const registered = 'Great, blocker registered, move on with the next non-blocking issues!'

const workFolder = join(repository, '.e2e')

/** The host of this worker: files that run at once share neither its database, nor its packages, nor the store. */
export const hostOfWorker = (): HostInstallation =>
  installHost(join(workFolder, `worker-${process.env['VITEST_POOL_ID'] ?? '1'}`))

export interface Stage {
  host: HostInstallation
  model: ScriptedModel
  project: Project
  close: () => Promise<void>
}

export interface StageOptions {
  files?: Record<string, string>
  options?: object
  /** How the settings name the plugin, if not by its tarball; null if they do not. */
  plugin?: string | null
  /** Where a second provider listens. */
  spareUrl?: string
  /** The person trusts what binds in the project before the night. */
  isTrusted?: boolean
}

/** A scripted model and a project folder with the packed plugin in its settings. */
export async function prepare(
  name: string,
  {
    files = {},
    options = {},
    plugin = pluginReference(inject('tarball')),
    spareUrl,
    isTrusted = false,
  }: StageOptions = {},
): Promise<Stage> {
  const model = await startScriptedModel()
  const host = hostOfWorker()
  const project = makeProject(join(workFolder, name), {
    home: host.home,
    modelUrl: model.url,
    spareUrl,
    plugins: plugin === null ? [] : [[plugin, options]],
    files: { 'README.md': '# A small project\n', ...files },
    settings: { agent: { worker: { description: 'Works', mode: 'primary' } } },
  })
  const stage = { host, model, project, close: model.close }
  if (isTrusted) {
    const { code, output } = program(stage, 'trust')
    if (code !== 0) throw new Error(`Cannot trust the project of the test: ${output}`)
  }
  return stage
}

/** The program as a person runs it in a terminal of their own. */
export function program({ host, project }: Stage, ...words: string[]): { code: number | null; output: string } {
  const env = { ...process.env, HOME: host.home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined }
  const run = spawnSync(process.execPath, [join(repository, 'dist/cli.js'), ...words], { cwd: project.directory, env })
  return { code: run.status, output: `${run.stdout}${run.stderr}` }
}

export interface Night extends Stage {
  server: Server
  session: (existing?: string) => Promise<TestSession>
}

/** A night on a server that was started beside it; to close it ends the server alone. */
export const nightOn = (stage: Stage, server: Server): Night => ({
  ...stage,
  server,
  session: (existing) => openSession(server, existing),
  close: () => server.stop(),
})

/** The same with `opencode serve` running on it. */
export async function startNight(name: string, wanted: Parameters<typeof prepare>[1] = {}): Promise<Night> {
  const stage = await prepare(name, wanted)
  const server = await serve(stage.host, stage.project)
  return {
    ...nightOn(stage, server),
    close: async () => {
      await server.stop()
      await stage.close()
    },
  }
}

/** A promise that a test resolves when it wants a model's answer to begin. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Tool calls for scripts. */
export const bash = (command: string) => ({ name: 'bash', input: { command, description: 'Runs a command' } })
export const readReadme = { name: 'read', input: { filePath: 'README.md' } }
export const write = (filePath: string, content: string) => ({ name: 'write', input: { filePath, content } })
export const blocker = (input: object) => ({ name: 'blocker', input })
export const todos = (...done: boolean[]) => ({
  name: 'todowrite',
  input: {
    todos: done.map((finished, index) => ({
      id: String(index),
      content: `Task ${index + 1}`,
      status: finished ? 'completed' : 'pending',
      priority: 'medium',
    })),
  },
})

/** Texts of the tool results in a request. */
export function toolResults(night: Stage, key: string, request: number): string[] {
  const messages = night.model.requests(key)[request]?.messages ?? []
  return messages.filter((message) => message.role === 'tool').map((message) => message.text)
}

/** Messages in the user's place that are sent to the model, the first task included. */
export async function userMessages(session: TestSession) {
  return (await session.messages()).filter((message) => message.role === 'user' && !message.ignored)
}

/** Types `/blockers …` and returns what the person is shown. */
export const ask = (night: Night, session: TestSession, text: string): Promise<string> =>
  typed(night, session, `/blockers ${text}`)

/** Types a slash command and returns what the person is shown: a bubble that no model sees, or a toast. */
export async function typed(night: Night, session: TestSession, command: string): Promise<string> {
  const bubbles = async () =>
    (await session.messages()).filter((message) => message.ignored).map((message) => message.text)
  const before = { bubbles: (await bubbles()).length, toasts: toasts(night).length }
  await session.command(command)
  // Toasts of sessions beside this one must not be taken for the answer, so a bubble goes first.
  const answered = (await bubbles()).slice(before.bubbles)
  if (answered.length > 0) return answered.join('\n')
  return until(`an answer to ${command}`, async () =>
    [...(await bubbles()).slice(before.bubbles), ...toasts(night).slice(before.toasts)].join('\n'),
  )
}

/** All notices so far, oldest first. */
export function toasts({ server }: Night): string[] {
  return server
    .events()
    .filter((event) => event.type === 'tui.toast.show')
    .map((event) => String(event.properties['message']))
}
