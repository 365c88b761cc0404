import type { Ask, Document, Section } from '../report/document.ts'

/** What the page shows, by the server's reading of the store. */
export interface MorningState {
  document: Document
  /** Roots of sessions that were answered and rest since. */
  resting: readonly string[]
  /** Ids of entries whose answer can be taken back, since no agent can have read it. */
  undoable: readonly string[]
  /** The same with what was asked and said, the oldest answer first; one answer that closed several is one. */
  given: readonly GivenHere[]
}

/** An answer that was given on a page, maybe before this one was loaded. */
export interface GivenHere {
  entries: Ask['entries']
  question: string
  answer: string
}

/** What a person is told of what they did. `problem` went wrong beside it. */
export type Told = { ok: true; text: string; problem: string | null } | { ok: false; why: string }

/** Why a line of a night was decided so, what today's policies make of that night, and its piece as a case. */
export interface Reasons {
  why: string
  today: string
  asCase: string
}

/** Lines of a policy that would have spared refusals; while they are looked for, what is said of that. */
export type Suggestions = { is: 'found'; section: Section } | { is: 'working'; text: string }

/** Names under the page's own address. */
export const names = {
  script: 'page.js',
  style: 'page.css',
  state: 'state',
  why: 'why',
  suggestions: 'suggestions',
  answer: 'answer',
  undo: 'undo',
  goOn: 'go-on',
} as const

/** An answer of ten thousand characters, each of them an escape. */
export const largestBody = 128_000
