import { type Count, countNames } from './count.ts'

export interface Row extends Count {
  name: string
}

const heading = ['fault', 'tried', 'lost', 'doubled', 'under a wrong heading', 'silent']
const begin = '<!-- faults: npm run faults -- --write -->\n'
const end = '<!-- end of faults -->\n'

/** The table with a row for each class of faults and one for their sum, as lines of Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [...rows, { name: 'all', ...sumOf(rows) }].map((row) => [
    row.name,
    ...countNames.map((name) => row[name]),
  ])
  return [heading, heading.map((_, at) => (at === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

export const sumOf = (rows: readonly Count[]): Count => {
  const sum = (name: keyof Count): number => rows.reduce((all, row) => all + row[name], 0)
  const [tried, lost, doubled] = [sum('tried'), sum('lost'), sum('doubled')]
  return { tried, lost, doubled, misplaced: sum('misplaced'), silent: sum('silent') }
}

export const sentenceOf = ({ tried, lost, doubled, misplaced, silent }: Count): string =>
  `${tried} faults tried: ${lost} lost, ${doubled} doubled, ${misplaced} under a wrong heading, ${silent} silent`

export const isClean = ({ lost, doubled, misplaced, silent }: Count): boolean =>
  lost + doubled + misplaced + silent === 0

/** The page with this table in its place. */
export function withTable(page: string, table: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`Cannot write the table: the page has no place for it, ${begin}`)
  return `${page.slice(0, from)}${begin}\n${table}\n${page.slice(to)}`
}

/** The rows that a page has, without their sum; null if what stands there is not such a table. */
export function rowsIn(page: string): Row[] | null {
  const table = page
    .slice(page.indexOf(begin) + begin.length, page.indexOf(end))
    .trim()
    .split('\n')
  const [head, rule, ...rows] = table.map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  if (head?.join() !== heading.join() || rule === undefined) return null
  const isRow = (cells: readonly string[]): boolean =>
    cells.length === heading.length && cells.slice(1).every((cell) => /^\d+$/.test(cell))
  if (!rows.every(isRow)) return null
  return rows.slice(0, -1).map(([name = '', ...figures]) => {
    const [tried = 0, lost = 0, doubled = 0, misplaced = 0, silent = 0] = figures.map(Number)
    return { name, tried, lost, doubled, misplaced, silent }
  })
}

/** The rows of a table in the order of `names`, those that were tried anew in place of what stood there. */
export function mergedRows(names: readonly string[], stood: readonly Row[], tried: readonly Row[]): Row[] {
  return names.flatMap((name) => [...tried, ...stood].find((row) => row.name === name) ?? [])
}
