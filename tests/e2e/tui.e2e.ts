import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTui, type Tui } from '../support/terminal.ts'
import { stillness, until } from '../support/wait.ts'
import { bash, gate, marker, prepare, readReadme, type Stage, toolResults, write } from './night.ts'

// For Linux and macOS, as all of e2e: on Windows a pseudo terminal takes no signals.

let stage: Stage
let tui: Tui
let begun = 0
beforeEach(async () => {
  // A page is a view of all nights of its project, so each test has a project of its own.
  begun += 1
  stage = await prepare(`tui-${begun}`)
  // Below 121 columns there is no sidebar, so that a row holds text of one place only.
  tui = await startTui(stage.host, stage.project.directory, { columns: 110, rows: 40 })
  await tui.shows('ctrl+p commands')
})
afterEach(async () => {
  await tui.end()
  await stage.close()
})

const dialog = 'Permission required'
/** Types of the events that were decided in the session in which the person wrote this. */
function eventsOf(text: string): string[] {
  const lines = stage.project.journal()
  const { session } =
    lines.find(({ event }) => event?.type === 'user.wrote' && JSON.stringify(event).includes(text)) ?? {}
  return lines.flatMap((line) => (line.session === session ? (line.event?.type ?? []) : []))
}

/** Sends the first line of a new session; the next may be typed when the screen of the session is there. */
async function begin(line: string): Promise<void> {
  await tui.enter(line)
  await tui.hides('Ask anything')
}

/** Presses ESC as often as the TUI wants it. */
async function interrupt(): Promise<void> {
  tui.press('escape')
  await tui.shows('again to interrupt')
  tui.press('escape')
  // Not the word alone: an answer that was broken off says that it is interrupted.
  await tui.hides('again to interrupt')
  await tui.hides('esc interrupt')
}

/** Nothing more is asked of the model and nothing moves on the screen. */
async function rest(): Promise<void> {
  let screens = 0
  let last = ''
  await stillness(() => {
    if (tui.screen() !== last) screens += 1
    last = tui.screen()
    return screens + stage.model.all().length
  }, 2000)
}

test('an ask is diverted: no dialog stays, a notice says it, the agent goes on, and the views show it', async () => {
  const second = gate()
  stage.model.script('seen-by-a-person', [
    { calls: [bash('echo seen-by-a-person')] },
    { calls: [write('elsewhere.txt', 'done instead')], hold: second.opened },
    { text: `Nothing is left.\n${marker}` },
  ])
  await begin('Begin seen-by-a-person')
  await tui.shows('what needs you is refused and written down')
  await until('the next request', () => stage.model.requests('seen-by-a-person').length === 2)
  await tui.hides(dialog)
  expect(toolResults(stage, 'seen-by-a-person', 1)[0]).toContain('nobody has seen the request')
  expect(stage.project.blockers()).toContain('echo seen-by-a-person')
  second.open()
  await tui.shows('The run stopped: done (claimed, not verified). Open blockers: 1.')
  await rest()
  expect(tui.screen()).not.toContain(dialog)
  expect(stage.project.read('elsewhere.txt')).toBe('done instead')

  const before = stage.model.all().length
  await tui.enter('/blockers status')
  const status = await tui.shows('Run: stopped (done: claimed, not verified)')
  expect(status).toContain('Diverting: on')
  expect(status).toContain('blockers.md')
  await tui.enter('/blockers list')
  await tui.shows(/1 recorded, 1 open: b1 · .* · bash: echo seen-by-a-person/)
  await rest()
  expect(stage.model.all()).toHaveLength(before)
})

test('off: the dialog appears and stays until the person answers it', async () => {
  stage.model.script('asked-as-usual', [{ calls: [bash('echo asked-as-usual')] }, { text: 'That is all.' }])
  await begin('/blockers off')
  await tui.shows('Diverting is off')
  await tui.enter('Begin asked-as-usual')
  await tui.shows(dialog)
  await rest()
  expect(tui.screen()).toContain(dialog)
  expect(tui.screen()).toContain('Allow once')
  expect(stage.model.requests('asked-as-usual')).toHaveLength(1)
  tui.press('enter')
  await tui.shows('That is all.')
  await tui.hides(dialog)
  expect(toolResults(stage, 'asked-as-usual', 1)).toEqual(['asked-as-usual\n'])
  expect(stage.project.blockers()).toBe('')
  await rest()
  expect(stage.model.requests('asked-as-usual')).toHaveLength(2)
})

test("ESC pauses the run until the person's next message", async () => {
  const never = gate()
  stage.model.script('stopped-by-escape', [
    { calls: [write('begun.txt', 'begun')] },
    { text: 'Never heard.', hold: never.opened },
  ])
  await begin('Begin stopped-by-escape')
  await until('the second step', () => stage.model.requests('stopped-by-escape').length === 2)
  await interrupt()
  await rest()
  expect(stage.model.requests('stopped-by-escape')).toHaveLength(2)
  await tui.enter('/blockers status')
  await tui.shows('Run: paused (user)')
  expect(eventsOf('stopped-by-escape')).toContain('user.interrupted')

  stage.model.script('stopped-by-escape', [
    { calls: [write('more.txt', 'more')] },
    { text: 'Done, I think.' },
    { text: marker },
  ])
  await tui.enter('Go on, please')
  await tui.shows('The run stopped: done (claimed, not verified).')
  expect(stage.model.requests('stopped-by-escape')).toHaveLength(5)
  expect(stage.project.read('more.txt')).toBe('more')
  never.open()
})

test('ESC while a second message waits pauses the run too', async () => {
  const never = gate()
  stage.model.script('with-a-second', [{ calls: [readReadme] }, { text: 'Never heard.', hold: never.opened }])
  await begin('Begin with-a-second')
  await until('the second step', () => stage.model.requests('with-a-second').length === 2)
  await tui.enter('and this too')
  await tui.shows('QUEUED')
  await interrupt()
  await rest()
  expect(stage.model.requests('with-a-second')).toHaveLength(2)
  expect(eventsOf('with-a-second').slice(-2)).toEqual(['user.wrote', 'user.interrupted'])
  await tui.enter('/blockers status')
  await tui.shows('Run: paused (user)')
  never.open()
})
