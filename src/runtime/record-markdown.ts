import type { RecordEntry } from '../core/event.ts'
import { cutMiddle } from './cut.ts'
import { fencedBlock, inlineMarkdown } from './inline-markdown.ts'

/** How much of a text the page shows; the journal keeps more. */
const longestLine = 1000
const head = 1500
const tail = 500

/** The heading of a session tree's entries. */
export function sessionHeading(root: string, at: number): string {
  return `## Session: ${inlineMarkdown(root)} — ${new Date(at).toISOString()}`
}

export const sectionHeading = (title: string): string => `### ${inlineMarkdown(title)}`

/** One entry of the checklist as lines; the id stands at the end of the first, to be found again. */
export function entryLines(record: RecordEntry, checked: boolean): string[] {
  const question = inlineMarkdown(cutMiddle(record.question, longestLine, head - longestLine))
  const box = checked ? '[x]' : '[ ]'
  return [`- ${box} **[${inlineMarkdown(label(record))}]** ${question} ${mark(record.id)}`, ...detailLines(record)]
}

/** What became known of an entry that stands in the file already. */
export function supplementLines(id: string, details: Partial<RecordEntry>): string[] {
  const lines = detailLines(details)
  return lines.length === 0 ? [] : [`- **More about ${mark(id)}**`, ...lines]
}

export const mark = (id: string): string => `(${id})`

/** The lines below an entry, in order, by the field that gives them; null: it gives none, or stands in the first line. */
const details: Readonly<Record<keyof RecordEntry, ((record: Partial<RecordEntry>) => string[]) | null>> = {
  context: ({ context }) => field('Context', context),
  why: ({ why }) => field('Why needed', why),
  holds: (record) => field('Blocks', record.holds ?? waiting(record)),
  options: ({ options = [] }) => (options.length > 0 ? ['  - **Options researched**:', ...options.map(option)] : []),
  chosen: ({ chosen, reasoning }) =>
    field('✓ Chosen', chosen === null || chosen === undefined ? null : withReason(chosen, reasoning)),
  path: ({ path = [] }) => field('Asked by', path.length > 1 ? path.join(' › ') : null),
  rule: ({ rule, bare }) => field('Decided by', bare === true ? rule : null),
  answer: ({ answer }) => field('Answer', answer),
  status: ({ status }) => field('Status', status === 'skipped' ? status : null),
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

const detailLines = (record: Partial<RecordEntry>): string[] =>
  Object.values(details).flatMap((lines) => lines?.(record) ?? [])

/** Whether work waits, where somebody said so: a rule does not know, and of a choice it is plain. */
function waiting({ blocks, chosen, bare }: Partial<RecordEntry>): string | null {
  if (blocks === true) return 'Yes'
  return blocks === false && bare === false && chosen === null ? 'No' : null
}

function field(name: string, value: string | null | undefined): string[] {
  if (value === null || value === undefined || value.trim() === '') return []
  const shown = cutMiddle(value.trim(), head, tail)
  if (/[\r\n]/.test(shown)) return [`  - **${name}**:`, '', ...fencedBlock(shown, '    ')]
  return [`  - **${name}**: ${inlineMarkdown(shown)}`]
}

const option = (text: string, at: number): string =>
  `    ${at + 1}. ${inlineMarkdown(cutMiddle(text, longestLine, head - longestLine))}`

const withReason = (chosen: string, reasoning: string | null | undefined): string =>
  reasoning === null || reasoning === undefined ? chosen : `${chosen} (${reasoning})`

/** `external_directory` reads as External Directory; a label with a form of its own stays. */
function label({ topic, category }: RecordEntry): string {
  const text = cutMiddle(topic ?? category, 60, 20)
  if (!/^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(text)) return text
  return text
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
