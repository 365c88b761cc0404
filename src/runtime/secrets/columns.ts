import { matchesIn } from './matches.ts'
import type { Line } from './lines.ts'
import { linesOf } from './lines.ts'
import { type NameKind, nameKind } from './names.ts'
import type { Span } from './span.ts'
import { isOpen, isSecretValue, looksRandom } from './values.ts'

/** A part of a line between two separators. */
interface Cell {
  from: number
  to: number
}

/** How a table keeps its columns apart. In those of programs a value has a column of its own, so it may be any word. */
interface Form {
  separator: RegExp
  isOfPrograms: boolean
}

const forms: readonly Form[] = [
  { separator: /\t|\\{1,7}t/g, isOfPrograms: true },
  { separator: /[|│┃║]/g, isOfPrograms: false },
  { separator: /;/g, isOfPrograms: true },
  { separator: /,/g, isOfPrograms: true },
]

const mostLines = 50_000
const longestLine = 4000
const mostCells = 200
const longestName = 80
/** A name that may stand above a column, or before a value. */
const header = /^(?:\\{0,7}["'`]|[\s*_])*([A-Za-z][\w .*/-]{1,40}?)(?:\\{0,7}["'`]|[\s*_:])*$/
/** Behind what stands before a table in its line, and before what stands behind it. */
const firstHeader = /(?:^|[^\w .*/-])\s{0,20}([A-Za-z][\w .*/-]{1,40}?)[\s*_:]*$/
const lastHeader = /^[\s*_]*([A-Za-z][\w .*/-]{1,40}?)(?:[\s*_:]*$|\s{0,4}\\{0,7}["'`])/
const mayName = /pass|pwd|psw|pw\b|secret|token|key|cred|auth|jwt|dsn|\bpin\b/i
/** `| --- | :-: |`, `+----+----+`, `├────┼────┤`. */
const rule = /^[-+|:=─┼├┤┌┐└┘┬┴━╋┣┫╠╬╣═│>\s]{3,}$/
const wrapped = /^(?:\s|[*_]{2}(?=\S)|\\{0,7}["'`])*/

/** Secrets in the columns and rows of a table, which only what stands above or before them gives away. */
export function columnsIn(text: string): Span[] {
  if (!mayName.test(text) || text.length < 12) return []
  const lines = linesOf(text, mostLines)
  return [...inTables(text, lines), ...inAligned(text, lines), ...inStatements(text)]
}

function inTables(text: string, lines: readonly Line[]): Span[] {
  const found: Span[] = []
  let at = 0
  while (at < lines.length) {
    const head = headOf(text, lines[at])
    at += 1
    if (head === null) continue
    found.push(...labelled(text, head))
    for (; at < lines.length; at += 1) {
      const line = lines[at]
      if (line === undefined || rule.test(text.slice(line.from, Math.min(line.to, line.from + longestLine)))) continue
      const cells = cellsOf(text, line, head.form)
      if (cells === null || cells.length !== head.cells.length) break
      for (const [column, kind] of head.kinds) found.push(...valueIn(text, cells[column], kind, head.form))
    }
  }
  return found
}

interface Head {
  form: Form
  cells: Cell[]
  /** What the columns hold whose names say it. */
  kinds: Map<number, NameKind>
}

function headOf(text: string, line: Line | undefined): Head | null {
  if (line === undefined || line.to - line.from > longestLine) return null
  const whole = text.slice(line.from, line.to)
  if (!mayName.test(whole)) return null
  const copied = /^[^\n]{0,40}?\bCOPY\s{1,4}\S{1,100}\s{1,4}\(([^()]{1,2000})\)\s{1,4}FROM\s{1,4}stdin/i.exec(whole)
  if (copied !== null) return copiedHead(copied[1] ?? '')
  for (const form of forms) {
    const cells = cellsOf(text, line, form)
    if (cells === null || cells.length < 2) continue
    const names = cells.map((cell, place) => nameIn(text.slice(cell.from, cell.to), place, cells.length))
    const kinds = kindsOf(names)
    if (kinds.size === 0) continue
    const isEach = names.every(
      (name, place) => name !== null || (place === 0 && cells.length > 2) || isEdge(text, cells, place),
    )
    if (isEach || (form.separator.source.includes('|') && kinds.has(firstFilled(text, cells))))
      return { form, cells, kinds }
  }
  return null
}

const isEdge = (text: string, cells: readonly Cell[], place: number): boolean => {
  const cell = cells[place]
  return (place === 0 || place === cells.length - 1) && cell !== undefined && !/\w/.test(text.slice(cell.from, cell.to))
}

const firstFilled = (text: string, cells: readonly Cell[]): number =>
  cells.findIndex(({ from, to }) => /\w/.test(text.slice(from, to)))

function copiedHead(names: string): Head | null {
  const kinds = kindsOf(names.split(',').map((name) => name.trim()))
  const [form] = forms
  if (kinds.size === 0 || form === undefined) return null
  return { form, cells: names.split(',').map(() => ({ from: 0, to: 0 })), kinds }
}

function nameIn(cell: string, place: number, count: number): string | null {
  const whole = cell.length > longestName ? undefined : header.exec(cell)?.[1]
  if (whole !== undefined) return whole
  if (place === 0) return firstHeader.exec(cell.slice(-60))?.[1] ?? null
  return place === count - 1 ? (lastHeader.exec(cell.slice(0, 60))?.[1] ?? null) : null
}

function kindsOf(names: readonly (string | null)[]): Map<number, NameKind> {
  const kinds = new Map<number, NameKind>()
  for (const [place, name] of names.entries()) {
    const kind = name === null ? null : nameKind(name, undefined)
    if (kind !== null && kind !== 'words') kinds.set(place, kind)
  }
  return kinds
}

function cellsOf(text: string, { from, to }: Line, { separator }: Form): Cell[] | null {
  if (to - from > longestLine) return null
  const cells: Cell[] = []
  const line = text.slice(from, to)
  let begin = 0
  let counted = 0
  let quotes = 0
  for (const { 0: sign, index } of matchesIn(line, separator)) {
    quotes += line.slice(counted, index).split('"').length - 1
    counted = index
    // A separator within a cell that begins with a quote and has not ended.
    if (quotes % 2 === 1 && /^\s{0,4}\\{0,7}"/.test(line.slice(begin, begin + 12))) continue
    cells.push({ from: from + begin, to: from + index })
    begin = index + sign.length
    quotes = 0
    if (cells.length > mostCells) return null
  }
  cells.push({ from: from + begin, to })
  return cells
}

/** `| Password | … |`: the value beside its name. */
function labelled(text: string, { form, cells, kinds }: Head): Span[] {
  const place = firstFilled(text, cells)
  const kind = kinds.get(place)
  const rest = cells.filter(({ from, to }, at) => at > place && /\w/.test(text.slice(from, to)))
  return kind === undefined || form.isOfPrograms || rest.length !== 1 ? [] : valueIn(text, rest[0], kind, form)
}

function valueIn(text: string, cell: Cell | undefined, kind: NameKind, { isOfPrograms }: Form): Span[] {
  if (cell === undefined) return []
  const inside = text.slice(cell.from, Math.min(cell.to, cell.from + longestLine))
  const before = wrapped.exec(inside)?.[0] ?? ''
  const isQuoted = /["'`]$/.test(before)
  const value = (isQuoted ? /^[^"'`\\\u001b]+/ : /^[^\s"'`\\\u001b)]+/).exec(inside.slice(before.length))?.[0] ?? ''
  // Of several words none is a value, but for what stands behind a table in its line.
  const behind = inside.slice(before.length + value.length)
  if (!isQuoted && /^\s+\w/.test(behind)) return []
  // Words of prose and names of code stand behind a comma and a blank.
  if (isOfPrograms && /^[ \t]/.test(before) && !looksRandom(value) && !/[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value))
    return []
  if (!isSecretCell(value, kind, isOfPrograms)) return []
  const from = cell.from + before.length
  return [{ from, to: from + value.length, kind: 'secret' }]
}

function isSecretCell(value: string, kind: NameKind, isOfPrograms: boolean): boolean {
  if (value.length < 4 || isOpen(value)) return false
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value)
  if (kind !== 'password')
    return isSecretValue(value, kind, 'apart', false) && (looksRandom(value) || (isMixed && value.length >= 16))
  if (isMixed || /[!@#%^*~+]/.test(value)) return isSecretValue(value, kind, 'apart', false)
  return (
    isOfPrograms &&
    (/^\d{6,}$/.test(value) || (/^[a-z]{8,}$/.test(value) && isSecretValue(value, kind, 'apart', false)))
  )
}

/** Columns that begin below their names, as programs print them. */
function inAligned(text: string, lines: readonly Line[]): Span[] {
  const found: Span[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const columns = alignedColumns(text, lines[at])
    if (columns.length === 0) continue
    for (at += 1; at < lines.length; at += 1) {
      const line = lines[at]
      if (line === undefined || line.to === line.from || line.to - line.from > longestLine) break
      for (const { place, kind } of columns) found.push(...alignedValue(text, line, place, kind))
    }
  }
  return found
}

function alignedColumns(text: string, line: Line | undefined): { place: number; kind: NameKind }[] {
  if (line === undefined || line.to - line.from > 400) return []
  const whole = text.slice(line.from, line.to)
  if (!whole.includes('  ') || !mayName.test(whole)) return []
  const names = matchesIn(whole, /\S+(?: \S+)*/g)
  if (names.length < 2 || !names.every(([name]) => /^[A-Za-z][\w() -]{0,40}$/.test(name))) return []
  return names.flatMap(({ 0: name, index }) => {
    const kind = nameKind(name, undefined)
    return kind === null || kind === 'words' ? [] : [{ place: index, kind }]
  })
}

function alignedValue(text: string, line: Line, place: number, kind: NameKind): Span[] {
  const from = line.from + place
  if (from >= line.to || (place > 0 && text.charAt(from - 1) !== ' ')) return []
  const value = /^[^\s"'`\\]+/.exec(text.slice(from, Math.min(line.to, from + longestLine)))?.[0] ?? ''
  return isSecretCell(value, kind, false) ? [{ from, to: from + value.length, kind: 'secret' }] : []
}

const statement =
  /insert\s{1,4}into\s{1,4}[^\s(]{1,100}\s{0,4}\(([^()]{1,2000})\)(?:\s|\\{1,7}n){0,40}values\s{0,4}(?=\()/gi
const longestStatement = 65_536

/** `INSERT INTO users (name, password) VALUES ('…', '…')`. */
function inStatements(text: string): Span[] {
  const found: Span[] = []
  let done = 0
  for (const { 0: whole, 1: names = '', index } of matchesIn(text, statement)) {
    if (index < done) continue
    const kinds = kindsOf(names.split(',').map((name) => name.replace(/[\s"'`\\[\]]/g, '')))
    if (kinds.size === 0) continue
    const from = index + whole.length
    for (const { cell, column } of tuples(text, from)) {
      done = cell.to
      const kind = kinds.get(column)
      const isQuoted = /["']/.test(text.slice(cell.from, cell.from + 8))
      if (kind !== undefined && isQuoted)
        found.push(...valueIn(text, cell, kind, { separator: /,/g, isOfPrograms: true }))
    }
  }
  return found
}

/** The values of each row behind VALUES. */
function tuples(text: string, from: number): { cell: Cell; column: number }[] {
  const found: { cell: Cell; column: number }[] = []
  const part = text.slice(from, from + longestStatement)
  let column = 0
  let begin = 0
  let isOpen = false
  let quoted = false
  for (let at = 0; at < part.length; at += 1) {
    const letter = part.charAt(at)
    if (letter === "'") quoted = !quoted
    else if (quoted) continue
    else if (letter === ';') break
    else if (letter === '(' && !isOpen) [isOpen, column, begin] = [true, 0, at + 1]
    else if (isOpen && (letter === ',' || letter === ')')) {
      found.push({ cell: { from: from + begin, to: from + at }, column })
      ;[column, begin, isOpen] = [column + 1, at + 1, letter === ',']
    }
  }
  return found
}
