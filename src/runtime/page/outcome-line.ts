import type { Digest } from '../../core/fingerprint.ts'
import type { Run } from '../../core/state.ts'
import type { PageRow } from '../../store/store.ts'
import { cut } from '../text/cut.ts'
import { inlineMarkdown } from '../text/inline-markdown.ts'
import { localTime } from '../views/local-time.ts'
import { outcomeText } from '../views/outcome.ts'
import type { Part } from './page.ts'

/** How the line begins that says below a session's heading what became of its run. */
export const outcomeBegin = '**Outcome**: '
const outcome = /^(?:\r?\n)?(\*\*Outcome\*\*: [^\n]*)(?:\n|$)/
/** As older versions wrote it, which kept no digests of their lines. */
const whole =
  /^\*\*Outcome\*\*: (?:Finished|Not finished: the run (?:stopped|is paused))(?: (?:at|since) \d{4}-\d\d-\d\d \d\d:\d\d)?(?: \(.*\))?\.$/
const longestDetail = 500
/** How many lines of a session are known again, on whichever state of the page they stand. */
const mostKnown = 50

/** The row by which the lines of a session are known again, with their digests. */
export const outcomeName = (root: string): string => `outcome ${root}`

/** The line of a run; empty while nothing has ended. */
export function outcomeLine(run: Run, zone: string): string {
  if (run.state === 'armed' || run.state === 'ready') return ''
  const at = run.endedAt === null ? null : localTime(run.endedAt, zone)
  return outcomeBegin + outcomeText(run, at, (detail) => inlineMarkdown(cut(detail, longestDetail)))
}

/** Whether a line is one of ours; one that a person wrote into is theirs. */
export function isOutcomeOf(row: PageRow | undefined, digest: Digest): (line: string) => boolean {
  const known = row?.wrote.split(' ')
  return (line) => (known === undefined ? whole.test(line) : known.includes(digest(line)))
}

/** The row with the digests of these lines too; none if it has them. */
export function outcomeRow(
  root: string,
  row: PageRow | undefined,
  lines: readonly string[],
  digest: Digest,
): PageRow | null {
  const known = row?.wrote.split(' ') ?? []
  const news = lines.filter((line) => line !== '').map(digest)
  const wrote = [...new Set([...known, ...news])]
  if (wrote.length === known.length) return null
  return { record: outcomeName(root), since: 0, out: 0, checked: false, wrote: wrote.slice(-mostKnown).join(' ') }
}

/**
 * Puts the line below the heading of a session in place of ours that stands there, which it gives; an empty one takes
 * it away.
 */
export function setOutcome(
  { sections }: Part,
  line: string,
  ending: string,
  isOurs: (line: string) => boolean,
): string {
  const [first, next] = sections
  if (first === undefined) return ''
  const known = first.items[0]
  const below = known?.id === null ? known.text : ''
  const [found = '', words = ''] = outcome.exec(below) ?? []
  const stood = words.trimEnd()
  // Of a page that was cut off only its beginning may be left.
  const goes = isOurs(stood) || line.startsWith(stood)
  const rest = goes ? below.slice(found.length) : below
  const text = line === '' ? '' : `${ending}${line}${ending}`
  // What stands behind it is a paragraph of its own.
  const follows = rest !== '' ? rest : (first.items[known?.id === null ? 1 : 0]?.text ?? next?.head ?? '')
  const gap = text === '' || follows === '' || /^\r?\n/.test(follows) ? '' : ending
  if (known?.id === null) known.text = text + gap + rest
  else if (text !== '') first.items.unshift({ id: null, text: text + gap })
  return goes ? stood : ''
}
