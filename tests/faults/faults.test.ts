import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classes } from './classes.ts'
import { type Counter, createCounter } from './count.ts'
import { crowd } from './crowd.ts'
import { deadly, halfWritten, inLanes, killedAtRandom, stepsOfActs } from './kills.ts'
import { lock } from './locked.ts'
import { mergedRows, rowsIn, sentenceOf, sumOf, tableOf, withTable } from './table.ts'
import { openWorkshop, type Workshop } from './workers.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** A few of each class; all of them are tried by `npm run faults`. */
async function few(tried: number, run: (counter: Counter) => Promise<void>): Promise<void> {
  const said: string[] = []
  const counter = createCounter('few', tried, (line) => said.push(line))
  await run(counter)
  const clean = { tried, lost: 0, doubled: 0, misplaced: 0, silent: 0 }
  expect(counter.count, said.join('\n')).toEqual(clean)
}

test('a process that is killed at a step of a decision loses and doubles nothing', () =>
  few(12, async (counter) => {
    // The fifth act logs an entry on a page that stands; of its steps each third is within its transaction too.
    const deaths = (await stepsOfActs(workshop)).filter(({ dieAt }) => dieAt?.act === 5)
    await inLanes(
      Array.from({ length: 12 }, (_, at) => deaths[Math.min(at * 3, deaths.length - 1)]),
      async (death = {}) => deadly(workshop, counter, death),
    )
  }))

test('nor do two that are killed while both write', () => few(2, (counter) => killedAtRandom(workshop, counter, 2)))

test('nor does one that is killed between commit and page', () =>
  few(3, async (counter) => {
    for (const dieAtPage of [1, 2, 6]) await deadly(workshop, counter, { dieAtPage })
  }))

test('nor does one that writes half a page, whether it dies of it or not', () =>
  few(2, async (counter) => {
    await deadly(workshop, counter, { half: { at: 2, then: 'die' } })
    await halfWritten(workshop, counter, 2)
  }))

test('nor does one that is killed while another program keeps the database locked, and it says what waits', () =>
  few(1, (counter) => lock(workshop, counter, { kind: 'logs', then: 'dies', rounds: 2 })))

test('four processes write 50 entries each on one page, and every one stands once under its own session', () =>
  few(220, (counter) => crowd(workshop, counter, { entries: 50, answers: 20 })))

test('what is lost, doubled, misplaced or silent is counted and said', () => {
  const said: string[] = []
  const counter = createCounter('one', 2, (line) => said.push(line))
  counter.tried()
  counter.wrong('lost', 'kar1b: not on the page')
  counter.tried()
  expect(counter.count).toEqual({ tried: 2, lost: 1, doubled: 0, misplaced: 0, silent: 0 })
  expect(said).toEqual(['one: 1 of 2', 'one, after 1: lost: kar1b: not on the page', 'one: 2 of 2'])
})

test('the table has a row for each class and one for the sum, and is found again on its page', () => {
  const rows = [
    { name: 'kill', tried: 2, lost: 1, doubled: 0, misplaced: 0, silent: 0 },
    { name: 'full disk', tried: 3, lost: 0, doubled: 0, misplaced: 1, silent: 2 },
  ]
  const table = tableOf(rows)
  expect(table).toBe(`| fault | tried | lost | doubled | under a wrong heading | silent |
| --- | ---: | ---: | ---: | ---: | ---: |
| kill | 2 | 1 | 0 | 0 | 0 |
| full disk | 3 | 0 | 0 | 1 | 2 |
| all | 5 | 1 | 0 | 1 | 2 |
`)
  expect(sentenceOf(sumOf(rows))).toBe('5 faults tried: 1 lost, 0 doubled, 1 under a wrong heading, 2 silent')
  const page = 'Before\n<!-- faults: npm run faults -- --write -->\n<!-- end of faults -->\nafter\n'
  const written = withTable(page, table)
  expect(rowsIn(written)).toEqual(rows)
  expect(withTable(written, table)).toBe(written)
  expect(rowsIn(page)).toBeNull()
  expect(() => withTable('nothing', table)).toThrow('Cannot write the table: the page has no place for it')
})

test('a row that was tried anew takes the place of the old one, in the order of the classes', () => {
  const count = (lost: number) => ({ tried: 2, lost, doubled: 0, misplaced: 0, silent: 0 })
  const [old, other, fresh] = [count(0), count(1), count(2)]
  const stood = [
    { name: 'disk', ...old },
    { name: 'gone', ...other },
  ]
  expect(mergedRows(['kill', 'disk', 'undo'], stood, [{ name: 'kill', ...fresh }])).toEqual([
    { name: 'kill', ...fresh },
    { name: 'disk', ...old },
  ])
  expect(mergedRows(['disk'], stood, [{ name: 'disk', ...fresh }])).toEqual([{ name: 'disk', ...fresh }])
})

test('the page of faults has a place for the table, and in it the classes that there are', () => {
  const page = readFileSync('docs/faults-tried.md', 'utf8')
  const names = classes.map(({ name }) => name)
  expect(withTable(page, '')).toContain('<!-- end of faults -->')
  expect(rowsIn(page)?.map(({ name }) => name)).toEqual(names)
})
