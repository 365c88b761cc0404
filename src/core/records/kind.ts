import type { Json, RecordEntry } from '../event.ts'
import type { RecordFieldType, RecordStatus } from '../vocabulary.ts'

/** A field of a kind of record: what the agent may give, what it holds, and how a person reads it. */
export interface RecordField {
  type: RecordFieldType
  /** What an enum may be; empty for the other types. */
  values: readonly string[]
  /** True, false, or a condition over `record`, with named conditions written out. */
  required: Json
  /** What the agent is told of it; empty if nothing. */
  description: string
  /** Its name in the tool; null: only rules give it. */
  as: string | null
  /** Its name on the page; null: it is not shown by itself. */
  shown: string | null
  /** The shown field that it stands behind in brackets instead, a list item by item behind a list; null: none. */
  beside: string | null
}

/** A field that the agent gives. */
export interface ToolField extends RecordField {
  as: string
}

/** The fields of a kind that its tool has, with their names. */
export const toolFields = ({ fields }: Pick<RecordKind, 'fields'>): { name: string; field: ToolField }[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.as === null ? [] : [{ name, field: { ...field, as: field.as } }],
  )

export interface Section {
  id: string
  title: string
  checked: boolean
  /** A condition over `record`; null: always. */
  when: Json
}

/** A kind of record: where it is shown, what the agent may log, and how entries are told apart. */
export interface RecordKind {
  file: string
  /** Description of the tool that the agent is offered, named like the kind; null: no tool. */
  tool: string | null
  fields: Readonly<Record<string, RecordField>>
  /** The field that is the entry's line. */
  title: string
  /** The first of these fields that has a value stands before the line. */
  label: readonly string[]
  /** Entries with an equal value of this field are one. */
  same: string
  /** What a person answers: words, or a choice from this list field; null: nothing, the kind is a log. */
  answer: { options: string | null } | null
  /** Milliseconds after which the same makes a new entry, once the old one is closed. */
  cooldown: number
  /** How many entries of the agent one session tree may have, and as many of rules. */
  max: number
  /** The text of the one entry that stands for all above `max`; null: there is none. */
  beyond: string | null
  sections: readonly Section[]
}

/** Whether an entry stands in a section whose boxes are ticked from the start: it was decided without a person. */
export const isDecided = ({ sections }: RecordKind, record: RecordEntry): boolean =>
  sections.find(({ id }) => id === record.section)?.checked ?? false

/** Whether an entry waits for a person: it is open and nobody has decided it. `kind` is null where no policy knows it. */
export const isWaiting = (kind: RecordKind | null, record: RecordEntry): boolean =>
  record.status === 'open' && (kind === null || (kind.answer !== null && !isDecided(kind, record)))

/** How an entry begins: it waits for an answer, or nobody is to answer it. */
export const firstStatus = ({ answer }: RecordKind): RecordStatus => (answer === null ? 'noted' : 'open')
