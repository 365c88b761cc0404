import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../support/host.ts'
import { classes } from './classes.ts'
import { type Counter, createCounter } from './count.ts'
import { isClean, mergedRows, type Row, rowsIn, sentenceOf, sumOf, tableOf, withTable } from './table.ts'
import { openWorkshop } from './workers.ts'

const page = join(repository, 'docs/faults-tried.md')

/**
 * Tries all faults, or those whose names hold a given word, and prints the table; `--write` puts each row into the docs
 * as soon as it is known.
 */
export async function main(given: string[]): Promise<number> {
  const words = given.filter((word) => word !== '--write')
  const chosen = classes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) {
    const names = classes.map(({ name }) => name).join('; ')
    console.error(`Cannot try ${words.join(', ')}: allowed are words of ${names}`)
    return 2
  }
  const workshop = await openWorkshop()
  const rows: Row[] = []
  try {
    for (const { name, run } of chosen) {
      const counters: Counter[] = []
      await run(workshop, (wanted) => {
        const counter = createCounter(name, wanted, console.log)
        counters.push(counter)
        return counter
      })
      rows.push({ name, ...sumOf(counters.map(({ count }) => count)) })
      if (given.includes('--write')) writeRows(rows)
    }
  } finally {
    workshop.close()
  }
  const sum = sumOf(rows)
  console.log(`\n${tableOf(rows)}\n${sentenceOf(sum)}`)
  return isClean(sum) ? 0 : 1
}

function writeRows(tried: readonly Row[]): void {
  const text = readFileSync(page, 'utf8')
  const names = classes.map(({ name }) => name)
  writeFileSync(page, withTable(text, tableOf(mergedRows(names, rowsIn(text) ?? [], tried))))
}
