import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../support/host.ts'
import { ask, blocker, marker, type Night, startNight, toolResults } from './night.ts'

const policy = readFileSync(join(repository, 'tests/policies/fixtures/decisions.yaml'), 'utf8')

let night: Night
beforeAll(async () => {
  night = await startNight('second-kind', { files: { '.opencode/policies/decisions.yaml': policy } })
})
afterAll(() => night.close())

/** The program as a person runs it in a terminal of their own. */
function program(...words: string[]): string {
  const { directory } = night.project
  const state = { ...process.env, HOME: night.host.home, XDG_STATE_HOME: undefined }
  const run = spawnSync(process.execPath, [join(repository, 'dist/cli.js'), ...words], { cwd: directory, env: state })
  return `${run.stdout}${run.stderr}`
}

const decision = (input: object) => ({ name: 'decision', input })

test('the model calls the tool of a team of fourteen lines: its page is written, and the blockers are left alone', async () => {
  night.model.script('second-kind', [
    { calls: [decision({ decision: 'Maps', area: 'Code', reason: 'shorter', instead: '["Classes", "Records"]' })] },
    { calls: [decision({ decision: 'Vitest', area: 'weather' })] },
    { calls: [decision({ decision: 'maps.', area: 'code', reason: 'again' })] },
    { text: marker },
  ])
  const session = await night.session()
  await session.say('Begin second-kind')
  await session.rest()

  expect(night.model.requests('second-kind')[0]?.tools).toEqual(expect.arrayContaining(['decision', 'blocker']))
  const results = toolResults(night, 'second-kind', 3)
  expect(results[0]).toBe('Registered as d1. Go on.')
  expect(results[1]).toBe(`The decision was not registered:
- Invalid area. Must be one of: code, tests, docs
- reason is missing: Why you decided so
Example: {"decision":"…","area":"code","reason":"…"}`)
  expect(results[2]).toBe('Registered as d1. Go on.')

  const page = night.project.read('decisions.md')
  expect(page).toContain(`### Decisions
- [x] **[Code]** Maps (d1)
  - **Because**: shorter
  - **Instead of**:
    1. Classes
    2. Records
`)
  expect(night.project.blockers()).toBe('')

  expect(await ask(night, session, 'list')).toMatch(
    /^1 recorded, 0 open:\nd1 · .* · Decisions · code · Maps \(seen 2 times\)$/,
  )
  expect(await ask(night, session, 'clarify')).toBe('Nothing is open.')
  expect(await ask(night, session, 'answer d1 no')).toBe('Cannot answer d1: it is a note, which nobody needs to answer')
})

test('a blocker of the same night stands on its own page, and is the only one that waits', async () => {
  night.model.script('both-kinds', [
    { calls: [decision({ decision: 'Two files', area: 'docs', reason: 'one each' })] },
    { calls: [blocker({ category: 'other', question: 'Which DB?', context: 'x', blocksProgress: true })] },
    { text: marker },
  ])
  const session = await night.session()
  await session.say('Begin both-kinds')
  await session.rest()
  expect(toolResults(night, 'both-kinds', 2)[0]).toBe('Registered as d2. Go on.')
  expect(night.project.blockers()).toContain('Which DB? (b1)')
  expect(night.project.blockers()).not.toContain('Two files')
  const page = night.project.read('decisions.md')
  expect(page).toContain('**[Docs]** Two files (d2)')
  expect(page).not.toContain('Which DB?')
  expect(await ask(night, session, 'list')).toContain('2 recorded, 1 open:')
})

test('the program makes both pages anew, keeps what a person wrote, and asks about the blocker alone', () => {
  const before = night.project.read('decisions.md')
  night.project.write('decisions.md', before.replace('(d2)', '(d2)\n  Agreed, Anna'))
  expect(program('page')).toBe('decisions.md, blockers.md: 3 entries of 2 sessions\n')
  expect(night.project.read('decisions.md')).toContain('Two files (d2)\n  Agreed, Anna\n')
  night.project.remove('decisions.md')
  program('page')
  expect(night.project.read('decisions.md')).toContain('**[Code]** Maps (d1)')
  expect(program('answer')).toContain('1 open\n  b1  Which DB?\n')
  expect(program('answer')).not.toMatch(/^ *d1 /m)
  expect(program('answer', 'd1', 'no')).toBe('Cannot answer d1: it is a note, which nobody needs to answer\n')
})
