import { describe, expect, test } from 'vitest'
import { virtualClock } from '../../../src/rehearse/virtual-clock.ts'
import { FileFailure, type Files } from '../../../src/runtime/ports.ts'
import { night, policiesFrom, project, stageOf, start, type TestStage } from '../stage.ts'
import { pageEntries } from './page-entries.ts'

const path = `${project}/blockers.md`
const policies = policiesFrom(night.replace('file: notes.md', 'file: blockers.md'))
const stage = (parts: Partial<Parameters<typeof stageOf>[0]> = {}) => stageOf({ policies, ...parts })

/** Another process on the same files and store. */
const restarted = (from: TestStage, process = 'two') =>
  stage({ files: from.files, store: from.store, clock: from.clock, process })

let requests = 0
const ask = (on: TestStage, session = 'S1') => {
  requests += 1
  on.session(session)
  on.send(session, 'permission.asked', {
    request: `p${requests}`,
    permission: 'bash',
    command: `make ${requests}`,
  })
}
const text = (on: TestStage) => on.files.read(path) ?? ''
const write = (on: TestStage, page: string) => on.files.replace(path, page)
const ids = (on: TestStage) => pageEntries(text(on)).map(({ session, id }) => `${session} ${id}`)
const look = (on: TestStage) => on.send('S1', 'turn.ended', { text: 'a' })
const answer = (on: TestStage, id: string, words = 'Postgres') =>
  on.runtime.answer(on.session('S1'), id, { decision: 'words', text: words, via: 'dialog', by: null })
/** An entry with its lines, as a person takes it out. */
const without = (page: string, id: string) =>
  page.replace(new RegExp(`^- \\[.\\] [^\\n]*\\(${id}\\)\\n(?: +[^\\n]*\\n)*`, 'm'), '')

