/** Why nothing is suggested for a request. */
export type Refusal =
  /** A policy refuses it, whatever the project's own allows. */
  | { is: 'deny'; policy: string }
  /** It decides what only a person may: what destroys, what is secret, how things are built. */
  | { is: 'hard' }
  /** A pattern for it would let more through than was asked. */
  | { is: 'wide-star' }
  | { is: 'never' }
  /** Today's policies do not refuse it any more. */
  | { is: 'spared' }
  /** Nobody has answered it yet, and no policy may. */
  | { is: 'open' }
  /** It was answered in words that no line can hold. */
  | { is: 'words' }
  | { is: 'altered' }
  /** It cannot be said word by word. */
  | { is: 'inexact' }
  /** A line was tried, and the request was refused as before. */
  | { is: 'unproved' }
  /** The policy file is written in a form that a person has to change. */
  | { is: 'by-hand' }

/** Each reason once, with how many requests have it, in the order in which they came. */
export function countRefusals(refusals: readonly Refusal[]): { reason: Refusal; times: number }[] {
  const counts = new Map<string, { reason: Refusal; times: number }>()
  for (const reason of refusals) {
    const key = JSON.stringify(reason)
    counts.set(key, { reason, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  return [...counts.values()]
}

/** How many of the requests are not suggested, by reason: such as "3 not suggested: 2 covered by a deny of guard, 1 hard". */
export function refusalsText(refusals: readonly Refusal[]): string | null {
  if (refusals.length === 0) return null
  const counts = countRefusals(refusals).sort((one, other) => other.times - one.times)
  const parts = counts.map(({ reason, times }) => `${times} ${wordsOf(reason)}`)
  return `${refusals.length} not suggested: ${parts.join(', ')}`
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
