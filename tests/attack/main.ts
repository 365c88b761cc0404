import { readFileSync, writeFileSync } from 'node:fs'
import { classes } from './classes.ts'
import { isEnough, type Row, tableOf, withTable } from './table.ts'

/** The page that has the table. */
export const page = 'docs/security.md'

/**
 * Tries all classes, or those whose names hold a given word, and prints what did not hold and the table; `--write` puts
 * the table of all classes into the docs.
 */
export async function main(given: string[]): Promise<number> {
  const words = given.filter((word) => word !== '--write')
  const chosen = classes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) {
    const names = classes.map(({ name }) => name).join('; ')
    console.error(`Cannot try ${words.join(', ')}: no class has such a name; allowed are words of ${names}`)
    return 2
  }
  const rows = chosen.map(({ name, samples, failed, least }): Row => {
    const tried = samples()
    return { name, tried: tried.length, failed: failed(tried), least }
  })
  for (const { name, failed } of rows) for (const sample of failed) console.log(`${name}: ${sample}`)
  console.log(`\n${tableOf(rows)}`)
  if (given.includes('--write') && words.length === 0)
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(rows)))
  return rows.every(isEnough) ? 0 : 1
}
