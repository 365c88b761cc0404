import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { builtinPolicies, openWorld, submitted, type World } from '../bench/world.ts'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { ownSqlite } from '../../src/store/open-store.ts'
import { recordOf } from '../runtime/views/record-of.ts'
import { value } from '../store/bench.ts'
import { placeOf } from '../support/folder-store.ts'

let world: World
beforeEach(async () => {
  world = openWorld(await builtinPolicies())
})
afterEach(() => world.close())

const answer = (...words: string[]) => answerIn('.', ...words)
async function answerIn(folder: string, ...words: string[]) {
  let output = ''
  let errors = ''
  const io = {
    cwd: join(world.folder, folder),
    place: placeOf(world.folder),
    color: false,
    write: (text: string) => {
      output += text
    },
    writeError: (text: string) => {
      errors += text
    },
  }
  return { code: await runProgram(['answer', ...words], '0.1.0', io), output, errors }
}

const page = () => {
  world.runtime.flush()
  return readFileSync(join(world.folder, 'blockers.md'), 'utf8')
}
/** A page without the line that says who answered when. */
const unsigned = (text: string) =>
  text.replace(/ {2}- \*\*(Answer|Status)\*\*: .* \(you, in the terminal, [\d: -]{16}\)\n/, '')
const statusOf = (session: string, id: string) =>
  world.runtime.state(world.session(session))?.records.find((record) => record.id === id)

const oneOfThese = 'give one of these: the answer behind it, --allow once, --allow project, --never, --skip'

