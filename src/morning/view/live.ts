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
  | { is: 'kept'; text: string; problem: string | null }
  /** It does not wait any more, by no word of this page. */
  | { is: 'elsewhere' }

/** What a page can do while its server runs; a page in a file can do nothing. */
export interface Live {
  fates: ReadonlyMap<string, Fate>
  answer: (ask: Ask, given: Given) => void
  why: (name: LineName) => void
}

export const LiveContext = createContext<Live | null>(null)

/** By what a card is known as long as a page is open. */
export const keyOf = ({ entries }: Ask): string => entries[0]?.id ?? ''
