import { expect, test } from 'vitest'
import { night, policiesFrom, project, stageOf, type TestStage } from '../stage.ts'

const path = `${project}/blockers.md`
const policies = policiesFrom(night.replace('file: notes.md', 'file: blockers.md'))
const text = (on: TestStage) => on.files.read(path) ?? ''
const ids = (on: TestStage) => [...text(on).matchAll(/^- \[.\] .*\((n\d)\)/gm)].map(([, id]) => id)
const look = (on: TestStage) => on.send('S1', 'turn.ended', { text: 'a' })
const ask = (on: TestStage, session: string, command: string) => {
  on.session(session)
  on.send(session, 'permission.asked', { request: command, permission: 'bash', command })
}
const say = (on: TestStage, id: string, words: string) =>
  on.runtime.answer(on.session('S1'), id, { decision: 'words', text: words, via: 'dialog', by: null })

/** A page with all that we write: two sessions, one of which has ended, an entry written into, the mark. */
function page(): TestStage {
  const on = stageOf({ policies })
  ask(on, 'S1', 'make one')
  ask(on, 'S2', 'make two')
  on.files.replace(path, text(on).replace(/\(n2\)\n.*divert/, '$& it is'))
  on.send('S1', 'tool.finished', { tool: 'x' })
  on.send('S1', 'turn.ended', { text: 'DONE' })
  return on
}

const words = 'my own words'
const lines = text(page()).split('\n')

test.each(lines.map((line, at) => [at, line] as const))(
  'words behind line %i stay, and nothing is lost or doubled: %s',
  (at) => {
    const on = page()
    on.files.replace(path, lines.with(at, `${lines[at]} ${words}`).join('\n'))
    look(on)
    ask(on, 'S2', 'make three')
    say(on, 'n1', 'Postgres')
    on.runtime.flush()
    expect(text(on).split(words)).toHaveLength(2)
    expect(ids(on)).toEqual(['n1', 'n2', 'n3'])
    expect(text(on)).toContain('  - **Answer**: Postgres (you, in a dialog, 2026-02-12 22:00)\n')
    const stays = text(on)
    look(on)
    expect(text(on)).toBe(stays)
    on.files.remove(path)
    look(on)
    expect(ids(on)).toEqual(['n1', 'n2', 'n3'])
  },
)

test('who answers behind an entry is told that it is not read as one', () => {
  const on = page()
  on.files.replace(path, text(on).replace('(n1)\n', '(n1) yes (see n2), do\n'))
  look(on)
  expect(text(on)).toContain('- Not read as an answer: n1, n2;')
  expect(text(on)).toContain('make one (n1) yes (see n2), do\n')
})

test('a task of their own that names an entry is not that entry', () => {
  const on = page()
  const own = '- [ ] think about (n1) on Monday\n'
  on.files.replace(path, text(on).replace('- [ ] **[Permission]** bash: make one', `${own}$&`))
  say(on, 'n1', 'Postgres')
  on.runtime.flush()
  expect(text(on)).toContain(`${own}- [x] **[Permission]** bash: make one (n1)\n`)
})