describe('answering from the shell', () => {
  it('shows what waits, with how to answer', async () => {
    expect(await answer()).toEqual({ code: 0, output: 'Nothing waits for an answer here.\n', errors: '' })
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    expect(await answer()).toEqual({
      code: 0,
      output: `ses_1: 1 open
  b1  Which DB?
      Context: For the bench.
      Blocks: Yes
Answer one with: npx opencode-diverter answer <id> <your answer>
`,
      errors: '',
    })
  })

  it('shows what two sessions ask as one, since one answer closes both', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    world.runtime.handle(world.session('ses_2'), submitted('Which region?'))
    world.runtime.handle(world.session('ses_2'), submitted('which db'))
    const { output } = await answer()
    expect(output).toBe(`ses_1: 1 open
  b1  Which DB?
      Context: For the bench.
      Blocks: Yes
      The same as b3 of ses_2: one answer closes all
ses_2: 1 open
  b2  Which region?
      Context: For the bench.
      Blocks: Yes
Answer one with: npx opencode-diverter answer <id> <your answer>
`)
  })

  it('shows the same as data', async () => {
    expect((await answer('--json')).output).toBe('[]\n')
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    world.runtime.handle(world.session('ses_2'), submitted('which db'))
    const { code, output } = await answer('--json')
    expect({ code, data: JSON.parse(output) }).toEqual({
      code: 0,
      data: [
        {
          id: 'b1',
          session: 'ses_1',
          twins: [{ id: 'b2', session: 'ses_2' }],
          question: 'Which DB?',
          details: ['Context: For the bench.', 'Blocks: Yes'],
          options: [],
          about: [],
          allowable: false,
          decided: false,
          skipped: false,
        },
      ],
    })
    expect(await answer('b1', 'Postgres', '--json')).toEqual({
      code: 2,
      output: '',
      errors: 'Cannot answer b1: --json is for what waits; leave out the entry\n',
    })
    expect(await answer('--json', '--go-on')).toEqual({
      code: 2,
      output: '',
      errors: 'Cannot answer: --json is for what waits; leave out --go-on\n',
    })
  })

  it('keeps an answer, ticks the box, and a running OpenCode sees it', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    const before = page()
    expect(await answer('b1', 'Postgres,', 'please')).toEqual({
      code: 0,
      output:
        'b1 is answered: Postgres, please\nThe agent reads it at its next step; --go-on sends a resting session on\n',
      errors: '',
    })
    expect(page()).toContain('  - **Answer**: Postgres, please (you, in the terminal, ')
    expect(unsigned(page())).toBe(before.replace('- [ ]', '- [x]'))
    expect(statusOf('ses_1', 'b1')).toMatchObject({ status: 'answered', answer: 'Postgres, please' })
    expect((await answer()).output).toBe('Nothing waits for an answer here.\n')
  })

  it('finds the nights from a subfolder of the worktree, and no further', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    mkdirSync(join(world.folder, 'src/deep'), { recursive: true })
    expect((await answerIn('src/deep')).output).toBe('Nothing waits for an answer here.\n') // outside of git
    mkdirSync(join(world.folder, '.git'))
    expect((await answerIn('src/deep')).output).toContain('b1  Which DB?')
    const before = page()
    expect((await answerIn('src/deep', 'b1', 'SQLite')).code).toBe(0)
    expect(unsigned(page())).toBe(before.replace('- [ ]', '- [x]'))
    expect(existsSync(join(world.folder, 'src/deep/blockers.md'))).toBe(false)
    mkdirSync(join(world.folder, 'src/.git'))
    world.runtime.handle(world.session('ses_1'), submitted('Which region?'))
    expect((await answerIn('src/deep')).output).toBe('Nothing waits for an answer here.\n')
  })

  it('puts an entry off, and shows it again when asked to', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    const before = page()
    expect(await answer('b1', '--skip')).toMatchObject({ code: 0, output: 'b1 is put off: Which DB?\n' })
    expect(page()).toContain('  - **Status**: skipped (you, in the terminal, ')
    expect(unsigned(page())).toBe(before)
    expect((await answer()).output).toBe('Nothing waits for an answer here.\n')
    expect((await answer('--skipped')).output).toContain('b1  Which DB?')
    expect((await answer('b1', 'SQLite')).code).toBe(0)
    expect(statusOf('ses_1', 'b1')).toMatchObject({ status: 'answered', answer: 'SQLite' })
  })

  it('names the folders below in which something waits, since ids are those of one project', async () => {
    mkdirSync(join(world.folder, 'packages/a'), { recursive: true })
    const store = value(openUserStore(placeOf(world.folder), 'below'))
    const body = JSON.stringify({ ...recordOf({ id: 'b1' }), status: 'open' })
    const below = value(store.project(join(realpathSync(world.folder), 'packages/a')))
    const row = { prefix: 'b', number: 1, root: 'ses_9', kind: 'blocker', fingerprint: 'f', at: 1, isNew: true }
    value(below.commit({ trees: [], revision: null, records: [{ ...row, status: 'open', body }] }))
    value(store.close())
    expect((await answer()).output).toBe(
      'Nothing waits for an answer here.\npackages/a: 1 open, of nights that began there; answer them in that folder\n',
    )
    expect((await answerIn('packages/a')).output).toContain('  b1  Which DB?\n')
  })

  it('sends no session on where the person only put something off', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    await answer('b1', '--skip')
    expect((await answer('--go-on')).output).toBe('No session rests since you answered.\n')
    await answer('b1', 'Postgres')
    expect((await answer('--go-on')).output).toContain('ses_1 goes on within 5 seconds')
  })

  it('of one question closes it in each session that asked it', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    world.runtime.handle(world.session('ses_2'), submitted('Which region?'))
    world.runtime.handle(world.session('ses_2'), submitted('which db'))
    const said = await answer('b3', 'Postgres', '--by', 'Anna \u001b[31m\u202e')
    expect(said).toMatchObject({ code: 0, output: expect.stringContaining('b3, b1 are answered: Postgres\n') })
    const answered = { status: 'answered', answer: 'Postgres', answeredVia: 'terminal' }
    expect(statusOf('ses_1', 'b1')).toMatchObject({ ...answered, answeredBy: 'Anna \\x1b[31m\\u202e' })
    expect(statusOf('ses_2', 'b3')).toMatchObject(answered)
    expect(statusOf('ses_2', 'b2')?.status).toBe('open')
  })

  it('is given again, and the last one counts', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    expect((await answer('b1', 'Postgres')).code).toBe(0)
    expect((await answer('B1', 'SQLite')).output).toContain('b1 is answered: SQLite\n')
    expect(statusOf('ses_1', 'b1')?.answer).toBe('SQLite')
    expect(await answer('b1', '--skip')).toMatchObject({
      code: 1,
      errors: 'Cannot answer b1: it is answered already\n',
    })
  })

  it.each([
    [['b9', 'x'], 1, 'Cannot answer b9: this project has no such entry; `answer` alone shows those that wait\n'],
    [['B1;', 'x'], 2, 'Cannot answer B1;: "B1;" is no id of an entry, such as b1\n'],
    [['b1'], 2, `Cannot answer b1: ${oneOfThese}\n`],
    [['b1', 'x', '--skip'], 2, `Cannot answer b1: ${oneOfThese}\n`],
    [['b1', '--never', '--skip'], 2, `Cannot answer b1: ${oneOfThese}\n`],
    [['b1', '--allow', 'always'], 2, 'Cannot answer b1: --allow takes once or project, not "always"\n'],
    [['b1', '--allow', 'once'], 1, 'Cannot answer b1: it is no refused request for permission; answer it with words\n'],
    [['b1', '\u200b '], 1, 'Cannot answer b1: the answer is empty\n'],
    [
      ['b1', 'x'.repeat(1_000_000)],
      1,
      'Cannot answer b1: it has 1000000 characters and at most 10000 are kept; write it into a file and name the file\n',
    ],
  ])('%j is refused in words', async (words, code, errors) => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    expect(await answer(...words)).toEqual({ code, output: '', errors })
    expect(statusOf('ses_1', 'b1')?.status).toBe('open')
  })
})

describe('a store of which something is gone', () => {
  it('is said where the database is gone and its key is there', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    world.runtime.close()
    const { database, key } = placeOf(world.folder)
    for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
    expect(await answer()).toEqual({
      code: 0,
      output: 'Nothing waits for an answer here.\n',
      errors: `${database} is gone and all nights with it, though ${key} is there; put a copy of the database back if you have one\n`,
    })
  })

  it('is said once where the key is gone, and always what is not shown for it', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    world.runtime.close()
    rmSync(placeOf(world.folder).key)
    const foreign = 'Not shown, since they have no seal of ours: 1 entry\n'
    const { output, errors } = await answer()
    expect(output).toBe('Nothing waits for an answer here.\n')
    expect(errors).toMatch(/^The key .* is not the one of before: .*\n/)
    expect(errors.split('\n').slice(1).join('\n')).toBe(foreign)
    expect((await answer()).errors).toBe(foreign)
  })

  it('can be read while another program writes', async () => {
    world.runtime.handle(world.session('ses_1'), submitted('Which DB?'))
    const holder = ownSqlite()?.(placeOf(world.folder).database)
    holder?.exec('BEGIN IMMEDIATE')
    expect(await answer()).toMatchObject({ code: 0, output: expect.stringContaining('b1  Which DB?'), errors: '' })
    holder?.close()
  })
})
