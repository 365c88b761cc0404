import { describe, expect, test } from 'vitest'
import { night, policiesFrom, project, stageOf, type TestStage } from '../stage.ts'
import { pageEntries } from './page-entries.ts'

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

describe('an entry that is written into until nothing finds it', () => {
  const ways: Readonly<Record<string, (line: string) => string>> = {
    'with words before it': (line) => `${words} ${line}`,
    'indented, with words behind': (line) => `  ${line} ${words}`,
    'indented, with words below': (line) => `  ${line}\n    ${words}`,
    'indented below another box': (line) => `- [ ] ${words}\n    ${line}`,
    'quoted, with words below': (line) => `> ${line}\n> ${words}`,
    'quoted, with another title': (line) => `> ${line.replace('bash: ', words)}`,
    'in a fence': (line) => `\`\`\`\n${line}\n${words}\n\`\`\``,
    'struck out': (line) => `~~${line}~~ ${words}`,
    'in a comment': (line) => `<!-- ${line} ${words} -->`,
    'with words in its box': (line) => line.replace('[ ]', `[${words}]`),
    'without its box': (line) => `${line.replace('[ ] ', '')} ${words}`,
    'without its id': (line) => line.replace(/\(n\d\)/, words),
    'with words in its id': (line) => line.replace(/(?=\d\)$)/, words),
  }
  const edited = (id: string, way: (line: string) => string): TestStage => {
    const on = page()
    on.files.replace(path, text(on).replace(new RegExp(`^- .*\\(${id}\\)$`, 'm'), way))
    look(on)
    return on
  }

  test.each(Object.entries(ways).flatMap(([name, way]) => [['n1', name, way] as const, ['n2', name, way] as const]))(
    '%s %s stays as it is and is told',
    (id, _name, way) => {
      const on = edited(id, way)
      expect(text(on).split(words)).toHaveLength(2)
      expect(text(on)).toMatch(new RegExp(`^- Not read as an answer: (?:n1, )?${id}(?:, n2)?;`, 'm'))
      ask(on, 'S2', 'make three')
      say(on, id, 'Postgres')
      expect(text(on)).toContain(`- Reads differently than it was written: ${id}\n`)
      expect(text(on).split(words)).toHaveLength(2)
      expect(pageEntries(text(on)).map((one) => one.id)).not.toContain(id)
    },
  )

  test('is taken out once nothing of it is left', () => {
    const on = edited('n1', (line) => `> ${line}`)
    on.files.replace(path, text(on).replace(/> .*\n.*divert\n/, ''))
    look(on)
    expect(text(on)).not.toContain('n1')
    ask(on, 'S1', 'make three')
    expect(ids(on)).toEqual(['n3', 'n2'])
  })

  test('comes back with a page that was set back', () => {
    const on = edited('n1', (line) => `> ${line}`)
    on.files.replace(path, text(page()))
    look(on)
    expect(ids(on)).toEqual(['n1', 'n2'])
    expect(text(on)).toContain('- Not read as an answer: n2;')
  })

  test('is not one that only another entry speaks of', () => {
    const on = page()
    ask(on, 'S2', 'see (n1)\nand n1 (n1)')
    on.files.replace(path, text(on).replace(/^- .*\(n1\)\n.*divert\n/m, ''))
    look(on)
    expect(text(on)).not.toContain('Not read as an answer: n1')
    expect(ids(on)).toEqual(['n2', 'n3'])
  })
})
