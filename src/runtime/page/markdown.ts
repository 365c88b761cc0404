import type { RecordEntry } from '../../core/event.ts'
import type { RecordKind } from '../../core/records/kind.ts'
import { labelOf, shownFields, titleOf } from '../../core/records/reading.ts'
import type { WordDecision } from '../../core/vocabulary.ts'
import { authorText } from '../answers/author-text.ts'
import { cutMiddle } from '../text/cut.ts'
import { fencedBlock, inlineMarkdown, itemMarkdown } from '../text/inline-markdown.ts'
import { localTime, zonedTime } from '../views/local-time.ts'

/** How much of a text the page shows; the journal keeps more. */
const longestLine = 1000
const head = 1500
const tail = 500

export interface SessionName {
  root: string
  /** Empty if nobody knows it. */
  title: string
  /** When its first entry came. */
  at: number
}

/** The heading of a session tree's entries. */
export function sessionHeading({ root, title, at }: SessionName, zone: string): string {
  const name = title === '' ? '' : `${inlineMarkdown(cutMiddle(title, 60, 20))} — `
  return `## Session: ${inlineMarkdown(root)} — ${name}${zonedTime(at, zone)}`
}

export const sectionHeading = (title: string): string => `### ${inlineMarkdown(title)}`

/** One entry of the checklist as lines; the id stands at the end of the first, to be found again. */
export function entryLines(kind: RecordKind | null, record: RecordEntry, checked: boolean, zone: string): string[] {
  const title = inlineMarkdown(cutMiddle(titleOf(kind, record), longestLine, head - longestLine))
  const box = checked ? '[x]' : '[ ]'
  const label = labelOf(kind, record)
  const before = label === null ? '' : `**[${inlineMarkdown(labelText(label))}]** `
  return [
    `- ${box} ${before}${title} ${mark(record.id)}`,
    ...shownFields(kind, record).flatMap(({ name, value }) =>
      typeof value === 'string' ? field(inlineMarkdown(name), value) : items(inlineMarkdown(name), value),
    ),
    ...ownLines(record, zone),
  ]
}

export const mark = (id: string): string => `(${id})`

/** What stands below each entry, of whatever kind: who asked, who decided, and what a person said. */
function ownLines(record: RecordEntry, zone: string): string[] {
  const { path, rule, bare, allowable, status } = record
  const author = signature(record, zone)
  return [
    ...field('Asked by', path.length > 1 ? path.join(' › ') : null),
    ...field('Decided by', bare || allowable ? rule : null),
    ...field('Answer', answerText(record), author),
    ...field('Status', status === 'skipped' ? 'skipped' : null, author),
  ]
}

const decided: Readonly<Record<WordDecision, string | null>> = {
  words: null,
  skip: null,
  once: 'Allowed once',
  project: 'Allowed in this project',
  never: 'Never',
}

function answerText({ answer, answeredAs }: RecordEntry): string | null {
  const word = answeredAs === null ? null : decided[answeredAs]
  if (word === null) return answer
  return answer === null || answer.trim() === '' ? word : `${word}: ${answer}`
}

/** Who gave the answer, how and when; null if nobody is known to have. */
function signature({ answeredAt: at, answeredVia: via, answeredBy: name }: RecordEntry, zone: string): string | null {
  return at === null || via === null ? null : `${authorText({ via, name })}, ${localTime(at, zone)}`
}

function field(name: string, value: string | null, author: string | null = null): string[] {
  if (value === null || value.trim() === '') return []
  const shown = cutMiddle(value.trim(), head, tail)
  const by = author === null ? '' : ` (${inlineMarkdown(author)})`
  if (/[\r\n]/.test(shown)) return [`  - **${name}**${by}:`, '', ...fencedBlock(shown, '    ')]
  return [`  - **${name}**: ${inlineMarkdown(shown)}${by}`]
}

const items = (name: string, texts: readonly string[]): string[] => [`  - **${name}**:`, ...texts.map(item)]

const item = (text: string, at: number): string =>
  `    ${at + 1}. ${itemMarkdown(cutMiddle(text, longestLine, head - longestLine))}`

/** `external_directory` reads as External Directory; a label with a form of its own stays. */
function labelText(label: string): string {
  const text = cutMiddle(label, 60, 20)
  if (!/^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(text)) return text
  return text
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
