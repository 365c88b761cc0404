import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RecordFieldDocument } from '../schema/records.ts'

/** The fields that every kind of record had while a policy named only its categories. */
const fieldsOnce = (categories: string[]): Record<string, RecordFieldDocument> => ({
  category: { type: 'enum', values: categories, required: true },
  question: { type: 'string', required: true },
  context: { type: 'string', required: true, shown: 'Context' },
  why: { type: 'string', as: 'whyNeeded', shown: 'Why needed' },
  holds: { type: 'string', as: 'blocks', shown: 'Blocks' },
  blocks: { type: 'boolean', as: 'blocksProgress', shown: 'Blocks', required: { '!': { var: 'record.chosen' } } },
  topic: { type: 'string' },
  options: { type: 'list', shown: 'Options researched' },
  chosen: { type: 'string', as: 'chosenOption', shown: '✓ Chosen' },
  reasoning: { type: 'string', as: 'chosenReasoning', beside: 'chosen' },
})

/** The names of these fields, but that of the title. */
export const fieldNamesOnce: readonly string[] = Object.keys(fieldsOnce([])).filter((name) => name !== 'question')

/** A stored policy as this version writes it; the same one if an older version has not written it. */
export function withFields(document: ResolvedDocument): ResolvedDocument {
  const kinds: Record<string, unknown> = document.records ?? {}
  if (!Object.values(kinds).some(isOlder)) return document
  const records = Object.entries(kinds).map(([name, kind]) => [name, isOlder(kind) ? upgraded(kind) : kind])
  return { ...document, records: Object.fromEntries(records) }
}

interface OlderKind {
  categories: string[]
}

const isOlder = (kind: unknown): kind is OlderKind =>
  typeof kind === 'object' &&
  kind !== null &&
  !('fields' in kind) &&
  'categories' in kind &&
  Array.isArray(kind.categories) &&
  kind.categories.every((each) => typeof each === 'string')

function upgraded({ categories, ...kind }: OlderKind): object {
  const reads = { title: 'question', label: ['topic', 'category'], same: 'question', answer: 'options' }
  return { ...kind, ...reads, fields: fieldsOnce(categories) }
}
