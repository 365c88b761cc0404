import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerCommand } from '../../../src/cli/answer/answer.ts'
import { exportCommand } from '../../../src/cli/export.ts'
import { importCommand } from '../../../src/cli/import.ts'
import { type CommandIo, exit } from '../../../src/cli/io/io.ts'
import { replayCommand } from '../../../src/cli/replay.ts'
import { fold } from '../../../src/core/fold.ts'
import { emptyTree } from '../../../src/core/state.ts'
import { changesOf, parseLine } from '../../../src/runtime/nights/journal-line.ts'
import { openUserStore } from '../../../src/runtime/files/user-store.ts'
import { value } from '../../store/bench.ts'
import { linesOf, placeOf } from '../../support/folder-store.ts'

/** What version 0.1 really left in `.opencode/diverter`, of a policy that is written down in it. */
const left = fileURLToPath(new URL('v0.1', import.meta.url))
const own = '.opencode/diverter'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-import-')))
  mkdirSync(join(folder, '.git'))
  cpSync(left, join(folder, own), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const journal = (name = 'S1'): string => join(folder, own, 'journal', `${name}.jsonl`)

function run(command: (io: CommandIo) => number, cwd = folder) {
  let output = ''
  let errors = ''
  const code = command({
    cwd,
    place: placeOf(folder),
    write: (text) => {
      output += text
    },
    writeError: (text) => {
      errors += text
    },
    color: false,
  })
  return { code, output, errors }
}

const take = (paths: string[] = [], cwd = folder) => run((io) => importCommand(paths, io), cwd)
const taken = { code: exit.clean, output: `S1 is taken into ${'FOLDER'}: 12 lines, 3 entries\n`, errors: '' }
const told = (found: ReturnType<typeof take>) => JSON.parse(JSON.stringify(found).replaceAll(folder, 'FOLDER'))
const memory = () =>
  linesOf(folder, 'S1')
    .flatMap((text) => parseLine(text) ?? [])
    .flatMap(changesOf)
    .reduce(fold, emptyTree)

function entries() {
  const store = value(openUserStore(placeOf(folder), 'test'))
  try {
    return value(value(store.project(folder)).records())
  } finally {
    store.close()
  }
}

describe('import', () => {
  test('takes the nights of version 0.1 with entries, answers and what was switched', () => {
    expect(told(take())).toEqual(taken)
    const { records, run } = memory()
    expect(records).toMatchObject([
      { id: 'n1', question: 'bash: git push', status: 'answered', answer: 'Yes, at noon', answeredAs: 'words' },
      { id: 'n2', question: 'bash: npm publish --token [REDACTED:npm]', status: 'skipped', answeredAs: 'skip' },
      { id: 'n3', question: 'bash: rm -r build', status: 'open', answeredAs: null, allowable: false },
    ])
    expect(records[0]).toMatchObject({ answeredVia: 'terminal', answeredBy: null, answeredAt: 1770933660000 })
    expect(run).toMatchObject({ state: 'stopped', reason: 'done' })
    const lines = linesOf(folder, 'S1').map((line) => JSON.parse(line))
    expect(new Set(lines.map(({ process }) => process))).toEqual(new Set(['imported']))
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, at) => at + 1))
  })

  test('keeps the policies that they decided by, so that they can be decided again', () => {
    take()
    const { code, output } = run((io) => replayCommand('S1', { zone: 'UTC', failOnDifference: true }, io))
    expect([code, output]).toEqual([0, expect.stringContaining('6 decisions by their own policies')])
  })

  test('twice is harmless, and so is a night that goes on here already', () => {
    take()
    const before = linesOf(folder)
    expect(told(take())).toEqual({
      code: exit.clean,
      output: 'S1 is in the store already, in FOLDER, and stays as it is\n',
      errors: '',
    })
    expect(linesOf(folder)).toEqual(before)
  })

  test('finds them from a folder below, in a folder that is named, and by their file', () => {
    const below = join(folder, 'a/b')
    mkdirSync(below, { recursive: true })
    expect(told(take([], below))).toEqual(taken)
    rmSync(placeOf(folder).folder, { recursive: true })
    expect(told(take([folder], tmpdir()))).toEqual(taken)
    rmSync(placeOf(folder).folder, { recursive: true })
    expect(told(take([journal()], tmpdir()))).toEqual(taken)
  })

  test('says lines that cannot be read, and takes what stands behind a half of one', () => {
    const lines = readFileSync(journal(), 'utf8').trimEnd().split('\n')
    const hole =
      '{"v":1,"seq":1,"process":"p","at":1,"line":"change","why":"x","changes":[{"change":"record.added","record":{}}]}'
    const broken = [
      lines[0],
      'no line',
      ...lines.slice(1, 3),
      `${lines[3]?.slice(0, 80)}${lines[3]}`,
      ...lines.slice(4),
      hole,
    ]
    writeFileSync(journal(), `${broken.join('\n')}\n${lines[11]?.slice(0, 50)}`)
    const { code, output, errors } = told(take())
    expect([code, output]).toEqual([exit.findings, taken.output])
    const place = '.opencode/diverter/journal/S1.jsonl'
    expect(errors).toBe(
      [2, 5, 14, 15].map((at) => `${place}:${at}: this line cannot be read and is left out\n`).join(''),
    )
    expect(memory().records).toHaveLength(3)
  })

  test('takes a file that an editor saved with a mark of its encoding', () => {
    take()
    const other = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-import-')))
    try {
      const file = join(other, 'night.jsonl')
      const { output } = run((io) => exportCommand('S1', io))
      writeFileSync(file, `\uFEFF${output.replaceAll('"S1"', '"S5"')}`)
      expect(take([file])).toEqual({
        code: exit.clean,
        output: `S5 is taken into ${folder}: 12 lines, 3 entries\n`,
        errors: '',
      })
    } finally {
      rmSync(other, { recursive: true })
    }
  })

  test('says of many lines that cannot be read how many there are', () => {
    writeFileSync(journal(), `${'nothing of ours\n'.repeat(100)}${readFileSync(journal(), 'utf8')}`)
    const { code, errors } = take()
    const lines = errors.trimEnd().split('\n')
    expect(code).toBe(exit.findings)
    expect(lines).toHaveLength(21)
    expect(lines[19]).toBe('.opencode/diverter/journal/S1.jsonl:20: this line cannot be read and is left out')
    expect(lines[20]).toBe('.opencode/diverter/journal/S1.jsonl: 80 more lines cannot be read and are left out')
  })

  test('says a policy set that is gone or does not fit, and takes the night', () => {
    const set = join(folder, own, 'sets/98bb83b8d0ab.json')
    const goesOn = '; a session that goes on decides by the current policies\n'
    writeFileSync(set, readFileSync(set, 'utf8').replace('"rules":[', '"rules":7,"others":['))
    expect(take()).toMatchObject({
      code: exit.clean,
      errors: expect.stringMatching(
        /^\.opencode\/diverter\/journal\/S1\.jsonl: the stored policy set 98bb83b8d0ab does not fit this version: .*; a session/,
      ),
    })
    rmSync(placeOf(folder).folder, { recursive: true })
    rmSync(set)
    expect(take().errors).toContain(`the stored policy set 98bb83b8d0ab is gone${goesOn}`)
    expect(memory().records).toHaveLength(3)
  })

  test('redacts what version 0.1 let through', () => {
    appendFileSync(
      journal(),
      `${JSON.stringify({ v: 1, seq: 13, process: 'p', at: 1, line: 'change', why: 'npm_0123456789abcdefghijkl', changes: [] })}\n`,
    )
    take()
    expect(linesOf(folder).at(-1)).toContain('[REDACTED:npm]')
  })

  test('takes a file of export into the project here, wherever the night was', () => {
    take()
    const { output } = run((io) => exportCommand('S1', io))
    rmSync(placeOf(folder).folder, { recursive: true })
    writeFileSync(join(folder, 'night.jsonl'), output)
    expect(told(take(['night.jsonl']))).toEqual(taken)
    expect(run((io) => exportCommand('S1', io)).output).toBe(output)
  })

  test('gives its entries new numbers where theirs are given here, and shows them at once', () => {
    take()
    const { output } = run((io) => exportCommand('S1', io))
    rmSync(placeOf(folder).folder, { recursive: true })
    const other = output.replaceAll('"S1"', '"S2"').replaceAll('bash: git push', 'bash: other push')
    take()
    writeFileSync(join(folder, 'night.jsonl'), other)
    expect(told(take(['night.jsonl']))).toEqual({ ...taken, output: taken.output.replace('S1', 'S2') })
    const rows = entries()
    expect(rows.map(({ prefix, number, root, body }) => [prefix + number, root, JSON.parse(body).id])).toEqual([
      ['n1', 'S1', 'n1'],
      ['n2', 'S1', 'n2'],
      ['n3', 'S1', 'n3'],
      ['n4', 'S2', 'n4'],
      ['n5', 'S2', 'n5'],
      ['n6', 'S2', 'n6'],
    ])
    expect(rows.every(({ sealed }) => sealed)).toBe(true)
    expect(rows.map(({ status }) => status)).toEqual(['answered', 'skipped', 'open', 'answered', 'skipped', 'open'])
    const waiting = run((io) => answerCommand(undefined, [], {}, io)).output
    expect(waiting).toContain('n3  bash: rm -r build')
    expect(waiting).toContain('The same as n6 of S2: one answer closes all')
  })

  test('leaves a line out whose entry has no name of ours, or one that was there', () => {
    const [first, ...rest] = readFileSync(journal(), 'utf8').trimEnd().split('\n')
    const added = rest.find((line) => line.includes('record.added')) ?? ''
    const odd = added.replace('"id":"n1"', '"id":"../x"')
    writeFileSync(journal(), `${[first, ...rest, added, odd].join('\n')}\n`)
    const place = '.opencode/diverter/journal/S1.jsonl'
    expect(told(take()).errors).toBe(
      [13, 14].map((at) => `${place}:${at}: this line cannot be read and is left out\n`).join(''),
    )
    expect(entries()).toHaveLength(3)
  })

  test.each([
    ['nowhere', () => undefined, 'there is no such file or folder'],
    ['empty.jsonl', (path: string) => writeFileSync(path, ''), 'it has no line of a night'],
    [
      'plain',
      (path: string) => mkdirSync(path),
      'there is no .opencode/diverter/journal in it, where version 0.1 kept its nights',
    ],
    ['link.jsonl', (path: string) => symlinkSync('/dev/zero', path), 'it is a link; name what it leads to'],
  ])('refuses %s in words', (name, make, why) => {
    make(join(folder, name))
    expect(take([name])).toEqual({ code: exit.findings, output: '', errors: `Cannot import ${name}: ${why}\n` })
  })

  test('follows no link that a clone brought', () => {
    rmSync(journal())
    symlinkSync('/dev/zero', journal())
    expect(take().errors).toBe(
      `Cannot import .opencode/diverter/journal/S1.jsonl: it is a link; name what it leads to\n`,
    )
    rmSync(join(folder, own, 'journal'), { recursive: true })
    symlinkSync(tmpdir(), join(folder, own, 'journal'))
    expect(take([folder]).errors).toContain('.opencode/diverter/journal leads out of it')
    expect(existsSync(placeOf(folder).database)).toBe(true)
    expect(linesOf(folder)).toEqual([])
  })
})
