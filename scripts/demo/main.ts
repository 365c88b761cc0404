import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type HostInstallation, hostProgram, installHost, repository } from '../../tests/support/host.ts'
import { makeProject } from '../../tests/support/project.ts'
import { type Answer, type ScriptedModel, startScriptedModel } from '../../tests/support/scripted-model.ts'
import { type Server, serve } from '../../tests/support/serve.ts'
import { openSession } from '../../tests/support/session.ts'
import { until } from '../../tests/support/wait.ts'
import { narrator } from './progress.ts'
import { rough } from './rough.ts'
import { type Story, usual } from './story.ts'
import { isWholeNight, type Summary, summarise } from './summary.ts'

const usage = `One night on the real OpenCode, in a project of its own.

npm run demo -- [--out DIR] [--rough | --model provider/model]

  --out DIR               keep everything in DIR (new, empty, or an earlier demo's); else a new temporary folder
  --rough                 a night with an error, silence, a quota and a refused test run
  --model provider/model  let your own provider do the night instead of the scripted model`

const longestNight = { scripted: 300_000, own: 1_800_000 }

/** Runs the demo; the result is the exit code. */
export async function main(given: string[]): Promise<number> {
  const { values } = parseArgs({
    args: given,
    options: {
      out: { type: 'string' },
      model: { type: 'string' },
      rough: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const own = values.model?.split('/')
  if (own && own.length < 2) {
    console.error(
      `Cannot use the model ${values.model}: it is to be provider/model, such as anthropic/claude-sonnet-4-5`,
    )
    return 2
  }
  if (own && values.rough) {
    console.error('Cannot use --model with --rough: only scripted models go wrong as they are told')
    return 2
  }
  const story = values.rough ? rough : usual
  const folder = values.out ? resolve(values.out) : mkdtempSync(join(tmpdir(), 'opencode-night-'))
  if (!claim(folder)) {
    console.error(`Cannot use ${folder}: it holds files that no demo wrote; name a new or an empty folder`)
    return 2
  }

  const say = teller()
  const model = await scripted('call', story.task, story.night)
  const spare = story.spare === null ? null : await scripted('spare', story.task, story.spare)
  const host = own ? ownHost() : installHost(folder)
  const project = makeProject(join(folder, 'project'), {
    home: host.home,
    modelUrl: own ? null : model.url,
    spareUrl: spare?.url,
    plugins: [pathToFileURL(repository).href],
    files: story.files,
    settings: { permission: story.permission, ...(own && { model: values.model }) },
  })
  say('demo', `project ${project.directory}`)
  say('demo', 'OpenCode starts')
  const server = await serve(host, project)
  try {
    const summary = await watch(server, story, say, own ? longestNight.own : longestNight.scripted)
    report(server, summary, host.home)
    return isWholeNight(summary, story) ? 0 : 1
  } finally {
    await server.stop()
    await model.close()
    await spare?.close()
  }
}

async function scripted(calls: string, task: string, night: readonly Answer[]): Promise<ScriptedModel> {
  const model = await startScriptedModel(calls)
  model.script(
    task,
    night.map((answer) => ({ ...answer, delay: 500 })),
  )
  return model
}

/** Takes a new or empty folder, or one that an earlier demo took; any other is left alone. */
function claim(folder: string): boolean {
  const mark = join(folder, '.opencode-night')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(mark) && readdirSync(folder).length > 0) return false
  writeFileSync(mark, '')
  return true
}

/** The person's own HOME, where their providers are known. */
function ownHost(): HostInstallation {
  return { program: hostProgram(), home: process.env['HOME'] ?? '' }
}

function teller(): (who: string, what: string) => void {
  const begun = Date.now()
  return (who, what) => {
    const seconds = ((Date.now() - begun) / 1000).toFixed(1)
    console.log(`${seconds.padStart(6)} s  ${who.padEnd(8)} ${what}`)
  }
}

/** Gives the task and tells what happens until the night is over. */
async function watch(
  server: Server,
  story: Story,
  say: (who: string, what: string) => void,
  longest: number,
): Promise<Summary> {
  const narrate = narrator(say)
  let told = 0
  const tell = () => {
    for (const event of server.events().slice(told)) narrate(event)
    told = server.events().length
  }
  const session = await openSession(server)
  const telling = setInterval(tell, 100)
  try {
    await session.say(story.task)
    // A session rests between an error and the prompt that goes on: what ends a night is the stop.
    await until('the end of the run', async () => (await summarise(server, session.id)).stopped, {
      timeout: longest,
      every: 250,
    }).then(
      () => session.rest(),
      () => say('demo', 'the run did not stop'),
    )
  } finally {
    clearInterval(telling)
    tell()
  }
  return summarise(server, session.id)
}

function report(server: Server, summary: Summary, home: string): void {
  const { directory } = server.project
  console.log(`\n${'='.repeat(30)} blockers.md ${'='.repeat(30)}\n`)
  console.log(server.project.blockers())
  console.log(`${'='.repeat(73)}\n`)
  console.log(`diverted   ${summary.diverted.length} requests that would have waited for you`)
  for (const one of summary.diverted) console.log(`           - ${one}`)
  console.log(`logged     ${summary.logged.length} entries in blockers.md`)
  console.log(
    `continued  ${summary.continued} time${summary.continued === 1 ? '' : 's'}, when the agent stopped too early`,
  )
  if (summary.mishaps.length > 0) console.log(`went wrong ${summary.mishaps.join(', ')}`)
  console.log(`stopped    ${summary.stopped ?? 'not at all'}`)
  console.log(`files      ${join(directory, 'blockers.md')}`)
  console.log(`report     ${writeReport(directory, home)}`)
  console.log(
    `\nnight: ${summary.diverted.length} diverted, ${summary.logged.length} logged, ${summary.continued} continued, ` +
      `stopped: ${summary.stopped ?? 'not'}`,
  )
}

/** Has the program tell of the night as one page; its path, or why there is none. */
function writeReport(directory: string, home: string): string {
  const { XDG_STATE_HOME: _, OPENCODE_DIVERTER_STATE: __, ...env } = process.env
  const words = [join(repository, 'dist/cli.js'), 'report', '--all', '--html', 'report.html']
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: directory,
    encoding: 'utf8',
    env: { ...env, HOME: home },
  })
  return status === 0 ? join(directory, 'report.html') : `none: ${stderr.trim()}`
}
