import { join } from 'node:path'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { repository } from '../support/host.ts'
import { unpackPackage } from '../support/pack.ts'
import { startTui, type Tui } from '../support/terminal.ts'
import { until } from '../support/wait.ts'
import { bash, blocker, marker, prepare, type Stage } from './night.ts'

// The half of the plugin that lives in OpenCode's terminal, seen by a person who presses its keys.

let plugin: string
let stage: Stage
let tui: Tui
let opened = 0
beforeAll(() => {
  // A folder: the host finds no solid-js for a package whose path holds the colon of `name@file:…`.
  plugin = unpackPackage(inject('tarball'), join(repository, '.e2e/tui-package'))
})
afterEach(async () => {
  await tui.end()
  await stage.close()
})

async function open(settings: object = {}, server: string | null = plugin): Promise<void> {
  const halves = JSON.stringify({ plugin: [plugin], ...settings })
  // Ids go on in a project, so each test has its own.
  opened += 1
  stage = await prepare(`tui-half-${opened}`, { plugin: server, files: { '.opencode/tui.json': halves } })
  tui = await startTui(stage.host, stage.project.directory, { columns: 110, rows: 40 })
  await tui.shows('ctrl+p commands')
}

/** Sends the first line of a new session, and waits until its run has ended. */
async function work(line: string): Promise<void> {
  await tui.enter(line)
  await tui.shows('The run stopped: done (claimed, not verified).')
}

/** Chooses a row of the command palette. */
async function choose(words: string, title: string): Promise<void> {
  tui.press('ctrl+p')
  await tui.shows('Suggested')
  await tui.type(words)
  await tui.hides('Suggested')
  await tui.shows(title)
  tui.press('enter')
}

