import { createContext } from 'preact'
import type { WordDecision } from '../../core/vocabulary.ts'
import type { Ask, LineName } from '../../report/document.ts'

/** A person's decision about what is asked; `text` only with `words`. */
export interface Given {
  decision: WordDecision
  text: string | null
}

/** What became of a card since the page was opened. */
export type Fate =
  | { is: 'saving' }
  /** The words stay in their field. */
  | { is: 'failed'; why: string }
  /** `number`: how many were kept before it; `waits`: it was only put off. */
  | { is: 'kept'; text: string; problem: string | null; number: number; waits: boolean }
  /** It does not wait any more, by no word of this page. */
  | { is: 'elsewhere' }

/** What a page can do while its server runs; a page in a file can do nothing. */
export interface Live {
  fates: ReadonlyMap<string, Fate>
  answer: (ask: Ask, given: Given) => void
  /** Entries whose answer can be taken back. */
  undoable: ReadonlySet<string>
  undo: (ask: Ask) => void
  why: (name: LineName) => void
}

export const LiveContext = createContext<Live | null>(null)

/** By what a card is known as long as a page is open. */
export const keyOf = ({ entries }: Ask): string => entries[0]?.id ?? ''
