/** What a worker is to do. */
export interface Orders {
  directory: string
  state: string
  /** The file with the policies. */
  policies: string
  /** Letters and digits. */
  name: string
  does: readonly Order[]
  /** Whole rounds, if nothing else is said. */
  kind?: 'whole' | 'logs'
  /** Dies in this act, counted from 1, before this step, counted from 0. */
  dieAt?: { act: number; step: number }
  /** Dies at this write of the page, counted from 1. */
  dieAtPage?: number
  /** Of this write of the page, counted from 1, only one half reaches the disk. */
  half?: { at: number; then: 'die' | 'fail' }
}

export type Order =
  /** Waits for a word. */
  | { do: 'wait' }
  /** A turn ends, and nothing else. */
  | { do: 'look' }
  | { do: 'rounds'; count: number }
  /** Answers entries of others. */
  | { do: 'answers'; count: number }

/**
 * What came of one thing that was done, as its caller was told. An entry is kept, or owed: not yet written, which the
 * words say or earlier ones said. An answer is given, though maybe not shown yet, or refused.
 */
export interface Act {
  did: 'kept' | 'owed' | 'answered' | 'refused'
  token: string
  session: string
  words: string
  /** How many steps it took. */
  steps: number
}

/** `heard`: what its person was told of errors until then. */
export type Report = Act | { did: 'waits'; heard: readonly string[] }

export const sessionOf = (name: string, number: number): string => `S-${name}-${number}`
/** The word by which an entry is found again, wherever it stands. */
export const tokenOf = (name: string, round: number, part: 'a' | 'b'): string => `k${name}r${round}${part}`
export const tokenIn = (text: string): string | null => /\bk[a-z0-9]+r\d+[ab]\b/.exec(text)?.[0] ?? null
export const wordsOn = (token: string): string => `Decided on ${token}.`

/** What was owed is kept at last. */
export const settled = (act: Act): Act => (act.did === 'owed' ? { ...act, did: 'kept' } : act)