test('the home screen says that the plugin is on, and the palette tells the night', async () => {
  await open()
  await tui.shows('opencode-diverter is on')
  stage.model.script('to-report', [{ calls: [bash('echo hi')] }, { text: marker }])
  await work('Begin to-report')
  await choose('report of the night', 'Report of the night')
  await tui.shows(/Blockers Finished .* Waits for you \(1\): .* Page: blockers\.md The whole night: `npx/)
})

test('the badge, the keys and the palette: state at a glance, off and on, and no model call', async () => {
  await open()
  stage.model.script('with-a-badge', [
    { calls: [bash('echo hi')] },
    {
      calls: [
        blocker({ category: 'security', question: 'Which key?', context: 'None is named', blocksProgress: true }),
      ],
    },
    { text: marker },
    { calls: [bash('echo again')] },
    { text: marker },
  ])
  await work('Begin with-a-badge')
  expect(await tui.shows('stopped: done ▲2')).toContain('▲2')
  const calls = stage.model.all().length

  tui.press('ctrl+shift+b')
  await tui.shows('Diverting is off: OpenCode asks you as usual.')
  await tui.shows('diverting off ▲2')
  tui.press('ctrl+x')
  tui.press('k')
  await tui.shows('diverting ▲2')
  const runs = stage.project.journal().flatMap(({ event }) => (event?.type === 'command.run' ? [event] : []))
  expect(runs).toEqual([
    { type: 'command.run', name: 'blockers', action: 'off', text: '' },
    { type: 'command.run', name: 'blockers', action: 'on', text: '' },
  ])

  await choose('list blockers', 'List blockers')
  await tui.shows(/Blockers 2 recorded, 2 open: b1 · .* · bash: echo hi b2 · .* · Which key\?/)
  tui.press('escape')
  await tui.hides('2 recorded, 2 open')
  await choose('diverter status', 'Diverter status')
  await tui.shows('Diverting: on')
  tui.press('escape')
  await tui.hides('Diverting: on')
  expect(stage.model.all()).toHaveLength(calls)

  // Whoever has to go leaves the request that waits to the policy.
  tui.press('ctrl+shift+b')
  await tui.shows('diverting off ▲2')
  await tui.enter('Go on')
  await tui.shows('Permission required')
  tui.press('ctrl+shift+b')
  await tui.shows('stopped: done ▲3')
  expect(stage.project.blockers()).toContain('echo again')
})

test('clarify: dialogs without a model call, broken off and taken up again, then given to the agent', async () => {
  await open()
  const log = (question: string, options: string[] = []) =>
    blocker({ category: 'architecture', question, context: `Why ${question}`, blocksProgress: true, options })
  stage.model.script('asked-by-dialogs', [
    { calls: [log('Which database?', ['Postgres', 'SQLite']), log('Which region?'), log('Which name?')] },
    { text: marker },
    { text: `Thank you. ${marker}` },
  ])
  await work('Begin asked-by-dialogs')
  const calls = stage.model.all().length

  await tui.enter('/blockers clarify')
  await tui.shows('1 of 3 (b1)')
  await tui.shows('Esc stops here; what you answered is kept.')
  for (const text of ['Which database?', 'Why Which database?', 'Postgres', 'Write an answer', 'Not now'])
    await tui.shows(text)
  tui.press('down')
  tui.press('enter')
  await tui.shows('2 of 3 (b2)')
  await tui.shows('stopped: done ▲2')
  tui.press('enter')
  await tui.shows('enter submit')
  tui.press('escape')
  await tui.hides('enter submit')
  await tui.shows('Esc stops here')
  tui.press('escape')
  await tui.hides('Esc stops here')
  await tui.shows('1 answer is kept, 2 questions are left for')
  expect(stage.project.blockers()).toMatch(/- \[x\] .*b1/)
  expect(stage.project.blockers()).toMatch(/- \[ \] .*b2/)

  await tui.enter('/blockers clarify')
  await tui.shows('1 of 2 (b2)')
  tui.press('enter')
  await tui.shows('enter submit')
  await tui.type('eu-west')
  tui.press('enter')
  await tui.shows('2 of 2 (b3)')
  tui.press('down')
  tui.press('enter')
  await tui.shows('Give the answer to the agent now?')
  await tui.shows('1 answer is kept. The agent goes on with it, which')
  expect(stage.project.blockers()).toMatch(/- \[x\] .*b2/)
  expect(stage.project.blockers()).toMatch(/- \[ \] .*b3/)
  const answers = () => stage.project.journal().filter(({ line }) => line === 'answer')
  await until('the last answer', () => answers().length === 3)
  expect(answers().map(({ changes }) => changes)).toEqual([
    [expect.objectContaining({ id: 'b1', word: expect.objectContaining({ decision: 'words', text: 'SQLite' }) })],
    [expect.objectContaining({ id: 'b2', word: expect.objectContaining({ decision: 'words', text: 'eu-west' }) })],
    [expect.objectContaining({ id: 'b3', word: expect.objectContaining({ decision: 'skip', via: 'dialog' }) })],
  ])
  expect(stage.model.all()).toHaveLength(calls)

  tui.press('enter')
  await tui.shows('Thank you.')
  expect(stage.model.requests('asked-by-dialogs').at(-1)?.messages[0]?.text).toContain('b2 Which region?: eu-west')
})

test('a refused push is allowed once by a dialog, runs once when the agent goes on, and is refused again', async () => {
  await open()
  const push = { calls: [bash('echo pushed >> pushed.txt; wc -l < pushed.txt')] }
  stage.model.script('pushes', [push, { text: marker }, push, push, { text: `Pushed. ${marker}` }])
  await work('Begin pushes')

  await tui.enter('/blockers clarify')
  await tui.shows('1 of 1 (b1)')
  for (const text of ['Allow once', 'Allow in this project', 'Never', 'Write an answer', 'Not now'])
    await tui.shows(text)
  tui.press('enter')
  await tui.shows('Give the answer to the agent now?')
  const answer = /\*\*Answer\*\*: Allowed once \(you, in a dialog, /
  await until('the answer on the page', () => answer.test(stage.project.blockers()))
  tui.press('enter')
  await tui.shows('Pushed.')
  const results =
    stage.model
      .requests('pushes')
      .at(-1)
      ?.messages.filter(({ role }) => role === 'tool') ?? []
  expect(results.map(({ text }) => (text.includes('nothing is approved') ? 'refused' : text.trim()))).toEqual([
    'refused',
    '1',
    'refused',
  ])
})

test('a key that another command has stays with it, and that is said', async () => {
  await open({ keybinds: { session_background: 'ctrl+shift+b' } })
  await tui.shows('Cannot use a key for /blockers on and off: ctrl+shift+b belongs to session.background.')
})

test('without the server half it says what is missing', async () => {
  await open({}, null)
  await choose('diverter status', 'Diverter status')
  await tui.shows('The other half of opencode-diverter does not answer: name it in opencode.json too')
})
