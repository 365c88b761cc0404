import type { RecordEntry } from '../../core/event.ts'
import type { WordDecision } from '../../core/vocabulary.ts'
import { authorText } from '../answers/author-text.ts'
import { cutMiddle } from '../cut.ts'
import { fencedBlock, inlineMarkdown } from '../inline-markdown.ts'
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
export function entryLines(record: RecordEntry, checked: boolean, zone: string): string[] {
  const question = inlineMarkdown(cutMiddle(record.question, longestLine, head - longestLine))
  const box = checked ? '[x]' : '[ ]'
  return [
    `- ${box} **[${inlineMarkdown(label(record))}]** ${question} ${mark(record.id)}`,
    ...Object.values(details).flatMap((lines) => lines?.(record, zone) ?? []),
  ]
}

export const mark = (id: string): string => `(${id})`

/** The lines below an entry, in order, by the field that gives them; null: it gives none, or stands in the first line. */
const details: Readonly<Record<keyof RecordEntry, ((record: RecordEntry, zone: string) => string[]) | null>> = {
  context: ({ context }) => field('Context', context),
  why: ({ why }) => field('Why needed', why),
  holds: (record) => field('Blocks', record.holds ?? waiting(record)),
  options: ({ options }) => (options.length > 0 ? ['  - **Options researched**:', ...options.map(option)] : []),
  chosen: ({ chosen, reasoning }) => field('✓ Chosen', chosen === null ? null : withReason(chosen, reasoning)),
  path: ({ path }) => field('Asked by', path.length > 1 ? path.join(' › ') : null),
  rule: ({ rule, bare, allowable }) => field('Decided by', bare || allowable ? rule : null),
  answer: (record, zone) => field('Answer', answerText(record), signature(record, zone)),
  status: (record, zone) => field('Status', record.status === 'skipped' ? 'skipped' : null, signature(record, zone)),
  decision: null,
  answeredAt: null,
  answeredVia: null,
  answeredBy: null,
  allowable: null,
  id: null,
  kind: null,
  category: null,
  topic: null,
  question: null,
  blocks: null,
  reasoning: null,
  section: null,
  seen: null,
  at: null,
  session: null,
  fingerprint: null,
  class: null,
  request: null,
  turn: null,
  bare: null,
}

/** Whether work waits, where somebody said so: a rule does not know, and of a choice it is plain. */
function waiting({ blocks, chosen, bare }: RecordEntry): string | null {
  if (blocks) return 'Yes'
  return !bare && chosen === null ? 'No' : null
}

const decided: Readonly<Record<WordDecision, string | null>> = {
  words: null,
  skip: null,
  once: 'Allowed once',
  project: 'Allowed in this project',
  never: 'Never',
}

function answerText({ answer, decision }: RecordEntry): string | null {
  const word = decision === null ? null : decided[decision]
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

const option = (text: string, at: number): string =>
  `    ${at + 1}. ${inlineMarkdown(cutMiddle(text, longestLine, head - longestLine))}`

const withReason = (chosen: string, reasoning: string | null): string =>
  reasoning === null ? chosen : `${chosen} (${reasoning})`

/** `external_directory` reads as External Directory; a label with a form of its own stays. */
function label({ topic, category }: RecordEntry): string {
  const text = cutMiddle(topic ?? category, 60, 20)
  if (!/^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(text)) return text
  return text
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