describe('a page that was set back', () => {
  /** A page of each state, from none to three entries of two sessions. */
  function three() {
    const on = stage()
    const states = ['']
    for (const session of ['S1', 'S2', 'S1']) {
      ask(on, session)
      states.push(text(on))
    }
    return { on, states, all: ['S1 n1', 'S1 n3', 'S2 n2'] }
  }

  test('is a view: a heading for each session, its sections, its entries, the mark of its state', () => {
    const { on } = three()
    expect(text(on).replace(/[0-9a-z]+-[0-9a-f]{12}/, 'STATE')).toBe(`## Session: S1 — 2026-02-12 22:00 UTC

### Permissions Requested
- [ ] **[Permission]** bash: make ${requests - 2} (n1)
  - **Decided by**: night/divert
- [ ] **[Permission]** bash: make ${requests} (n3)
  - **Decided by**: night/divert

## Session: S2 — 2026-02-12 22:00 UTC

### Permissions Requested
- [ ] **[Permission]** bash: make ${requests - 1} (n2)
  - **Decided by**: night/divert

<!-- opencode-diverter STATE: leave this line, it tells what was taken out here from what got lost -->
`)
  })

  test.each([0, 1, 2, 3])('by undo or stash to its state %i gets everything again, however often', (at) => {
    const { on, states, all } = three()
    for (let round = 0; round < 5; round++) {
      write(on, states[at] ?? '')
      look(on)
      expect(ids(on)).toEqual(all)
    }
  })

  test('gets everything again when the host tells of an undo, though nothing else happens', () => {
    const { on, states, all } = three()
    write(on, states[1] ?? '')
    on.runtime.setBack()
    expect(ids(on)).toEqual(all)
    expect(on.host.notices).toContain('Entries had vanished and were added again: n2, n3')
  })

  test('gets everything again with the next entry, of whatever session', () => {
    const { on, states } = three()
    write(on, states[1] ?? '')
    ask(on, 'S3')
    expect(ids(on)).toEqual(['S1 n1', 'S1 n3', 'S2 n2', 'S3 n4'])
  })

  test('by a clean or a deletion gets everything again, also after a restart', () => {
    const { on, all } = three()
    for (const each of [on, restarted(on)]) {
      each.files.remove(path)
      each.session('S1')
      look(each)
      expect(ids(each)).toEqual(all)
    }
  })

  test.each([0, 365 * 24 * 3_600_000])(
    'by an undo gets everything again after a clock that was %i ms ahead',
    (ahead) => {
      const clock = virtualClock(start + ahead, 'UTC')
      const on = stage({ clock })
      ask(on)
      clock.set(start + 60_000)
      for (const after of ['a restart', 'none']) {
        const next = after === 'none' ? on : restarted(on)
        // Lost, it comes back in a state of its own, which a person sets aside.
        next.files.remove(path)
        next.session('S1')
        look(next)
        const aside = text(next)
        clock.pass(60_000)
        next.files.remove(path)
        ask(next)
        const all = ids(next)
        write(next, aside)
        next.runtime.setBack()
        expect(ids(next), after).toEqual(all)
      }
      expect(ids(on)).toEqual(['S1 n1', 'S1 n2', 'S1 n3'])
    },
  )

  test('to a page without our last line has a number of its own then, too', () => {
    const clock = virtualClock(start + 60_000, 'UTC')
    const on = stage({ clock })
    ask(on)
    clock.set(start)
    write(on, text(on).replace(/<!-- .*\n/, ''))
    look(on)
    const aside = text(on)
    on.files.remove(path)
    ask(on)
    write(on, aside)
    look(on)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
  })

  test('by being cut off anywhere gets everything again, nothing twice, and no torn line stays', () => {
    const { on, all } = three()
    const whole = text(on)
    const plain = (page: string) => page.replace(/<!-- .*/, '')
    for (let end = 0; end < whole.length - 1; end++) {
      write(on, whole.slice(0, end))
      on.runtime.setBack()
      expect(ids(on), `${end}`).toEqual(all)
      // A cut mark is no line of ours that could be told from a person's.
      if (end < whole.indexOf('<!--')) expect(plain(text(on)), `${end}`).toBe(plain(whole))
      expect(text(on)).not.toContain('Changed by hand')
    }
  })

  test('with what a person wrote into it meanwhile keeps that', () => {
    const { on, states, all } = three()
    const [, one = ''] = states
    const edited = `# Mine\n\n${one.replace('- [ ]', '- [x]')}\nand at the end`
    // Nobody saw it before it was set aside and came back.
    write(on, edited)
    look(on)
    expect(ids(on)).toEqual(all)
    expect(text(on).startsWith('# Mine\n\n')).toBe(true)
    expect(text(on).endsWith('\nand at the end')).toBe(true)
    expect(pageEntries(text(on))[0]).toMatchObject({ id: 'n1', checked: true })
  })

  test('to the page of another branch or store keeps that page and gets everything', () => {
    const { on, all } = three()
    const other = stage()
    ask(other, 'T1')
    ask(other, 'T1')
    const foreign = text(other).replace(/-[0-9a-f]{12}/, '-0123456789ab')
    write(on, foreign)
    look(on)
    expect(ids(on)).toEqual(['T1 n1', 'T1 n2', ...all])
    expect(text(on).match(/<!-- opencode-diverter/g)).toHaveLength(1)
    look(on)
    expect(ids(on)).toEqual(['T1 n1', 'T1 n2', ...all])
  })

  test('to a merge of two of its states gets everything', () => {
    const { on, states, all } = three()
    const [, one = '', two = ''] = states
    write(on, `${one}${two.slice(two.indexOf('## Session: S2'))}`)
    look(on)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n3', 'S2 n2'])
    expect(all).toHaveLength(3)
    expect(text(on).match(/<!-- opencode-diverter/g)).toHaveLength(1)
  })
})

