import type { Run } from '../../core/state.ts'
import { cut } from '../text/cut.ts'
import { inlineMarkdown } from '../text/inline-markdown.ts'
import { localTime } from '../views/local-time.ts'
import { outcomeText } from '../views/outcome.ts'
import type { Part } from './page.ts'

/** How the line begins that says below a session's heading what became of its run. */
export const outcomeBegin = '**Outcome**: '
const outcome = /^(?:\r?\n)?(\*\*Outcome\*\*: [^\n]*)(?:\n|$)/
/** As we write it: a line that a person wrote into is theirs. */
const whole =
  /^\*\*Outcome\*\*: (?:Finished|Not finished: the run (?:stopped|is paused))(?: (?:at|since) \d{4}-\d\d-\d\d \d\d:\d\d)?(?: \(.*\))?\.\s*$/
const longestDetail = 500

/** The line of a run; empty while nothing has ended. */
export function outcomeLine(run: Run, zone: string): string {
  if (run.state === 'armed' || run.state === 'ready') return ''
  const at = run.endedAt === null ? null : localTime(run.endedAt, zone)
  return outcomeBegin + outcomeText(run, at, (detail) => inlineMarkdown(cut(detail, longestDetail)))
}

/** Puts the line below the heading of a session in place of the one that stands there; an empty one takes it away. */
export function setOutcome({ sections }: Part, line: string, ending: string): void {
  const [first, next] = sections
  if (first === undefined) return
  const known = first.items[0]
  const below = known?.id === null ? known.text : ''
  const rest = withoutLine(below, line)
  const text = line === '' ? '' : `${ending}${line}${ending}`
  // What stands behind it is a paragraph of its own.
  const follows = rest !== '' ? rest : (first.items[known?.id === null ? 1 : 0]?.text ?? next?.head ?? '')
  const gap = text === '' || follows === '' || /^\r?\n/.test(follows) ? '' : ending
  if (known?.id === null) known.text = text + gap + rest
  else if (text !== '') first.items.unshift({ id: null, text: text + gap })
}

/** What stands below a heading without our line, of which a page that was cut off has only the beginning. */
function withoutLine(below: string, line: string): string {
  const [found = '', text = ''] = outcome.exec(below) ?? []
  return whole.test(text) || line.startsWith(text.trimEnd()) ? below.slice(found.length) : below
}
