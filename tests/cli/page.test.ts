import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { reduceNight } from '../../src/runtime/keep/reduce.ts'
import { open, value } from '../store/bench.ts'
import { builtinPolicies, openWorld, submitted, type World } from '../bench/world.ts'
import { placeOf } from '../support/folder-store.ts'

let world: World
beforeEach(async () => {
  world = openWorld(await builtinPolicies())
})
afterEach(() => world.close())

async function page(...words: string[]) {
  let output = ''
  let errors = ''
  const io = {
    cwd: world.folder,
    place: placeOf(world.folder),
    userFolder: join(world.folder, 'user'),
    color: false,
    write: (text: string) => {
      output += text
    },
    writeError: (text: string) => {
      errors += text
    },
    // Neither of these is only a person's to do.
    notAPerson: () => 'it was started below OpenCode',
  }
  return { code: await runProgram(['page', ...words], '0.1.0', io), output, errors }
}

const path = (name: string) => join(world.folder, name)
const read = (name: string) => readFileSync(path(name), 'utf8')
function log(session: string, question: string) {
  world.session(session).title = `About ${session}`
  world.runtime.handle(world.session(session), submitted(question))
  world.runtime.flush()
}
const nights = () => {
  log('ses_1', 'Which DB?')
  log('ses_2', 'Which region?')
  log('ses_1', 'Which name?')
}
/** A page without the mark of its state. */
const plain = (text: string) => text.replace(/\n<!-- opencode-diverter .*\n/, '')

