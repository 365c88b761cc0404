import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repository, startHost } from '../support/host.ts'
import { unpackPackage } from '../support/pack.ts'
import { type Server, serve } from '../support/serve.ts'
import { settleDependencies } from '../support/settled.ts'
import { startTui } from '../support/terminal.ts'
import { until } from '../support/wait.ts'
import { ask, bash, blocker, marker, nightOn, prepare, readReadme, type Stage, toasts } from './night.ts'

/** Stands in an address, so it must stand nowhere else. */
const secret = `hush${Math.random().toString(36).slice(2)}`

interface Heard {
  path: string
  notice: Record<string, unknown>
}

const heard: Heard[] = []
const hooks = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  heard.push({ path: request.url ?? '', notice: JSON.parse(text) })
  // Who answers late holds nobody up.
  setTimeout(() => response.writeHead(request.url?.startsWith('/dead') ? 404 : 204).end(), 300)
})
const noticesOf = (path: string, kind: string) =>
  heard.filter((one) => one.path.startsWith(path) && one.notice['kind'] === kind).map(({ notice }) => notice)

let stage: Stage
let environment: NodeJS.ProcessEnv
let configs: string
beforeAll(async () => {
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`
  // A config that says `notify` in a project would be a stranger's.
  stage = await prepare('notify')
  configs = join(stage.project.directory, '..', 'notify-configs')
  rmSync(configs, { recursive: true, force: true })
  environment = { XDG_CONFIG_HOME: configs, NIGHT_WEBHOOK: `${base}/alive/${secret}`, A_TOKEN: secret }
  settleDependencies(join(configs, 'opencode'))
  configure(
    `  - { webhook: { env: NIGHT_WEBHOOK }, kinds: [stopped, hard] }`,
    `  - { webhook: "${base}/dead/${secret}" }`,
    `  - { command: [sh, -c, "cat >> noted.jsonl; env >> noted.env"], kinds: [stopped] }`.replaceAll(
      'noted',
      join(configs, 'noted'),
    ),
  )
})
afterAll(async () => {
  hooks.closeAllConnections()
  await new Promise((resolve) => hooks.close(resolve))
  await stage.close()
})

function configure(...outlets: string[]): void {
  mkdirSync(join(configs, 'opencode/diverter'), { recursive: true })
  writeFileSync(join(configs, 'opencode/diverter/diverter.yaml'), ['version: 1', 'notify:', ...outlets, ''].join('\n'))
}

const hard = blocker({
  category: 'architecture',
  question: 'Which database do we pay for?',
  context: 'Task 1',
  blocksProgress: true,
})

test('a night that stops reaches its person, a dead outlet is said once, and an address stands nowhere', async () => {
  const server: Server = await serve(stage.host, stage.project, environment)
  const night = nightOn(stage, server)
  try {
    stage.model.script('notify-night', [{ calls: [hard] }, { calls: [readReadme] }, { text: `All done.\n${marker}` }])
    const session = await night.session()
    await session.say('Begin notify-night')
    await session.rest()
    await until('the notice of the end', () => noticesOf('/alive', 'stopped').length === 1)
    expect(noticesOf('/alive', 'stopped')).toMatchObject([
      {
        version: 1,
        title: 'Stopped: done',
        text: 'The run stopped: done (claimed, not verified). Open blockers: 1.',
        reason: 'done',
        session: session.id,
        directory: stage.project.directory,
      },
    ])
    expect(noticesOf('/alive', 'hard')).toMatchObject([
      { entry: 'b1', text: expect.stringMatching(/^Which database do we pay for\?\nAnswer it: npx .* answer b1 YOUR/) },
    ])
    const noted = await until('the program', () => readOr(join(configs, 'noted.env')))
    expect(noted).toContain('PATH=')
    expect(JSON.parse(readOr(join(configs, 'noted.jsonl')))).toMatchObject({ kind: 'stopped', session: session.id })

    await until('the dead one to be asked', () => noticesOf('/dead', 'stopped').length === 1)
    const lost = 'Cannot reach you by notify 2 (webhook): it answered 404'
    await until('the word about it', () => toasts(night).filter((text) => text === lost).length === 1)
    expect(await ask(night, session, 'status')).toContain(`Problem: ${lost}`)
    expect(toasts(night).filter((text) => text === lost)).toHaveLength(1)
    expect(server.process.output()).toContain(lost)
    for (const text of [server.process.output(), JSON.stringify(server.events()), noted])
      expect(text).not.toContain(secret)
    for (const folder of ['.local/state/opencode-diverter', '.local/share/opencode/log'])
      expect(filesWith(join(stage.host.home, folder), secret)).toEqual([])
  } finally {
    await server.stop()
  }
})

const readOr = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The files of a folder that hold a text, byte for byte. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text))

test('opencode run ends after its notice has left', async () => {
  stage.model.script('notify-run', [{ calls: [bash('echo notify-run')] }, { text: marker }])
  const before = noticesOf('/alive', 'stopped').length
  const running = startHost(stage.host, stage.project.directory, ['run', 'Begin notify-run'], environment)
  expect(await running.ended).toBe(0)
  expect(noticesOf('/alive', 'stopped')).toHaveLength(before + 1)
})

test("OpenCode's own screen draws the eye", { timeout: 300_000 }, async () => {
  configure('  - { desktop: true, kinds: [stopped] }')
  // A folder: the host finds no solid-js for a package whose path holds the colon of `name@file:…`.
  const plugin = unpackPackage(inject('tarball'), join(repository, '.e2e/notify-package'))
  const files = { '.opencode/tui.json': JSON.stringify({ plugin: [plugin] }) }
  const screen = await prepare('notify-screen', { plugin, files })
  const tui = await startTui(screen.host, screen.project.directory, { columns: 110, rows: 40 }, environment)
  try {
    await tui.shows('ctrl+p commands')
    screen.model.script('notify-screen', [{ calls: [readReadme] }, { text: marker }])
    await tui.enter('Begin notify-screen')
    expect(tui.alerts()).toBe(0)
    await until('the terminal to be asked for attention', () => tui.alerts() === 1, {
      timeout: 200_000,
      seen: tui.screen,
    })
    await tui.shows('stopped: done')
    expect(tui.screen()).not.toContain('Cannot reach you')
  } finally {
    await tui.end()
    await screen.close()
  }
})
