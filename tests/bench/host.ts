import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostProgram, installHost, repository, startHost } from '../support/host.ts'
import { makeProject } from '../support/project.ts'
import { startScriptedModel } from '../support/scripted-model.ts'
import { figuresOf, type Row } from './measure.ts'

const starts = 15
const hostModules = ['child_process', 'crypto', 'fs', 'module', 'os', 'path', 'process', 'url', 'util']

/** Import and server() inside the host's own runtime, each time in a new process; the first one warms its caches. */
export function startRow(): Row {
  const folder = mkdtempSync(join(tmpdir(), 'diverter-start-'))
  try {
    const empty = join(folder, 'empty.js')
    writeFileSync(empty, 'export default { id: "empty", server: async () => ({}) }\n')
    const program = hostProgram()
    const take = (plugin: string) => {
      const taken = Array.from({ length: starts + 1 }, (_, index) =>
        startOnce(program, plugin, folder, join(folder, String(index))),
      )
      return figuresOf(taken.slice(1))
    }
    const figures = take(join(repository, 'dist/server.js'))
    return {
      name: 'import and server() in the host, warm',
      figures,
      baseline: { name: 'an empty plugin', figures: take(empty) },
      goal: { text: 'median at most 60 ms', met: figures.median <= 60 },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function startOnce(program: string, plugin: string, home: string, folder: string): number {
  const script = join(folder, 'start.mjs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    script,
    // The host has loaded these of its runtime's own modules long before it loads a plugin.
    `${hostModules.map((name) => `import 'node:${name}'`).join('\n')}
     const client = { _client: {}, app: { log: async () => ({}) } }
     const begun = performance.now()
     const { default: plugin } = await import(${JSON.stringify(plugin)})
     const hooks = await plugin.server({ client, directory: ${JSON.stringify(folder)}, worktree: ${JSON.stringify(folder)} })
     console.log(JSON.stringify({ took: performance.now() - begun, hooks: Object.keys(hooks).length }))
     process.exit(0)`,
  )
  const { stdout, stderr } = spawnSync(program, [script], {
    encoding: 'utf8',
    env: { ...process.env, BUN_BE_BUN: '1', HOME: home },
  })
  const result = /\{.*\}/.exec(stdout)?.[0]
  if (result === undefined) throw new Error(`Cannot measure the start: ${stdout}${stderr}`)
  const { took, hooks } = JSON.parse(result) as { took: number; hooks: number }
  if (hooks === 0 && !plugin.endsWith('empty.js')) throw new Error('Cannot measure the start: the plugin was off')
  return took
}

export interface RequestSize {
  on: number
  off: number
}

/** Bytes of the first request that a model gets, with the plugin and without. */
export async function requestSize(): Promise<RequestSize> {
  const folder = mkdtempSync(join(tmpdir(), 'diverter-request-'))
  const model = await startScriptedModel()
  try {
    const first = async (plugins: string[]) => {
      const key = `size-${plugins.length}`
      model.script(key, [{ text: 'BLOCKER_DIVERTER_DONE!' }])
      const host = installHost(folder)
      const project = makeProject(join(folder, 'project'), { home: host.home, modelUrl: model.url, plugins })
      await startHost(host, project.directory, ['run', `Begin ${key}`]).ended
      const [request] = model.requests(key)
      if (request === undefined) throw new Error('Cannot measure the request: the model was never asked')
      return request.bytes
    }
    return { off: await first([]), on: await first([`file://${repository}`]) }
  } finally {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
