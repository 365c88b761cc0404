import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { repository } from '../support/host.ts'
import { cardOf, openPage, startMorning } from '../support/morning-page.ts'
import { unpackPackage } from '../support/pack.ts'
import { type Server, serve } from '../support/serve.ts'
import { startTui } from '../support/terminal.ts'
import { until } from '../support/wait.ts'
import { bash, blocker, marker, type Night, nightOn, prepare, program, type Stage, toolResults } from './night.ts'

// One morning from the first refusal to a night that asks less, as a person walks it.

const ask = (question: string, ...labels: string[]) => {
  const options = labels.map((label) => ({ label, description: `Takes ${label}` }))
  return { calls: [{ name: 'question', input: { questions: [{ question, header: 'Choice', options }] } }] }
}
const hard = (question: string, options: string[] = []) => ({
  calls: [
    blocker({ category: 'architecture', question, context: 'The plan does not say', blocksProgress: true, options }),
  ],
})
const run = (name: string) => ({ calls: [bash(`sh ${name}.sh`)] })
/** A plain command: what a script does, no line of a policy can say. */
const check = { calls: [bash('wc -l README.md')] }
const end = { text: `That is all. ${marker}` }
const database = ask('Which DB?', 'Postgres', 'SQLite')
const colour = ask('Which colour?', 'green', 'blue')

