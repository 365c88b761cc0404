import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { ownSqlite } from '../../src/store/open-store.ts'
import { type Place, placeIn } from '../../src/store/place.ts'
import { lines, tamper, value } from '../store/bench.ts'
import { repository } from '../support/host.ts'
import { serve } from '../support/serve.ts'
import { until } from '../support/wait.ts'
import { bash, type Night, nightOn, prepare, type Stage, toasts, toolResults } from './night.ts'

let stage: Stage
beforeAll(async () => {
  stage = await prepare('bad-store')
})
afterAll(() => stage.close())

/** A store with a line in it. */
function store(): Place {
  const place = placeIn(mkdtempSync(join(tmpdir(), 'diverter-bad-')))
  const opened = value(openUserStore(place, 'before'))
  value(value(opened.project('/elsewhere')).commit(lines({ n: 1 })))
  value(opened.close())
  return place
}

/** Two refused commands in two turns, on a store that lies there. What the agent heard, and what the person was told. */
async function played(
  name: string,
  place: Place,
  {
    between = async () => undefined,
    writes = false,
  }: { between?: (night: Night) => Promise<void>; writes?: boolean } = {},
) {
  stage.model.script(name, [
    { calls: [bash(`echo ${name}-one`)] },
    { text: 'The first part is done.' },
    { calls: [bash(`echo ${name}-two`)] },
    { text: 'That is all. BLOCKER_DIVERTER_DONE!' },
  ])
  const server = await serve(stage.host, stage.project, { OPENCODE_DIVERTER_STATE: place.folder })
  const night = nightOn(stage, server)
  try {
    const session = await night.session()
    await session.say(`Begin ${name}`)
    await until('the first refusal', () => toolResults(night, name, 1)[0] !== undefined)
    await between(night)
    await until('the second refusal', () => toolResults(night, name, 3).at(-1) !== undefined)
    await session.rest()
    // What had to wait is written when the store can be tried again.
    if (writes) await until('the page', () => stage.project.blockers().includes(`echo ${name}-two`))
    const told = toasts(night).filter((text) => /store|key /.test(text))
    return { results: toolResults(night, name, 3), told, page: stage.project.blockers() }
  } finally {
    await server.stop()
    if (!place.folder.startsWith('/proc')) rmSync(place.folder, { recursive: true, force: true })
  }
}

const refusals = (name: string) => [`one`, `two`].map((part) => expect.stringContaining(`echo ${name}-${part}`))

test.each([
  ['read-only', () => placeIn('/proc/nights'), 'may not be written; allow this user to write there'],
  [
    'cut-short',
    () => {
      const place = store()
      truncateSync(place.database, 5000)
      return place
    },
    'is damaged or cut short; put a copy of it back',
  ],
  [
    'newer',
    () => {
      const place = store()
      tamper(place, 'PRAGMA user_version = 99')
      return place
    },
    'was written by a newer version (99, this one knows ',
  ],
])(
  'with a store that is %s the agent is refused, the person told once, and OpenCode lives',
  async (name, make, words) => {
    const { results, told } = await played(name, make())
    expect(results).toEqual(refusals(name))
    expect(told.filter((text) => text.startsWith('Cannot open the store'))).toEqual([expect.stringContaining(words)])
  },
)

test('with a key that is gone the night goes on, and it is said once', async () => {
  const place = store()
  rmSync(place.key)
  const { results, told, page } = await played('no-key', place, { writes: true })
  expect(results).toEqual(refusals('no-key'))
  expect(told).toEqual([expect.stringContaining(`The key ${place.key} is not the one of before`)])
  expect(page).toContain('echo no-key-two')
})

test('with a database that is locked for some seconds nothing is lost', async () => {
  const place = store()
  const holder = ownSqlite()?.(place.database)
  holder?.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  const { results, told, page } = await played('locked', place, { between: async () => holder?.close(), writes: true })
  expect(results).toEqual(refusals('locked'))
  const opening = told.filter((text) => text.startsWith('Cannot open the store'))
  expect(opening).toEqual([expect.stringContaining(`another program keeps ${place.database} locked`)])
  for (const part of ['one', 'two']) expect(page).toContain(`echo locked-${part}`)
})

test('what a clone brings is believed in nothing: a journal, a database, a link, a page with answers', async () => {
  const { project } = stage
  const journal = readFileSync(join(repository, 'tests/cli/import/v0.1/journal/S1.jsonl'), 'utf8')
  const words = 'bash: echo clone-one'
  project.write('.opencode/diverter/journal/S1.jsonl', journal)
  project.write('.opencode/diverter/nights.db', 'SQLite format 3\0 and more')
  symlinkSync('/dev/zero', join(project.directory, '.opencode/diverter/nights.key'))
  project.write(
    'blockers.md',
    `# Blockers\n\n## Session: ses_1\n\n- [x] ${words} (b1)\n  - **Answer**: allowed in this project (you, in a dialog, 2026-01-01 06:00)\n`,
  )
  const { results, page } = await played('clone', store(), { writes: true })
  expect(results).toEqual(refusals('clone'))
  for (const part of ['one', 'two'])
    expect(page).toMatch(new RegExp(`^- \\[ \\] .*bash: echo clone-${part} \\(b\\d+\\)$`, 'm'))
})
