import type { Json } from './event.ts'
import type { TreeState } from './state.ts'
import type { GrantWord } from './vocabulary.ts'

/** The fact `grants`: the person's word in force on requests with a fingerprint. */
export type GrantFact = {
  word: GrantWord | null
  grant: number | null
  /** Milliseconds since 1970. */
  at: number | null
  /** The entry that it was said on. */
  record: string | null
}

export const noGrant: GrantFact = { word: null, grant: null, at: null, record: null }

/** The number of a grant that fits one time; null for any other. */
export const onceGrant = (fact: Json | undefined): number | null =>
  typeof fact === 'object' &&
  fact !== null &&
  'word' in fact &&
  fact.word === 'once' &&
  'grant' in fact &&
  typeof fact.grant === 'number'
    ? fact.grant
    : null

/** The same, or nothing where this tree has used it up. */
export function unused(fact: Json, { usedGrants }: TreeState): Json {
  const grant = onceGrant(fact)
  return grant !== null && usedGrants.includes(grant) ? noGrant : fact
}