let stage: Stage
let browser: Browser
const servers: Server[] = []
beforeAll(async () => {
  // A folder: the host finds no solid-js for a package whose path holds the colon of `name@file:…`.
  const plugin = unpackPackage(inject('tarball'), join(repository, '.e2e/walk-package'))
  const scripts = ['push', 'wipe'].map((name) => [`${name}.sh`, `echo ${name} >> ran.txt; echo ${name} ran\n`])
  stage = await prepare('walk', {
    plugin,
    files: { ...Object.fromEntries(scripts), '.opencode/tui.json': JSON.stringify({ plugin: [plugin] }) },
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  for (const server of servers) await server.stop()
  await stage.close()
})

async function startNight(): Promise<Night> {
  const server = await serve(stage.host, stage.project)
  servers.push(server)
  return nightOn(stage, server)
}

/** A session of a night, from its task to its end. */
async function work(night: Night, name: string, script: Parameters<Stage['model']['script']>[1]): Promise<string> {
  stage.model.script(name, script)
  const session = await night.session()
  await session.say(`Begin ${name}`)
  await session.rest()
  return session.id
}

interface Told {
  sessions: { rules: { did: string; rule: string; times: number }[] }[]
  waiting: { entries: { id: string }[] }[]
  grants: { subject: string; reach: string; ended: { by: string } | null }[]
}

const report = (...words: string[]): Told => JSON.parse(program(stage, 'report', ...words, '--json').output)
const timesOf = (did: string, sessions: readonly string[]): number =>
  report(...sessions)
    .sessions.flatMap(({ rules }) => rules)
    .reduce((sum, rule) => sum + (rule.did === did ? rule.times : 0), 0)
const idOf = (text: string): string =>
  new RegExp(`${text}.*\\((b\\d+)\\)`).exec(stage.project.blockers())?.[1] ?? `no entry of ${text}`

test('three nights, four sessions, eleven entries; after one morning the next night asks less', async () => {
  const first = await startNight()
  await work(first, 'one', [run('push'), database, hard('Which region?'), end])
  await first.close()

  const second = await startNight()
  const again = [
    await work(second, 'two', [run('push'), check, database, end, check, end]),
    await work(second, 'three', [check, colour, run('wipe'), end]),
  ]

  stage.model.script('four', [hard('Which name?', ['Ada', 'Bob']), hard('Which port?'), end])
  const tui = await startTui(stage.host, stage.project.directory, { columns: 110, rows: 40 })
  await tui.shows('ctrl+p commands')
  await tui.enter('Begin four')
  await tui.shows('The run stopped: done (claimed, not verified).')
  expect(report('--all').sessions).toHaveLength(4)
  const waiting = report('--all').waiting
  expect(waiting.flatMap(({ entries }) => entries)).toHaveLength(11)
  expect(waiting).toHaveLength(8)
  expect(timesOf('diverted', again)).toBe(6)

  // Two by dialog.
  await tui.enter('/blockers clarify')
  await tui.shows('1 of 2 (b10)')
  tui.press('enter')
  await tui.shows('2 of 2 (b11)')
  tui.press('enter')
  await tui.shows('enter submit')
  await tui.type('8080')
  tui.press('enter')
  await tui.shows('Give the answers to the agent now?')
  tui.press('escape')
  await tui.end()

  // One from a shell: the grant is used as the run goes on.
  expect(program(stage, 'answer', idOf('wc -l README\\.md'), '--allow', 'once', '--go-on').output).toMatch(
    /^b\d+, b\d+ are allowed once: bash: wc -l README\.md\n/,
  )
  await until('the end of the second run', () => stage.model.requests('two').length === 6)
  expect(toolResults(stage, 'two', 5).at(-1)?.trim()).toBe('1 README.md')

  // Five on the page.
  const morning = await startMorning(stage.host.home, stage.project.directory)
  const page = await openPage(browser, morning.address)
  const answer = async (question: string, press: string, told: string): Promise<void> => {
    await cardOf(page, question).getByRole('button', { name: press }).click()
    await cardOf(page, question).locator('.fate', { hasText: told }).waitFor()
  }
  expect(await page.locator('[data-card="open"]').count()).toBe(5)
  await answer('sh push.sh', 'Allow in this project', 'are allowed in this project')
  await answer('Which DB?', 'Postgres', 'are answered: Postgres')
  await answer('Which colour?', 'blue', 'is answered: blue')
  await answer('sh wipe.sh', 'Never', 'is never allowed')
  await cardOf(page, 'Which region?').locator('textarea').fill('eu-west')
  await cardOf(page, 'Which region?').locator('textarea').press('Control+Enter')
  await cardOf(page, 'Which region?').locator('.fate', { hasText: 'is answered: eu-west' }).waitFor()

  // No agent has read it yet, so it can be taken back; afterwards it is answered as it was meant.
  await page.locator('body').press('u')
  await cardOf(page, 'Which region?').getByRole('button', { name: 'Answer', exact: true }).waitFor()
  expect(stage.project.blockers()).toMatch(/- \[ \] .*Which region\?/)
  await cardOf(page, 'Which region?').locator('textarea').fill('eu-north')
  await cardOf(page, 'Which region?').locator('textarea').press('Control+Enter')
  await cardOf(page, 'Which region?').locator('.fate', { hasText: 'is answered: eu-north' }).waitFor()
  await page.context().close()
  morning.stop()

  const told = report('--all')
  expect(told.waiting).toEqual([])
  expect(stage.project.blockers()).not.toContain('- [ ]')
  const grants = told.grants.map(({ subject, reach, ended }) => [subject, reach, ended?.by ?? 'in force'])
  expect(grants.sort()).toEqual([
    ['bash: sh push.sh', 'project', 'in force'],
    ['bash: sh wipe.sh', 'never', 'in force'],
    ['bash: wc -l README.md', 'once', 'used'],
  ])

  // One suggestion, which a person writes and trusts.
  const suggested = program(stage, 'suggest').output
  const number = /^ *(\d+) {2}allow: .*wc -l README\.md/m.exec(suggested)?.[1] ?? `none in ${suggested}`
  expect(program(stage, 'suggest', '--write', number, '--yes').output).toContain('It counts once you trust it')
  expect(program(stage, 'trust').code).toBe(0)

  // The next night asks for all of it again.
  await second.close()
  const next = await startNight()
  const script = [run('push'), check, database, check, colour, run('wipe'), end]
  const last = await work(next, 'five', script)
  expect(timesOf('diverted', [last])).toBe(0)
  const results = toolResults(stage, 'five', 6).map((text) => text.trim())
  expect(results).toEqual([
    'push ran',
    '1 README.md',
    expect.stringContaining('Which DB?'),
    '1 README.md',
    expect.stringContaining('Which colour?'),
    expect.stringContaining('never'),
  ])
  expect(stage.project.read('ran.txt')).toBe('push\n')
  expect(report('--all').waiting).toEqual([])
  // Five starts of OpenCode take their time where much else is at work.
}, 900_000)
