import type { events, items, recordFields, roots } from './vocabulary.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The words of a choice such as `read|write`. */
type Words<T extends string> = T extends `${infer First}|${infer Rest}` ? First | Words<Rest> : T

interface Named {
  string: string
  id: string
  path: string
  integer: number
  number: number
  time: number
  duration: number
  boolean: boolean
  json: Json
  question: Question
  record: RecordEntry
}

/** The TypeScript type of a field type of the vocabulary. */
export type Value<T extends string> = T extends `${infer Base}?`
  ? Value<Base> | null
  : T extends `list<${infer Item}>`
    ? Value<Item>[]
    : T extends keyof Named
      ? Named[T]
      : Words<T>

export type Fields<T> = { -readonly [K in keyof T]: T[K] extends string ? Value<T[K]> : never }

export type EventType = keyof typeof events

/** One thing that happened, decoded: its type and its fields, every optional one filled in with null. */
export type EventOf<T extends EventType> = { type: T } & Fields<(typeof events)[T]['fields']>
export type DomainEvent = { [T in EventType]: EventOf<T> }[EventType]

/** What a record and the call that logs it hold beside what is common to all: the fields that its kind declares. */
export type FieldValues = { [field: string]: Json }

/** The call of a record tool with the fields of its kind, which stand beside its own under their names. */
export type SubmittedRecord = EventOf<'record.submitted'> & FieldValues

/** One entry of the list that an agent keeps of what it has to do. */
export interface Todo {
  title: string
  done: boolean
}

export type Question = Fields<(typeof items)['question']>

/** What rules know of the session that an event belongs to; a value, never live. */
export type SessionFacts = Fields<(typeof roots)['session']>

/** What the engine keeps of every record. */
export type OwnRecord = Fields<typeof recordFields>

/** A written-down thing for the human. */
export type RecordEntry = OwnRecord & FieldValues
