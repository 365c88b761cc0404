/** What was tried of a class, and what did not hold. */
export interface Row {
  name: string
  tried: number
  failed: string[]
  /** The share of those that must hold, 0 to 1. */
  least: number
}

const held = ({ tried, failed }: Row): number => tried - failed.length

/** True if enough of a class held. */
export const isEnough = (row: Row): boolean => row.tried > 0 && held(row) / row.tried >= row.least

/** The table of what was tried, as lines of Markdown. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    '| class | tried | held |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.name} | ${row.tried} | ${held(row)} |`),
  ].join('\n')

const begin = '<!-- attack: npm run attack -- --write -->'
const end = '<!-- end of attack -->'

/** A page with the table in its place. */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`Cannot write the table: the page has no place for it, ${begin}`)
  return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`
}