describe('the page by the program', () => {
  it('says that there is nothing, and makes nothing', async () => {
    expect(await page()).toEqual({ code: 0, output: '', errors: 'Nothing is recorded here.\n' })
    expect(existsSync(placeOf(world.folder).database)).toBe(false)
    expect((await page('--session', 'ses_1', '--out', '-')).code).toBe(1)
  })

  it('makes it anew after a deletion, the same as it was', async () => {
    nights()
    const before = read('blockers.md')
    rmSync(path('blockers.md'))
    expect(await page()).toEqual({
      code: 0,
      output: 'blockers.md: 3 entries of 2 sessions\n',
      errors: 'Entries had vanished and were added again: b1, b3, b2\n',
    })
    expect(plain(read('blockers.md'))).toBe(plain(before))
    expect(read('blockers.md')).toContain('## Session: ses_1 — About ses_1 — ')
    const after = read('blockers.md')
    expect((await page()).errors).toBe('')
    expect(read('blockers.md')).toBe(after)
  })

  it('has the entries of a night whose lines were taken away', async () => {
    nights()
    const before = read('blockers.md')
    const store = open(placeOf(world.folder))
    for (const root of ['ses_1', 'ses_2'])
      expect(value(reduceNight(store, { directory: world.folder, root }, 1000))).toMatchObject({ isEmpty: true })
    store.close()
    expect(plain((await page('--out', '-')).output)).toBe(plain(before))
    rmSync(path('blockers.md'))
    expect((await page()).output).toBe('blockers.md: 3 entries of 2 sessions\n')
    expect(plain(read('blockers.md'))).toBe(plain(before))
  })

  it('keeps what a person wrote, and what they took out stays out', async () => {
    nights()
    const without = read('blockers.md').replace(/- \[ \][^\n]*\(b2\)\n(?: +[^\n]*\n)*/, '')
    writeFileSync(path('blockers.md'), `# Mine\n\n${without}`)
    expect((await page()).code).toBe(0)
    expect(read('blockers.md').startsWith('# Mine\n\n')).toBe(true)
    expect(read('blockers.md')).not.toContain('(b2)')
  })

  it('writes it fresh elsewhere, all that the store has, or one session', async () => {
    nights()
    const { code, output } = await page('--out', '-')
    expect([code, output]).toEqual([0, plain(read('blockers.md'))])
    expect((await page('--out', '-', '--session', 'ses_2')).output).toMatch(
      /^## Session: ses_2 — About ses_2 — [^\n]*\n\n### [^\n]*\n- \[ \] [^\n]*Which region\? \(b2\)\n/,
    )
    expect((await page('--out', 'copy.md')).output).toBe('copy.md: 3 entries of 2 sessions\n')
    expect((await page('--out', 'copy.md')).code).toBe(0)
    expect(read('copy.md')).toBe(
      `<!-- Written by opencode-diverter page; written anew each time, edits here are lost. -->\n${output}`,
    )
  })

  it('writes over nothing of others, through no link and into no folder', async () => {
    nights()
    writeFileSync(path('mine.md'), 'mine')
    expect(await page('--out', 'mine.md')).toEqual({
      code: 3,
      output: '',
      errors: 'Cannot write mine.md: the file was not written by this command; name another file\n',
    })
    symlinkSync(path('elsewhere.md'), path('link.md'))
    expect((await page('--out', 'link.md')).errors).toBe('Cannot write link.md: it is a link\n')
    mkdirSync(path('folder'))
    expect((await page('--out', 'folder')).errors).toBe('Cannot write folder: it is a folder\n')
    expect([read('mine.md'), existsSync(path('elsewhere.md'))]).toEqual(['mine', false])
  })

  it('takes a session with --out only, since the page has all of them', async () => {
    nights()
    rmSync(path('blockers.md'))
    expect(await page('--session', 'ses_2')).toEqual({
      code: 2,
      output: '',
      errors:
        'Cannot bring the page to one session: it has all of the project; add --out FILE for a page of that session alone\n',
    })
    expect(existsSync(path('blockers.md'))).toBe(false)
  })

  it('writes nothing that binds the agent or that git, npm or the host runs', async () => {
    nights()
    const allowed =
      'allowed are Markdown files outside of folders of git, npm, OpenCode and the store; name another file'
    for (const folder of ['.git/hooks', '.opencode', 'node_modules', 'user'])
      mkdirSync(path(folder), { recursive: true })
    symlinkSync(path('.opencode'), path('plain'))
    const refused: [string, string][] = [
      ['.git/hooks/pre-commit', `it does not end in .md; ${allowed}`],
      ['package.json', `it does not end in .md; ${allowed}`],
      ['opencode.json', `it does not end in .md; ${allowed}`],
      ['.opencode/policies/zz.yaml', `it does not end in .md; ${allowed}`],
      ['.opencode/command/go.md', `it lies in .opencode; ${allowed}`],
      ['plain/command/go.md', `it lies in .opencode; ${allowed}`],
      ['.git/note.md', `it lies in .git; ${allowed}`],
      ['node_modules/x/README.md', `it lies in node_modules; ${allowed}`],
      ['Agents.md', `agents take it for instructions; ${allowed}`],
      ['user/agent/mine.md', `it lies among what binds the agent; ${allowed}`],
      [join(placeOf(world.folder).folder, 'copy.md'), `it lies among what binds the agent; ${allowed}`],
    ]
    for (const [out, why] of refused) {
      expect(await page('--out', out)).toEqual({ code: 3, output: '', errors: `Cannot write ${out}: ${why}\n` })
      expect(existsSync(path(out))).toBe(false)
    }
    mkdirSync(path('docs'))
    expect((await page('--out', 'docs/night.md')).code).toBe(0)
  })

  it('does not take the page itself for a fresh one', async () => {
    nights()
    rmSync(path('blockers.md'))
    expect(await page('--out', 'blockers.md')).toEqual({
      code: 3,
      output: '',
      errors: 'Cannot write blockers.md: it is the page itself; leave --out away, or name another file\n',
    })
    expect(existsSync(path('blockers.md'))).toBe(false)
  })

  it('says why it cannot write the page', async () => {
    nights()
    rmSync(path('blockers.md'))
    symlinkSync(path('elsewhere.md'), path('blockers.md'))
    const { code, errors } = await page()
    expect([code, errors]).toEqual([
      3,
      'Cannot use the file "blockers.md": it is a link; allowed are relative paths of plain files inside the project\n',
    ])
    expect(lstatSync(path('blockers.md')).isSymbolicLink()).toBe(true)
    expect(existsSync(path('elsewhere.md'))).toBe(false)
  })
})