describe('a person', () => {
  test('takes an entry out for good: across entries, undo, deletion and a restart', () => {
    const on = stage()
    ask(on)
    ask(on)
    const before = text(on)
    for (const id of ['n2', 'n1']) {
      const page = without(text(on), id)
      expect(page).not.toBe(text(on))
      write(on, page)
      look(on)
    }
    expect(ids(on)).toEqual([])
    ask(on)
    expect(ids(on)).toEqual(['S1 n3'])
    for (const gone of [before, '', null]) {
      if (gone === null) on.files.remove(path)
      else write(on, gone)
      look(on)
      expect(ids(on)).toEqual(['S1 n3'])
    }
    const next = restarted(on)
    next.session('S1')
    next.files.remove(path)
    ask(next)
    expect(ids(next)).toEqual(['S1 n3', 'S1 n4'])
  })

  test('takes an entry out while no process runs', () => {
    const on = stage()
    ask(on)
    ask(on)
    write(on, without(text(on), 'n2'))
    const next = restarted(on)
    look(next)
    ask(next)
    expect(ids(next)).toEqual(['S1 n1', 'S1 n3'])
  })

  test('puts an entry back, which stays then', () => {
    const on = stage()
    ask(on)
    ask(on)
    const entry = /^- \[ \] [^\n]*\(n2\)\n {2}[^\n]*\n/m.exec(text(on))?.[0] ?? ''
    write(on, without(text(on), 'n2'))
    look(on)
    write(on, text(on).replace('\n\n<!--', `\n${entry}\n<!--`))
    look(on)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
    on.files.remove(path)
    look(on)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
  })

  test.each<[string, (page: string) => string]>([
    ['ticks a box', (page) => page.replace('- [ ]', '- [x]')],
    [
      'writes into a line',
      (page) => page.replace('(n1)\n', '(n1)\n').replace('night/divert', 'night/divert. Yes, do!'),
    ],
    ['writes below', (page) => page.replace('night/divert\n', 'night/divert\nPostgres, please\n')],
    ['takes a line of it out', (page) => page.replace(/ {2}- \*\*Decided by\*\*[^\n]*\n/, '')],
  ])('%s: it stays, is said at the end, in status and at the stop, and is no answer', (_, edit) => {
    const on = stage()
    ask(on)
    const edited = edit(text(on))
    write(on, edited)
    const line =
      'Written into blockers.md but not read as an answer: n1; answer with /blockers clarify or npx opencode-diverter answer'
    expect(on.send('S1', 'command.run', { name: 'night', action: 'status' }).reply).toContain(line)
    expect(text(on).startsWith(edited.slice(0, edited.indexOf('\n<!--')))).toBe(true)
    expect(text(on)).toContain(`
## Changed by hand (kept up to date by opencode-diverter)

- Not read as an answer: n1; answer with /blockers clarify or npx opencode-diverter answer

<!-- opencode-diverter `)
    const stays = text(on)
    look(on)
    expect(text(on)).toBe(stays)
    on.send('S1', 'tool.finished', { tool: 'x' })
    on.send('S1', 'turn.ended', { text: 'DONE' })
    expect(on.host.notices.at(-1)).toBe(`Stopped: done.\n${line}`)
    expect(on.runtime.state(on.session('S1'))?.records[0]).toMatchObject({ status: 'open', answer: null })
  })

  test('who undoes an edit ends what is said of it', () => {
    const on = stage()
    ask(on)
    const before = text(on)
    write(on, before.replace('night/divert', 'night/divert. Yes'))
    look(on)
    expect(text(on)).toContain('Changed by hand')
    write(on, text(on).replace('night/divert. Yes', 'night/divert'))
    look(on)
    expect(text(on)).toBe(before)
  })

  test('is told of an answered entry that reads differently, not that it waits', () => {
    const on = stage()
    ask(on)
    answer(on, 'n1')
    write(on, text(on).replace('Postgres', 'Drop it'))
    expect(on.send('S1', 'command.run', { name: 'night', action: 'list' }).reply).toContain(
      'Reads differently in blockers.md than it was written: n1',
    )
    expect(text(on)).toContain('- Reads differently than it was written: n1\n')
    expect(text(on)).toContain('Drop it')
  })

  test('who wrote into an entry gets the answer below, and keeps the words', () => {
    const on = stage()
    ask(on)
    write(on, text(on).replace('night/divert\n', 'night/divert\n  my thought\n'))
    answer(on, 'n1', 'one\ntwo')
    expect(text(on)).toContain(`- [x] **[Permission]** bash: make ${requests} (n1)
  - **Decided by**: night/divert
  my thought
  - **Answer** (you, in a dialog, 2026-02-12 22:00):

    \`\`\`text
    one
    two
    \`\`\`
`)
    const stays = text(on)
    look(on)
    expect(text(on)).toBe(stays)
  })

  test('who saved the page in an editor with CRLF, a BOM, other bullets and escaped brackets edited nothing', () => {
    const on = stage()
    ask(on)
    ask(on, 'S2')
    write(
      on,
      `\uFEFF${text(on).replaceAll('\n', '\r\n').replaceAll('- [ ]', '* \\[ \\]').replaceAll('  - **', '  * **')}`,
    )
    const saved = text(on)
    look(on)
    expect(text(on)).toBe(saved)
    ask(on)
    answer(on, 'n1')
    expect(text(on)).not.toContain('Changed by hand')
    expect(text(on).startsWith('\uFEFF## Session: S1')).toBe(true)
    expect(text(on).replaceAll('\r\n', '')).not.toContain('\n')
    expect(ids(on)).toEqual(['S1 n1', 'S1 n3', 'S2 n2'])
    expect(pageEntries(text(on))[0]?.checked).toBe(true)
    on.files.remove(path)
    look(on)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n3', 'S2 n2'])
  })

  test('keeps a megabyte of words around ours, byte for byte', () => {
    const on = stage()
    ask(on)
    const words = 'Ein Satz, den jemand schrieb — ünd nöch einer. ```\n~~~\n- [ ] mine\n#### x\n'.repeat(16_000)
    const [head = '', ...rest] = text(on).split('\n### ')
    write(on, `${words}${head}\n### ${rest.join('\n### ')}${words}`)
    ask(on)
    answer(on, 'n1')
    expect(text(on).startsWith(words)).toBe(true)
    expect(text(on).endsWith(words)).toBe(true)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
  })

  test('who removed or renamed the heading of a session keeps that, and new entries have one', () => {
    const on = stage()
    ask(on)
    write(on, text(on).replace(/## Session[^\n]*/, '# My list'))
    ask(on)
    expect(text(on).startsWith('# My list\n')).toBe(true)
    expect(pageEntries(text(on))).toMatchObject([
      { session: '', id: 'n1' },
      { session: 'S1', id: 'n2' },
    ])
    look(on)
    expect(pageEntries(text(on))).toHaveLength(2)
  })

  const stamp = /<!-- opencode-diverter .*-->\n/
  const putAbove = (id: string, line: string) => (page: string) =>
    page.replace(new RegExp(`^- \\[ \\] .*\\(${id}\\)$`, 'm'), (entry) => line + entry)

  test.each<[string, (page: string) => string]>([
    ['a heading of their own', putAbove('n2', '## My notes\n')],
    ['a title', putAbove('n2', '# Later\n')],
    ['our last line', (page) => putAbove('n2', stamp.exec(page)?.[0] ?? '')(page.replace(stamp, ''))],
  ])('puts %s between two entries: a new session comes behind both, and an answer shows', (_, edit) => {
    const on = stage()
    ask(on)
    ask(on)
    write(on, edit(text(on)))
    ask(on, 'S2')
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2', 'S2 n3'])
    const next = restarted(on)
    ask(next, 'S2')
    answer(next, 'n2')
    expect(ids(next)).toEqual(['S1 n1', 'S1 n2', 'S2 n3', 'S2 n4'])
    expect(text(next)).toContain('  - **Answer**: Postgres (you, in a dialog, 2026-02-12 22:00)\n')
    expect(text(next)).not.toContain('Changed by hand')
  })

  test('keeps words and headings of their own at the end, below a new session', () => {
    const on = stage()
    ask(on)
    write(on, `${text(on)}\n# Appendix\n\nwords\n`)
    ask(on, 'S2')
    expect(ids(on)).toEqual(['S1 n1', 'S2 n2'])
    expect(text(on)).toMatch(/-->\n\n# Appendix\n\nwords\n$/)
  })

  test('who moves an entry below another session does not take it out, and its answer shows', () => {
    const on = stage()
    ask(on)
    ask(on)
    ask(on, 'S2')
    const entry = /^- \[ \] [^\n]*\(n2\)\n {2}[^\n]*\n/m.exec(text(on))?.[0] ?? ''
    write(on, text(on).replace(entry, '').replace('\n<!--', `${entry}\n<!--`))
    look(on)
    answer(on, 'n2')
    expect(ids(on)).toEqual(['S1 n1', 'S2 n3', 'S2 n2'])
    expect(text(on)).toContain('  - **Answer**: Postgres (you, in a dialog, 2026-02-12 22:00)\n')
    on.files.remove(path)
    look(on)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2', 'S2 n3'])
  })

  test('who opens a fence and never closes it loses nothing and doubles nothing', () => {
    const on = stage()
    ask(on)
    write(on, `\`\`\`\n${text(on)}`)
    for (let round = 0; round < 3; round++) ask(on)
    expect(pageEntries(text(on)).map(({ id }) => id)).toEqual(['n1', 'n2', 'n3', 'n4'])
  })
})

describe('a process that ends between commit and page', () => {
  test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    'at its entry %i loses nothing and doubles nothing',
    (at) => {
      const on = stage()
      for (let n = 1; n < at; n++) ask(on, `S${n % 3}`)
      // The page takes nothing any more, as if the process had ended; what it committed stands in the store.
      const killed = (): never => {
        throw new FileFailure('EIO', 'killed')
      }
      const files = { ...on.files, exchange: killed }
      const dead = stageOf({ policies, files, store: on.store, clock: on.clock, process: 'dead' })
      ask(dead, 'S1')
      expect(pageEntries(text(on))).toHaveLength(at - 1)
      const next = restarted(on, 'next')
      next.session('S9')
      next.send('S9', 'turn.ended', { text: 'a' })
      const found = pageEntries(text(next)).map(({ id }) => id)
      expect(found.sort()).toEqual(Array.from({ length: at }, (_, n) => `n${n + 1}`).sort())
    },
  )

  test('after the page was written, before the store knew how, doubles nothing and takes nothing out', () => {
    const on = stage()
    ask(on)
    on.store.sql("CREATE TRIGGER die BEFORE INSERT ON page_entries BEGIN SELECT RAISE(ABORT, 'killed'); END")
    ask(on)
    on.store.sql('DROP TRIGGER die')
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
    const next = restarted(on)
    look(next)
    expect(ids(next)).toEqual(['S1 n1', 'S1 n2'])
    expect(text(next)).not.toContain('Changed by hand')
    write(next, without(text(next), 'n2'))
    look(next)
    expect(ids(next)).toEqual(['S1 n1'])
  })

  test('is noticed by another one that rests', () => {
    const on = stage({ watches: true })
    ask(on)
    const dead = stageOf({
      policies,
      files: { ...on.files, exchange: () => false },
      store: on.store,
      clock: on.clock,
      process: 'dead',
    })
    ask(dead, 'S2')
    expect(ids(on)).toEqual(['S1 n1'])
    on.clock.pass(10_000)
    expect(ids(on)).toEqual(['S1 n1', 'S2 n2'])
  })
})

describe('two processes', () => {
  test('write in turn under their own headings, and each sees what the other answered', () => {
    const one = stage()
    const two = restarted(one)
    for (let round = 0; round < 5; round++) {
      ask(one, 'S1')
      ask(two, 'S2')
    }
    expect(pageEntries(text(one)).map(({ session, id }) => `${session} ${id}`)).toEqual([
      ...[1, 3, 5, 7, 9].map((n) => `S1 n${n}`),
      ...[2, 4, 6, 8, 10].map((n) => `S2 n${n}`),
    ])
    answer(one, 'n1')
    ask(two, 'S2')
    expect(pageEntries(text(one)).filter(({ checked }) => checked)).toMatchObject([{ id: 'n1' }])
    expect(text(one)).not.toContain('Changed by hand')
  })

  test('and an undo between them lose nothing', () => {
    const one = stage()
    const two = restarted(one)
    ask(one, 'S1')
    const before = text(one)
    ask(two, 'S2')
    write(one, before)
    ask(one, 'S1')
    ask(two, 'S2')
    expect(ids(one)).toEqual(['S1 n1', 'S1 n3', 'S2 n2', 'S2 n4'])
  })
})

describe('what stands in the way', () => {
  test('words that somebody adds between our look and our write are kept', () => {
    const on = stage()
    let left = 3
    const files: Files = {
      ...on.files,
      exchange: (at, was, after) => {
        if (left-- > 0) on.files.append(at, `note ${left}\n`)
        return on.files.exchange(at, was, after)
      },
    }
    const busy = stageOf({ policies, files: { ...on.files, ...files }, store: on.store })
    ask(busy)
    expect(ids(on)).toEqual(['S1 n1'])
    for (const n of [0, 1, 2]) expect(text(on)).toContain(`note ${n}\n`)
  })

  test('a page that is written without a pause is told, and tried again', () => {
    const on = stage()
    let isBusy = true
    const files = {
      ...on.files,
      exchange: (...given: Parameters<Files['exchange']>) => !isBusy && on.files.exchange(...given),
    }
    const busy = stageOf({ policies, files, store: on.store, clock: on.clock })
    ask(busy)
    expect(busy.host.notices).toContain(
      'Cannot write blockers.md: others write it without a pause, or it is not UTF-8. What belongs there is kept, and it is tried again',
    )
    isBusy = false
    on.clock.pass(10_000)
    expect(ids(on)).toEqual(['S1 n1'])
  })

  test('a page whose entries cannot be read is told once, and tried again', () => {
    const on = stage()
    ask(on)
    on.store.sql('CREATE TABLE was AS SELECT * FROM records; UPDATE records SET at = 9223372036854775807')
    const later = restarted(on)
    for (let time = 0; time < 3; time++) ask(later)
    expect(ids(on)).toEqual(['S1 n1'])
    expect(later.host.notices.filter((notice) => notice.endsWith('it is tried again'))).toEqual([
      expect.stringMatching(/^Cannot read the store: .* What belongs there is kept, and it is tried again$/),
    ])
    on.store.sql('UPDATE records SET at = (SELECT at FROM was) WHERE number = 1')
    on.clock.pass(10_000)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2', 'S1 n3', 'S1 n4'])
  })

  test('a lock that others keep is waited for once, and no more until it was free', () => {
    const on = stage()
    const waited: number[] = []
    let isTaken = true
    const files: Files = {
      ...on.files,
      lock: (at, milliseconds) => {
        waited.push(milliseconds)
        if (isTaken) throw new FileFailure('LOCKED', 'Cannot lock blockers.md: another process holds its lock')
        return on.files.lock(at, milliseconds)
      },
    }
    const busy = stageOf({ policies, files: { ...on.files, ...files }, store: on.store, clock: on.clock })
    for (let round = 0; round < 3; round++) ask(busy)
    expect([...new Set(waited.slice(1))]).toEqual([0])
    expect(waited[0]).toBe(2000)
    expect(busy.host.notices.filter((notice) => notice.includes('holds its lock'))).toEqual([
      'Cannot lock blockers.md: another process holds its lock. What belongs there is kept, and it is tried again',
    ])
    isTaken = false
    on.clock.pass(10_000)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2', 'S1 n3'])
    ask(busy)
    expect(waited.at(-1)).toBe(2000)
  })

  test('a lock that others keep is waited for once more by whoever leaves', () => {
    const on = stage()
    const waited: number[] = []
    const files: Files = {
      ...on.files,
      lock: (at, milliseconds) => {
        waited.push(milliseconds)
        if (waited.length < 2)
          throw new FileFailure('LOCKED', 'Cannot lock blockers.md: another process holds its lock')
        return on.files.lock(at, milliseconds)
      },
    }
    const busy = stageOf({ policies, files: { ...on.files, ...files }, store: on.store, clock: on.clock })
    ask(busy)
    busy.runtime.close()
    expect(waited).toEqual([2000, 5000])
    expect(ids(on)).toEqual(['S1 n1'])
  })

  test('a link in its place is refused, and so is a folder', () => {
    for (const kind of ['link', 'folder'] as const) {
      const on = stage()
      const files: Files = { ...on.files, kind: (at) => (at === path ? kind : on.files.kind(at)) }
      const busy = stageOf({ policies, files: { ...on.files, ...files }, store: on.store })
      ask(busy)
      expect(busy.host.notices.join()).toContain(`it is a ${kind}`)
      expect(on.files.read(path)).toBeNull()
    }
  })

  test.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'permission denied'],
  ])('%s is told, and all comes when it is over', (code, words) => {
    const on = stage()
    let failing = true
    const files: Files = {
      ...on.files,
      exchange: (...given) => {
        on.files.fail(failing ? code : null)
        try {
          return on.files.exchange(...given)
        } finally {
          on.files.fail(null)
        }
      },
    }
    const full = stageOf({ policies, files: { ...on.files, ...files }, store: on.store, clock: on.clock })
    ask(full)
    ask(full)
    const told = `Cannot write blockers.md: ${words}, ${code}. What belongs there is kept, and it is tried again`
    expect(full.host.notices.filter((notice) => notice.startsWith('Cannot write'))).toEqual([told])
    failing = false
    on.clock.pass(10_000)
    expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
  })
})

