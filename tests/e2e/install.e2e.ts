import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type HostInstallation, installHost, repository, startHost } from '../support/host.ts'
import { makeProject, type Project } from '../support/project.ts'
import { type Registry, startRegistry } from '../support/registry.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { startTui } from '../support/terminal.ts'
import { bash, marker } from './night.ts'

const folder = join(repository, '.e2e/install')
let registry: Registry
let model: ScriptedModel
let project: Project
let host: HostInstallation

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  registry = await startRegistry(inject('tarball'), upstream)
  model = await startScriptedModel()
  host = installHost(folder)
  project = makeProject(join(folder, 'project'), { home: host.home, modelUrl: model.url, plugins: [] })
})
afterAll(async () => {
  await registry.close()
  await model.close()
})

test('opencode plugin opencode-diverter installs it, and it works from the next start', async () => {
  const environment = { npm_config_registry: registry.url }
  const installing = startHost(host, project.directory, ['plugin', 'opencode-diverter'], environment)
  expect(await installing.ended, installing.output()).toBe(0)
  expect(JSON.parse(project.read('.opencode/opencode.json')).plugin).toEqual(['opencode-diverter'])
  expect(JSON.parse(project.read('.opencode/tui.json')).plugin).toEqual(['opencode-diverter'])

  model.script('installed', [{ calls: [bash('echo installed')] }, { text: marker }])
  const running = startHost(host, project.directory, ['run', 'Begin installed'], environment)
  expect(await running.ended, running.output()).toBe(0)
  expect(project.blockers()).toContain('echo installed')
  expect(model.requests('installed')[0]?.tools).toContain('blocker')

  model.script('in-the-terminal', [{ calls: [bash('echo in-the-terminal')] }, { text: marker }])
  const tui = await startTui(host, project.directory, { columns: 110, rows: 40 }, environment)
  try {
    await tui.shows('ctrl+p commands')
    await tui.enter('Begin in-the-terminal')
    await tui.shows('stopped: done ▲1')
  } finally {
    await tui.end()
  }
})
