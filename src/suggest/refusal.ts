/** Reasons that need no more words. */
export const plainRefusals = [
  /** It decides what only a person may: what destroys, what is secret, how things are built. */
  'hard',
  /** A pattern for it would let more through than was asked. */
  'wide-star',
  'never',
  /** Today's policies do not refuse it any more. */
  'spared',
  /** Nobody has answered it yet, and no policy may. */
  'open',
  /** It was answered in words that no line can hold. */
  'words',
  'altered',
  /** It cannot be said word by word. */
  'inexact',
  /** A line was tried, and the request was refused as before. */
  'unproved',
  /** The policy file is written in a form that a person has to change. */
  'by-hand',
] as const

/** Why nothing is suggested for a request; `deny`: a policy refuses it, whatever the project's own allows. */
export type Refusal = { is: 'deny'; policy: string } | { is: (typeof plainRefusals)[number] }

export interface CountedRefusal {
  reason: Refusal
  times: number
}

/** Each reason once, with how many requests have it, in the order in which they came. */
export function countRefusals(refusals: readonly Refusal[]): CountedRefusal[] {
  const counts = new Map<string, CountedRefusal>()
  for (const reason of refusals) {
    const key = JSON.stringify(reason)
    counts.set(key, { reason, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  return [...counts.values()]
}

/** How many of the requests are not suggested, by reason: such as "3 not suggested: 2 covered by a deny of guard, 1 hard". */
export function refusalsText(counts: readonly CountedRefusal[]): string | null {
  if (counts.length === 0) return null
  const parts = counts
    .toSorted((one, other) => other.times - one.times)
    .map(({ reason, times }) => `${times} ${wordsOf(reason)}`)
  return `${counts.reduce((sum, { times }) => sum + times, 0)} not suggested: ${parts.join(', ')}`
}

function wordsOf(refusal: Refusal): string {
  switch (refusal.is) {
    case 'deny':
      return `covered by a deny of ${refusal.policy}`
    case 'hard':
      return 'hard'
    case 'wide-star':
      return 'only by a wide star'
    case 'never':
      return 'never, as you said'
    case 'spared':
      return 'not refused by today’s policies'
    case 'open':
      return 'open for your answer'
    case 'words':
      return 'answered in words'
    case 'altered':
      return 'redacted or cut'
    case 'inexact':
      return 'with no exact pattern'
    case 'unproved':
      return 'refused even so'
    case 'by-hand':
      return 'for a file that a person must change'
    default:
      return refusal satisfies never
  }
}
