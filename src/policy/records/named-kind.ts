import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RecordKindDocument } from '../schema/records.ts'
import type { RuleDocument } from '../schema/rule.ts'
import { hearsCallsAlone } from './keys.ts'

type Kinds = Pick<ResolvedDocument, 'records'>

const namesIn = ({ records }: Kinds): string[] => Object.keys(records ?? {})

/** The kind whose calls a rule hears; null for one that hears those of all kinds. */
export function kindOfRule(document: Kinds, { kind, events }: Pick<RuleDocument, 'kind' | 'events'>): string | null {
  if (kind !== undefined) return kind
  const [only = null, ...more] = namesIn(document)
  return hearsCallsAlone(events) && more.length === 0 ? only : null
}

/** The kind of what a step `record` writes; null in a policy that declares none. */
export const kindOfStep = (
  document: Kinds,
  rule: Pick<RuleDocument, 'kind' | 'events'>,
  named: string | undefined,
): string | null => named ?? kindOfRule(document, rule) ?? namesIn(document)[0] ?? null

export function kindNamed({ records = {} }: Kinds, name: string | null): RecordKindDocument | null {
  return name !== null && Object.hasOwn(records, name) ? (records[name] ?? null) : null
}

/** Whether a plain string that a rule gives for a field is a text, and no value. */
export const isTextField = (kind: RecordKindDocument | null, field: string): boolean =>
  kind !== null && Object.hasOwn(kind.fields, field) && kind.fields[field]?.type === 'string'

/** The sections of a kind: without any declared there is one, named like the file. */
export const sectionsOf = ({ file, sections }: RecordKindDocument): NonNullable<RecordKindDocument['sections']> =>
  sections ?? [{ id: 'all', title: titleFrom(file) }]

/** `notes/open-risks.md` is headed Open risks. */
function titleFrom(file: string): string {
  const words = file
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? file : words.charAt(0).toUpperCase() + words.slice(1)
}
