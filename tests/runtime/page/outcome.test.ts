import { describe, expect, it } from 'vitest'
import { night, policiesFrom, project, stageOf, type TestStage } from '../stage.ts'

const path = `${project}/blockers.md`
const policies = policiesFrom(night.replace('file: notes.md', 'file: blockers.md'))
const text = (on: TestStage) => on.files.read(path) ?? ''
const write = (on: TestStage, page: string) => on.files.replace(path, page)
const ask = (on: TestStage, session: string, command: string) =>
  on.send(session, 'permission.asked', { request: command, permission: 'bash', command })
const turn = (on: TestStage, session: string, words: string) => on.send(session, 'turn.ended', { text: words })
const command = (on: TestStage, session: string, action: string) => on.send(session, 'command.run', { action })

/** A run of each session that has written down one entry and has ended. */
function nightsOf(...sessions: string[]): TestStage {
  return nightsOn(stageOf({ policies }), ...sessions)
}

function nightsOn(on: TestStage, ...sessions: string[]): TestStage {
  for (const session of sessions) {
    on.session(session)
    command(on, session, 'on')
    ask(on, session, `make ${session}`)
    on.clock.pass(3_600_000)
    turn(on, session, 'DONE')
  }
  return on
}

const done = '**Outcome**: Finished at 2026-02-12 23:00 (done).'
const heading = '## Session: S1 — 2026-02-12 22:00 UTC\n'

