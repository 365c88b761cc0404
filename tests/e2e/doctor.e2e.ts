import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { readSettings } from '../../src/cli/doctor/settings.ts'
import { hostEnvironment, repository, startHost } from '../support/host.ts'
import { unpackPackage } from '../support/pack.ts'
import { openProject } from '../support/project.ts'
import { settleDependencies } from '../support/settled.ts'
import { marker, prepare, type Stage } from './night.ts'

const folder = join(repository, '.e2e/doctor-files')
let stage: Stage
let program: string
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  stage = await prepare('doctor')
  program = join(unpackPackage(inject('tarball'), join(folder, 'package')), 'dist/cli.js')
})
afterAll(() => stage.close())

interface Report {
  code: number | null
  findings: Finding[]
  errors: string
}

/** The packed program, with the `opencode` of a folder first on PATH. */
function doctor(bin: string): Report {
  const { host, project } = stage
  const environment = hostEnvironment(host.home, project.directory)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'doctor', '--format', 'json'], {
    cwd: project.directory,
    env: { ...environment, PATH: `${bin}${delimiter}${environment['PATH']}` },
    encoding: 'utf8',
  })
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return { code: status, findings, errors: stderr }
}

const about = ({ findings }: Report, subject: string): unknown =>
  findings.filter((each) => each.about === subject).map(({ level, says }) => `${level}: ${says}`)

test('the doctor asks the real OpenCode, and finds the plugin that it loads', async () => {
  stage.model.script('doctor', [{ text: marker }])
  const running = startHost(stage.host, stage.project.directory, ['run', 'Begin doctor'])
  expect(await running.ended, running.output()).toBe(0)

  const report = doctor(dirname(stage.host.program))
  expect(report.errors).toBe('')
  expect(about(report, 'opencode')).toEqual([`ok: OpenCode ${manifest.devDependencies['opencode-ai']} is on PATH`])
  expect(about(report, 'plugin')).toEqual([
    `ok: opencode.json lists opencode-diverter@file:${inject('tarball')}, which is version ${manifest.version}`,
  ])
  expect(about(report, 'files')).toEqual([
    `ok: The nights lie in ${join(stage.host.home, '.local/state/opencode-diverter')}`,
    'ok: The page will be blockers.md',
  ])
  expect(report.code).toBe(0)
})

test('an OpenCode of version 2 on PATH is a problem, with the version to use', () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'opencode'), '#!/bin/sh\necho 2.0.24\n')
  chmodSync(join(bin, 'opencode'), 0o755)
  const report = doctor(bin)
  expect(report.findings).toContainEqual({
    about: 'opencode',
    level: 'problem',
    says: 'OpenCode 2.0.24 is on PATH, and this version of the plugin does not support OpenCode 2 or newer yet: it does nothing there',
    todo: 'Use OpenCode 1.18 or a newer 1.x: npm install --global opencode-ai@1',
  })
  expect(report.code).toBe(1)
})

test('settings are read where the real OpenCode reads them, and nowhere else', async () => {
  const root = join(folder, 'places')
  const home = join(root, 'home')
  const places = openProject(root, home)
  for (const each of [home, join(root, 'work/tree/deep')]) {
    settleDependencies(join(each, '.opencode'))
    settleDependencies(join(each, '.config/opencode'))
  }
  const put = (path: string, key = 'plugin') => {
    const plugin = `plugin-of-${path.replace(/\W+/g, '-')}.js`
    places.write(plugin, 'export default { id: import.meta.url, server: async () => ({}) }\n')
    places.write(path, `{ "${key}": ["${pathToFileURL(join(root, plugin)).href}", ], } // ${key}\n`)
  }
  const files = [
    'home/.config/opencode/config.json',
    'home/.config/opencode/opencode.json',
    'home/.opencode/opencode.jsonc',
    'work/opencode.json',
    'work/.opencode/opencode.json',
    'work/tree/opencode.json',
    'work/tree/opencode.jsonc',
    'work/tree/config.json',
    'work/tree/.opencode/opencode.json',
    'work/tree/.opencode/config.json',
    'work/tree/deep/opencode.jsonc',
    'work/tree/deep/.opencode/opencode.jsonc',
    'named.json',
    'folder/opencode.json',
    'managed/opencode.jsonc',
  ]
  for (const file of files) put(file)
  for (const name of [
    'home/.config/opencode/plugin',
    'home/.opencode/plugins',
    'work/tree/.opencode/plugin',
    'folder/plugins',
  ])
    for (const file of [name.includes('tree') ? 'a.js' : 'b.ts', 'c.mjs', 'deep/d.js'])
      places.write(`${name}/${file}`, 'export default { id: import.meta.url, server: async () => ({}) }\n')
  execFileSync('git', ['init', '-q'], { cwd: join(root, 'work/tree') })

  const directory = join(root, 'work/tree/deep')
  const environment = {
    OPENCODE_CONFIG: join(root, 'named.json'),
    OPENCODE_CONFIG_DIR: join(root, 'folder'),
    OPENCODE_CONFIG_CONTENT: '{ "plugin": ["file:///content.js"] }',
    OPENCODE_TEST_MANAGED_CONFIG_DIR: join(root, 'managed'),
  }
  const running = startHost({ ...stage.host, home }, directory, ['debug', 'config'], environment)
  expect(await running.ended, running.output()).toBe(0)
  const loaded = [...(/"plugin": \[([^\]]*)\]/.exec(running.output())?.[1]?.matchAll(/"(.*?)"/g) ?? [])].map(
    ([, spec]) => spec,
  )
  expect(loaded.length).toBeGreaterThan(10)

  const user = join(home, '.config/opencode')
  const surroundings = {
    node: '',
    opencode: async () => ({ state: 'absent' as const }),
    home,
    managed: join(root, 'managed'),
    environment,
  }
  const { settings, broken } = readSettings('opencode', { directory, user, surroundings })
  expect(broken).toEqual([])
  expect(settings.flatMap(({ plugin }) => plugin ?? [])).toEqual(loaded)
})
