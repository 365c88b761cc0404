import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StorePort } from '../../src/runtime/ports.ts'
import { openUserStore, userStore } from '../../src/runtime/files/user-store.ts'
import type { Database } from '../../src/store/database/database.ts'
import type { Waiting } from '../../src/store/database/patient.ts'
import { ownSqlite } from '../../src/store/open-store.ts'
import { type Place, placeIn } from '../../src/store/place.ts'
import { lines, value } from '../store/bench.ts'

let place: Place
let holder: Database | null = null
let port: StorePort
/** Milliseconds; it goes on only while somebody waits, and by the tests. */
let clock = 0
/** How long it was waited in all. */
let waited = 0
const waiting: Waiting = {
  now: () => clock,
  sleep: (milliseconds) => {
    clock += milliseconds
    waited += milliseconds
  },
}
beforeEach(() => {
  clock = 0
  waited = 0
  place = placeIn(mkdtempSync(join(tmpdir(), 'diverter-locked-')))
  value(openUserStore(place, 'first')).close()
  port = userStore({ ok: true, value: place }, { directory: '/work', process: 'p1' }, () => undefined, waiting)
})
afterEach(() => {
  port.close()
  release()
  rmSync(place.folder, { recursive: true })
})

/** Another program keeps the database to itself, or, beside others that have it open, its writing. */
function hold(how: 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE' | 'BEGIN IMMEDIATE'): void {
  holder = ownSqlite()?.(place.database) ?? null
  holder?.exec(how)
}

function release(): void {
  holder?.close()
  holder = null
}

/** A decision as the runtime makes it: it reads, writes and notes, each several times. */
function decide(): string[] {
  const project = port.project()
  if (!project.ok) return [project.problem.code]
  const { since, commit, records, note } = project.value
  const found = [
    since('r', 0),
    commit(lines({ n: 1 })),
    records(),
    note({ code: 'x', subject: 's', at: 1, detail: '' }),
  ]
  return found.map((one) => (one.ok ? 'done' : one.problem.code))
}

/** What others only write can be read. */
const unwritten = ['done', 'locked', 'done', 'locked']
const done = ['done', 'done', 'done', 'done']

describe('a database that another program keeps locked', () => {
  test('holds the decisions up once, by the patience of one operation, however long it lasts', () => {
    expect(decide()).toEqual(done)
    hold('BEGIN IMMEDIATE')
    for (; clock < 60_000; clock += 500) expect(decide()).toEqual(unwritten)
    expect(waited).toBe(2000)
    release()
    clock += 2000
    expect(decide()).toEqual(done)
  })

  test('is left alone for two seconds, and works again at once behind them', () => {
    expect(decide()).toEqual(done)
    hold('BEGIN IMMEDIATE')
    expect(decide()).toEqual(unwritten)
    release()
    clock += 1999
    expect(decide()).toEqual(unwritten)
    clock += 1
    expect(decide()).toEqual(done)
  })

  test('is opened once it can be, and until then nobody waits twice', () => {
    hold('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    for (; clock < 30_000; clock += 500) expect(decide()).toEqual(['locked'])
    expect(waited).toBe(2000)
    release()
    clock += 2000
    expect(decide()).toEqual(done)
  })
})

test('at rest the log is written into the file, and nobody is waited for', () => {
  const file = () => createHash('sha256').update(readFileSync(place.database)).digest('hex')
  const before = file()
  expect(decide()).toEqual(done)
  hold('BEGIN IMMEDIATE')
  port.rest()
  release()
  expect([waited, file()]).toEqual([0, before])
  port.rest()
  expect(file()).not.toBe(before)
  expect(decide()).toEqual(done)
})

describe('a state folder that is taken away while OpenCode works', () => {
  const bodies = (from: StorePort) => {
    const found = value(value(from.project()).since('r', 0))
    return found.lines.map(({ body }) => body)
  }
  const elsewhere = mkdtempSync(join(tmpdir(), 'diverter-elsewhere-'))
  afterAll(() => rmSync(elsewhere, { recursive: true }))
  const said: string[] = []
  const again = (name: string): StorePort =>
    userStore(
      { ok: true, value: place },
      { directory: '/work', process: name },
      ({ message }) => said.push(message),
      waiting,
    )

  test.each([1, 2])('is put back as it was by the first of %i processes, with the key, and said', (processes) => {
    said.length = 0
    const [one, other] = [again('one'), again('other')]
    value(value(one.project()).commit(lines({ n: 1 })))
    value(value(other.project()).commit(lines({ n: 2 })))
    const key = readFileSync(place.key)
    const before = one.version()
    rmSync(place.folder, { recursive: true })
    expect(one.version()).not.toBe(before)
    if (processes === 2) other.version()
    value(value(one.project()).commit(lines({ n: 3 })))
    value(value(other.project()).commit(lines({ n: 4 })))
    expect(readFileSync(place.key)).toEqual(key)
    expect(said).toEqual(
      Array.from({ length: processes }, () =>
        expect.stringContaining('was taken away while OpenCode worked; it is put back'),
      ),
    )
    const whole = processes === 2 ? ['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}'] : ['{"n":1}', '{"n":2}', '{"n":3}']
    expect(bodies(again('later'))).toEqual(whole)
    for (const each of [one, other]) each.close()
  })

  test('is not put back over what somebody else put there', () => {
    said.length = 0
    const one = again('one')
    value(value(one.project()).commit(lines({ n: 1 })))
    rmSync(place.folder, { recursive: true })
    value(openUserStore(place, 'new')).close()
    one.version()
    expect(bodies(one)).toEqual([])
    expect(said).toEqual([expect.stringContaining('or what stands there now is used')])
    one.close()
  })

  test.each<[string, () => void, string]>([
    ['a file', () => writeFileSync(place.folder, 'x'), 'is no folder'],
    [
      'a link to another store',
      () => {
        value(openUserStore(placeIn(elsewhere), 'new')).close()
        symlinkSync(elsewhere, place.folder)
      },
      'is a link',
    ],
    [
      'a file that is no database',
      () => {
        mkdirSync(place.folder)
        writeFileSync(place.database, 'x'.repeat(5000))
      },
      'is no database',
    ],
  ])('for %s loses nothing: it is said once, and put back when that is gone', (_what, put, why) => {
    said.length = 0
    const one = again('one')
    value(value(one.project()).commit(lines({ n: 1 })))
    renameSync(place.folder, `${place.folder}-was`)
    put()
    for (let n = 2; n < 5; n++) {
      one.version()
      value(value(one.project()).commit(lines({ n })))
    }
    expect(said).toEqual([expect.stringContaining(why)])
    // Who puts the right one back and takes it away once more hears of it once more.
    renameSync(place.folder, `${place.folder}-unfit`)
    renameSync(`${place.folder}-was`, place.folder)
    one.version()
    renameSync(place.folder, `${place.folder}-was`)
    renameSync(`${place.folder}-unfit`, place.folder)
    clock += 2000
    one.version()
    expect(said).toEqual([expect.stringContaining(why), expect.stringContaining(why)])
    said.length = 1
    rmSync(place.folder, { recursive: true })
    rmSync(`${place.folder}-was`, { recursive: true })
    clock += 2000
    one.version()
    expect(said).toHaveLength(2)
    expect(bodies(again('later'))).toEqual([1, 2, 3, 4].map((n) => `{"n":${n}}`))
    one.close()
  })
})