describe('an entry', () => {
  const submit = (on: TestStage, parts: object) =>
    on.send('S1', 'record.submitted', { kind: 'note', category: 'other', question: 'Which DB?', ...parts })

  test('says in its place what became known later', () => {
    const on = stage()
    submit(on, {})
    submit(on, { context: 'storage' })
    expect(text(on)).toContain('Which DB? (n1)\n  - **Context**: storage\n')
    expect(pageEntries(text(on))).toHaveLength(1)
  })

  test('moves to the section that it belongs to now, and the heading goes if nothing else stands there', () => {
    const withSoft = policiesFrom(
      night
        .replace('file: notes.md', 'file: blockers.md')
        .replace(
          '- { id: hard,',
          '- { id: soft, title: Soft, checked: true, when: { "!!": { var: record.chosen } } }\n      - { id: hard,',
        ),
    )
    const on = stageOf({ policies: withSoft })
    submit(on, {})
    submit(on, { options: ['a', 'b'], chosen: 'a' })
    expect(text(on)).not.toContain('### Hard Blockers')
    expect(text(on)).toContain('### Soft\n- [x] **[Other]** Which DB? (n1)\n')
    expect(on.runtime.waiting(on.session('S1'))).toBe(0)
    look(on)
    expect(text(on).match(/### Soft/g)).toHaveLength(1)
  })

  test('that was put off says so and is not ticked', () => {
    const on = stage()
    ask(on)
    on.runtime.answer(on.session('S1'), 'n1', { decision: 'skip', text: null, via: 'dialog', by: null })
    expect(text(on)).toContain(
      '(n1)\n  - **Decided by**: night/divert\n  - **Status**: skipped (you, in a dialog, 2026-02-12 22:00)\n',
    )
    expect(pageEntries(text(on))[0]?.checked).toBe(false)
    answer(on, 'n1')
    expect(text(on)).not.toContain('skipped')
    expect(pageEntries(text(on))[0]?.checked).toBe(true)
  })

  test('comes under a heading that gets the title when there is one', () => {
    const on = stage()
    on.session('S1', { title: 'New session - 2026-02-12T22:00:00.000Z' })
    ask(on)
    expect(text(on)).toContain('## Session: S1 — 2026-02-12 22:00 UTC\n')
    on.runtime.session('S1').title = 'Fix the parser'
    ask(on)
    expect(text(on)).toContain('## Session: S1 — Fix the parser — 2026-02-12 22:00 UTC\n')
    on.files.remove(path)
    const next = restarted(on)
    next.session('S2')
    next.send('S2', 'turn.ended', { text: 'a' })
    expect(text(next)).toContain('## Session: S1 — Fix the parser — 2026-02-12 22:00 UTC\n')
  })
})

test('a row without a seal of ours stands on no page, and status counts it', () => {
  const on = stage()
  ask(on)
  on.store.sql("UPDATE records SET body = replace(body, 'make', 'break')")
  on.files.remove(path)
  look(on)
  expect(on.files.read(path)).toBeNull()
  expect(on.send('S1', 'command.run', { name: 'night', action: 'status' }).reply).toContain(
    'Not ours, without effect: 1 entry in the store without a seal of ours',
  )
})

test('a row of the page without a seal takes nothing out', () => {
  const on = stage()
  ask(on)
  on.store.sql('UPDATE page_entries SET out = since + 1')
  on.files.remove(path)
  const next = restarted(on)
  look(next)
  expect(ids(next)).toEqual(['S1 n1'])
})

test('with 4,000 entries there is one read and one write an entry, and everything comes back', () => {
  const on = stage()
  const many = 4000
  let reads = 0
  let writes = 0
  const files: Files = {
    ...on.files,
    read: (at) => {
      reads += 1
      return on.files.read(at)
    },
    exchange: (...given) => {
      writes += 1
      return on.files.exchange(...given)
    },
  }
  const busy = stageOf({ policies, files: { ...on.files, ...files }, store: on.store })
  // As many sessions as keep each below its limit.
  for (let n = 0; n < many; n++) ask(busy, `S${n % 200}`)
  expect(pageEntries(text(on))).toHaveLength(many)
  expect(writes).toBe(many)
  expect(reads).toBeLessThan(many + 10)
  on.files.remove(path)
  busy.runtime.setBack()
  expect(writes).toBe(many + 1)
  expect(pageEntries(text(on))).toHaveLength(many)
})

test('an entry that comes while a page that is gone waits to be written is not taken for one that a person took out', () => {
  const on = stage()
  ask(on)
  let meanwhile = (): void => undefined
  const files = {
    ...on.files,
    lock: () => {
      meanwhile()
      return () => undefined
    },
  }
  const slow = stage({ files, store: on.store, clock: on.clock, process: 'slow' })
  meanwhile = () => {
    meanwhile = () => undefined
    ask(on)
    on.files.remove(path)
  }
  on.files.remove(path)
  slow.runtime.setBack()
  look(on)
  on.runtime.setBack()
  expect(ids(on)).toEqual(['S1 n1', 'S1 n2'])
})
