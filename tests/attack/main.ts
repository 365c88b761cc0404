import { classes } from './classes.ts'
import { isEnough, type Row, tableOf } from './table.ts'

/** Tries all classes, or those whose names hold a given word, and prints what did not hold and the table. */
export async function main(words: string[]): Promise<number> {
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
  return rows.every(isEnough) ? 0 : 1
}