describe('what became of a run, on its page', () => {
  it('stands below the heading of its session, once', () => {
    const on = nightsOf('S1', 'S2')
    const later = '**Outcome**: Finished at 2026-02-13 00:00 (done).'
    expect(text(on).replace(/\n<!-- .*\n$/, '')).toBe(`${heading}
${done}

### Permissions Requested
- [ ] **[Permission]** bash: make S1 (n1)
  - **Decided by**: night/divert

## Session: S2 — 2026-02-12 23:00 UTC

${later}

### Permissions Requested
- [ ] **[Permission]** bash: make S2 (n2)
  - **Decided by**: night/divert
`)
  })

  it('is not there while the run is at work, and goes when it goes on', () => {
    const on = nightsOf('S1')
    const ended = text(on)
    command(on, 'S1', 'on')
    turn(on, 'S1', 'I go on')
    expect(text(on)).toContain(`${heading}\n### Permissions Requested\n`)
    command(on, 'S1', 'off')
    turn(on, 'S1', 'I was told to rest')
    expect(text(on)).toContain(`${heading}
**Outcome**: Not finished: the run is paused since 2026-02-12 23:00 (user).

### `)
    expect(ended).toContain(done)
  })

  it('comes again with a page that was set back, deleted, or cut off within it', () => {
    const on = nightsOf('S1')
    const ended = text(on)
    const cutOff = (behind: string) => ended.slice(0, ended.indexOf(behind) + behind.length)
    for (const page of [
      '',
      ended.replace(`\n${done}\n`, ''),
      cutOff('**Outc'),
      cutOff('**Outcome**: Fin'),
      cutOff(done),
    ]) {
      write(on, page)
      on.runtime.setBack()
      expect(text(on).replace(/<!-- .*/, '')).toBe(ended.replace(/<!-- .*/, ''))
    }
  })

  it('is as the store has it where another process made the page anew', () => {
    const on = nightsOf('S1', 'S2')
    const ended = text(on).replace(/<!-- .*/, '')
    on.files.remove(path)
    const other = stageOf({ policies, files: on.files, store: on.store, clock: on.clock, process: 'two' })
    other.session('S3')
    turn(other, 'S3', 'Hello')
    expect(text(other).replace(/<!-- .*/, '')).toBe(ended)
  })

  it('is left alone by a process that does not have the session', () => {
    const on = nightsOf('S1')
    const other = stageOf({ policies, files: on.files, store: on.store, clock: on.clock, process: 'two' })
    write(on, text(on).replace(done, '**Outcome**: as somebody else knows it'))
    other.session('S3')
    ask(other, 'S3', 'make three')
    expect(text(other)).toContain('**Outcome**: as somebody else knows it\n\n### ')
  })

  it('leaves what a person wrote below the heading, with any ends of lines', () => {
    for (const [end, mine] of [
      ['\n', 'My words\n'],
      ['\n', '\nMy words\n\n'],
      ['\r\n', 'My words\r\n\r\n'],
      ['\n', '- [ ] a task of mine\n'],
      ['\n', '```\n**Outcome**: quoted\n```\n'],
    ] as const) {
      const on = stageOf({ policies })
      command(on, 'S1', 'on')
      ask(on, 'S1', 'make it')
      write(
        on,
        text(on)
          .replace(heading, heading + mine.replaceAll('\r', ''))
          .replaceAll('\n', end),
      )
      turn(on, 'S1', 'DONE')
      const line = '**Outcome**: Finished at 2026-02-12 22:00 (done).'
      const below = text(on).slice(heading.length + end.length - 1)
      const before = `${end}${line}${end}${mine.startsWith(end) ? '' : end}`
      expect(below.startsWith(before + mine)).toBe(true)
      const once = text(on)
      command(on, 'S1', 'on')
      turn(on, 'S1', 'I go on')
      expect(text(on)).not.toContain(line)
      turn(on, 'S1', 'DONE')
      expect(text(on).replace(/<!-- .*/, '')).toBe(once.replace(/<!-- .*/, ''))
    }
  })

  it('leaves a line into which a person wrote, also after a restart, and takes none of its own for it', () => {
    const other = (on: TestStage) =>
      stageOf({ policies, files: on.files, store: on.store, clock: on.clock, process: 'two' })
    for (const then of [(on: TestStage) => on, other]) {
      const on = nightsOf('S1')
      const first = text(on)
      write(on, first.replace('(done).', '(done, says who).'))
      const next = nightsOn(then(on), 'S1')
      const later = done.replace('2026-02-12 23:00', '2026-02-13 00:00')
      expect(text(next)).toContain(`${heading}\n${later}\n\n${done.replace('(done)', '(done, says who)')}\n`)
      write(next, first)
      next.runtime.setBack()
      expect(text(next)).toContain(`${heading}\n${later}\n\n### `)
    }
  })

  it('shows a reason that is written to look like a page as text, in one line', () => {
    const on = stageOf({ policies: policiesFrom(told) })
    command(on, 'S1', 'on')
    ask(on, 'S1', 'make it')
    turn(on, 'S1', 'DONE')
    expect(text(on)).toContain('Finished at 2026-02-12 22:00 (done: \\<b\\> ⏎ # Heading ⏎ - \\[x\\] \\(n1)).\n')
  })
})

const told = night
  .replace('file: notes.md', 'file: blockers.md')
  .replace('stop: { reason: done }', 'stop: { reason: done, detail: "<b>\\n# Heading\\n- [x] (n1)" }')

it('of a session that a person took off the page is asked for no more', () => {
  const { store, files } = stageOf({ policies })
  let looks = 0
  const open: typeof store.open = (process, written) => {
    const port = store.open(process, written)
    const project: typeof port.project = () => {
      const found = port.project()
      if (!found.ok) return found
      const records: typeof found.value.records = (only) => {
        looks += only === undefined ? 1 : 0
        return found.value.records(only)
      }
      return { ok: true, value: { ...found.value, records } }
    }
    return { ...port, project }
  }
  const on = nightsOn(stageOf({ policies, files, store: { ...store, open } }), 'S1', 'S2')
  write(on, text(on).replace(/## Session: S1 [\s\S]*(?=## Session: S2)/, ''))
  command(on, 'S1', 'on')
  turn(on, 'S1', 'I go on')
  looks = 0
  for (const words of ['one', 'two', 'three']) turn(on, 'S1', words)
  expect([looks, text(on).includes('S1')]).toEqual([0, false])
})
