/** Our own section at the end of a page: what reads differently, and the mark of the state in which we left the page. */
export interface Own {
  is: 'own'
  text: string
  /** The marks in it: several after a merge. */
  stamps: Stamp[]
}

export interface Stamp {
  /** The number of a state of the page. */
  state: number
  /** What only the store that wrote it can say. */
  mark: string
}

/** Entries whose lines read differently than we wrote them. */
export interface Different {
  /** Those that wait for an answer. */
  open: readonly string[]
  closed: readonly string[]
}

const heading = '## Changed by hand (kept up to date by opencode-diverter)'
const notRead = '- Not read as an answer'
const differs = '- Reads differently than it was written'
const how = '; answer with /blockers clarify or npx opencode-diverter answer'
const begin = '<!-- opencode-diverter '
const told = ': leave this line, it tells what was taken out here from what got lost -->'
/** What stands behind it in its line is a person's. */
const stampText = new RegExp(`^${begin}([0-9a-z]{1,11})-([0-9a-f]{12})${told}`)
const stampTorn = new RegExp(`^${begin}(?:[0-9a-z]{0,11}|[0-9a-z]{1,11}-[0-9a-f]{0,12}(:.*)?)$`)
const editLine = new RegExp(`^(?:${notRead}|${differs}): [a-z]\\d{1,9}(?:, [a-z]\\d{1,9})*(?:${how})?\\s*$`)

/** Whether our section begins with this line. */
export const ownBegin = (line: string): boolean => line.trim() === heading || stampText.test(line) || isTorn(line)

/** Whether a text has the mark of a state. */
export const hasStamp = (text: string): boolean => new RegExp(stampText, 'm').test(text)

/** Whether a line is a mark of which only the beginning was written. */
function isTorn(line: string): boolean {
  const found = stampTorn.exec(line.trimEnd())
  return found !== null && told.startsWith(found[1] ?? '')
}

/** How lines of our section begin. */
export const ownBeginnings: readonly string[] = [heading, notRead, differs, begin]

/** Our section from a line on; what a person wrote ends it. `rest` stands behind it in its last line. */
export function ownLines(
  lines: readonly string[],
  from: number,
): { text: string; stamps: Stamp[]; last: number; rest: string } {
  let last = from
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [text, state, mark] = stampText.exec(line) ?? []
    if (text !== undefined && state !== undefined && mark !== undefined) {
      const behind = line.slice(text.length)
      const rest = behind.trim() === '' ? '' : behind
      const whole = lines.slice(from, at).join('') + line.slice(0, line.length - rest.length)
      return { text: whole, stamps: [{ state: Number.parseInt(state, 36), mark }], last: at, rest }
    }
    if (line.trim() === heading || editLine.test(line) || isTorn(line)) last = at
    else if (line.trim() !== '') break
  }
  return { text: lines.slice(from, last + 1).join(''), stamps: [], last, rest: '' }
}

/** Our section; a blank line stands before it. */
export function ownSection({ open, closed }: Different, { state, mark }: Stamp, ending: string): Own {
  const edits = [
    ...(open.length > 0 ? [`${notRead}: ${open.join(', ')}${how}`] : []),
    ...(closed.length > 0 ? [`${differs}: ${closed.join(', ')}`] : []),
  ]
  const stamp = `${begin}${state.toString(36)}-${mark}${told}`
  const lines = ['', ...(edits.length > 0 ? [heading, '', ...edits, ''] : []), stamp, '']
  return { is: 'own', text: lines.join(ending), stamps: [{ state, mark }] }
}
