/** A table whose first columns come from the code and whose last ones people write. */
export interface DocTable {
  columns: readonly string[]
  /** One row for each thing in the code; the first cell names it. */
  rows: readonly (readonly string[])[]
  byHand: readonly string[]
}

/** Tables stand between `<!-- table: name -->` and `<!-- end of table -->`. */
const place = /<!-- table: (.+?) -->\n([\s\S]*?)<!-- end of table -->/g

export const tableNames = (page: string): string[] => [...page.matchAll(place)].map(([, name = '']) => name)

/** The page with all its tables as the code wants them; what people wrote stays. */
export function withTables(page: string, tables: Readonly<Record<string, DocTable>>): string {
  return page.replaceAll(place, (whole: string, name: string, old: string) => {
    const table = tables[name]
    return table === undefined ? whole : `<!-- table: ${name} -->\n${rendered(table, old)}<!-- end of table -->`
  })
}

/** Rows of tables whose last cell nobody has written yet. */
export const unwritten = (page: string): string[] =>
  [...page.matchAll(place)].flatMap(([, , rows = '']) =>
    rows.split('\n').filter((line) => /(?<!\\)\|\s+\|$/.test(line)),
  )

function rendered(table: DocTable, old: string): string {
  const written = new Map(
    old
      .split('\n')
      .map((line) => cellsOf(line))
      .map((cells) => [cells[0], cells]),
  )
  const lines = table.rows.map((row) => {
    const known = written.get(row[0])?.slice(table.columns.length) ?? []
    return [...row, ...table.byHand.map((_, index) => known[index] ?? '')]
  })
  const heading = [...table.columns, ...table.byHand]
  return [heading, heading.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** A text as a cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
export const code = (text: string): string => `\`${cell(text)}\``
