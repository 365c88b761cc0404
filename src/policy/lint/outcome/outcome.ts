import type { Json } from '../../../core/event.ts'
import { evaluate, type Surroundings, termsOf } from './evaluate.ts'
import type { Known } from './known.ts'

/** How many cases are tried before an expression counts as one that may give either. */
const mostCases = 200

/**
 * What an expression always counts as, whatever it reads; null if it may count as true and as false, or if that cannot
 * be known. It looks for two cases that go different ways: as long as the outcome is open, the first thing that is not
 * known is tried with each of its values.
 */
export function alwaysCountsAs(expression: Json, surroundings: Surroundings): boolean | null {
  const terms = termsOf(expression, surroundings)
  const outcomes = new Set<boolean>()
  let left = mostCases
  const search = (assumed: ReadonlyMap<string, Known>): boolean => {
    left -= 1
    const { known, question } = evaluate(expression, assumed, terms, surroundings.conditions)
    if (known.truth !== null) outcomes.add(known.truth)
    else if (question === null || left <= 0) return false
    else return question.samples.every((each) => search(new Map(assumed).set(question.key, each)))
    return outcomes.size < 2
  }
  const [outcome] = search(new Map()) ? outcomes : []
  return outcome ?? null
}
