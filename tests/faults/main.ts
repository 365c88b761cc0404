import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../support/host.ts'
import { classes } from './classes.ts'
import { type Counter, createCounter } from './count.ts'
import { isClean, type Row, sentenceOf, sumOf, tableOf, withTable } from './table.ts'
import { openWorkshop } from './workers.ts'

/** Tries all faults, or those whose names hold a given word, and prints the table; `--write` puts it into the docs. */
export async function main(given: string[]): Promise<number> {
  const words = given.filter((word) => word !== '--write')
  const chosen = classes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const isWritten = given.includes('--write')
  if (chosen.length === 0 || (isWritten && chosen.length < classes.length)) {
    const names = classes.map(({ name }) => name).join('; ')
    console.error(`Cannot try ${words.join(', ')}: allowed are words of ${names}; the docs take all of them`)
    return 2
  }
  const workshop = await openWorkshop()
  const counters: { name: string; counter: Counter }[] = []
  try {
    for (const { name, run } of chosen) {
      await run(workshop, (wanted) => {
        const counter = createCounter(name, wanted, console.log)
        counters.push({ name, counter })
        return counter
      })
    }
  } finally {
    workshop.close()
  }
  const rows: Row[] = counters.map(({ name, counter }) => ({ name, ...counter.count }))
  const sum = sumOf(rows)
  console.log(`\n${tableOf(rows)}\n${sentenceOf(sum)}`)
  const page = join(repository, 'docs/faults-tried.md')
  if (isWritten) writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(rows)))
  return isClean(sum) ? 0 : 1
}
