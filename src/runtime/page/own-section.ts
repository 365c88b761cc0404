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
const begin = '<!-- opencode-diverter '
const stampLine = /^<!-- opencode-diverter ([0-9a-z]{1,11})-([0-9a-f]{12}):.*-->\s*$/

/** Whether our section begins with this line. */
export const ownBegin = (line: string): boolean => line.trim() === heading || line.startsWith(begin)

/** Whether a text has the mark of a state. */
export const hasStamp = (text: string): boolean => new RegExp(stampLine, 'm').test(text)

/** How lines of our section begin. */
export const ownBeginnings: readonly string[] = [heading, notRead, differs, begin]

/** Our section from a line on; a person's line ends it. */
export function ownLines(lines: readonly string[], from: number): { text: string; stamps: Stamp[]; last: number } {
  const stamps: Stamp[] = []
  let last = from
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const stamp = stampLine.exec(line)
    if (stamp?.[1] !== undefined && stamp[2] !== undefined)
      stamps.push({ state: Number.parseInt(stamp[1], 36), mark: stamp[2] })
    if (line.startsWith(begin)) {
      last = at
      break
    }
    if (ours(line)) last = at
    else if (line.trim() !== '') break
  }
  return { text: lines.slice(from, last + 1).join(''), stamps, last }
}

const ours = (line: string): boolean =>
  line.trim() === heading || line.startsWith(`${notRead}: `) || line.startsWith(`${differs}: `)

/** Our section; a blank line stands before it. */
export function ownSection({ open, closed }: Different, { state, mark }: Stamp, ending: string): Own {
  const edits = [
    ...(open.length > 0
      ? [`${notRead}: ${open.join(', ')}; answer with /blockers clarify or npx opencode-diverter answer`]
      : []),
    ...(closed.length > 0 ? [`${differs}: ${closed.join(', ')}`] : []),
  ]
  const stamp = `<!-- opencode-diverter ${state.toString(36)}-${mark}: leave this line, it tells what was taken out here from what got lost -->`
  const lines = ['', ...(edits.length > 0 ? [heading, '', ...edits, ''] : []), stamp, '']
  return { is: 'own', text: lines.join(ending), stamps: [{ state, mark }] }
}
