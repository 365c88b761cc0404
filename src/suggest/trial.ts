import { isSame } from '../core/same.ts'
import type { Outcome } from '../replay/compare.ts'
import type { NumberedLine } from '../replay/read-journal.ts'
import type { Taken } from '../replay/path.ts'
import { replayTogether } from '../replay/together.ts'
import type { Policies } from '../runtime/policies.ts'
import type { Sighting } from './requests.ts'
import type { PolicyWay } from './way.ts'

/** The lines of one night, with what is needed to decide them again. */
export interface Night {
  root: string
  lines: readonly NumberedLine[]
  /** The set of a hash, or why there is none. */
  find: (hash: string) => Policies | string
  directory: string
  /** IANA name of the time zone. */
  zone: string
}

/** What a line in the policy would have changed in nights that were. */
export interface Tried {
  /** Refusals of the request that it would have spared. */
  spared: readonly (Sighting & { by: string | null })[]
  /** How often today's policies would refuse the request. */
  refused: number
  /** The policy that refuses it even so; null: none. */
  deniedBy: string | null
  /** Other decisions that would come out otherwise. */
  others: number
  /** Decisions that cannot be made again for certain. */
  uncertain: number
  decisions: number
}

export const notTried: Tried = { spared: [], refused: 0, deniedBy: null, others: 0, uncertain: 0, decisions: 0 }

/** What is tried on a night: a line for a request that was refused in it. */
export interface Attempt {
  way: PolicyWay
  /** Of this night. */
  sightings: readonly Sighting[]
  fingerprint: string
  policies: Policies
  tried: Tried
}

/** Decides a night by today's policies and by those of each attempt, all in one; `today` hears each line. */
export function tryNight(
  { lines, find, directory, zone }: Night,
  policies: Policies,
  attempts: readonly Attempt[],
  today: (line: number, taken: Taken) => void,
): Tried[] {
  const open = attempts.map((attempt) => ({
    attempt,
    own: new Map(attempt.sightings.map((one) => [one.line, one])),
    tried: { ...attempt.tried, spared: [...attempt.tried.spared] },
  }))
  const others = attempts.map((one) => one.policies)
  for (const all of replayTogether(lines, { find, directory, zone, mode: 'serve' }, policies, others)) {
    today(all.number, all.first)
    for (const [at, { attempt, own, tried }] of open.entries()) {
      const then = all.others[at]
      if (then !== undefined) count(tried, attempt, own.get(all.number), all.first, then)
    }
  }
  return open.map(({ tried }) => tried)
}

interface Counted extends Tried {
  spared: (Sighting & { by: string | null })[]
}

function count(
  tried: Counted,
  { way, fingerprint }: Attempt,
  sighting: Sighting | undefined,
  now: Taken,
  then: Taken,
): void {
  tried.decisions += 1
  const isCertain = then.doubts.length === 0
  if (!isCertain || now.doubts.length > 0) tried.uncertain += 1
  if (sighting === undefined) {
    if (!isSameOutcome(now.decision, then.decision)) tried.others += 1
    return
  }
  if (now.decision?.verdict.outcome !== 'deny') return
  tried.refused += 1
  if (then.decision === null || !isCertain) return
  const { verdict } = then.decision
  if (spares(way, fingerprint, then.decision)) tried.spared.push({ ...sighting, by: verdict.by })
  else if (verdict.outcome === 'deny') tried.deniedBy ??= policyOf(verdict.by)
}

const isSameOutcome = (one: Outcome | null, other: Outcome | null): boolean =>
  one === null || other === null ? one === other : isSame([one.verdict, one.effects], [other.verdict, other.effects])

/** True if an outcome is what the line is for. */
export function spares(way: PolicyWay, fingerprint: string, { verdict, effects }: Outcome): boolean {
  switch (way.is) {
    case 'allow':
    case 'ask':
      return verdict.outcome === way.is
    case 'hint':
      return verdict.outcome === 'deny' && verdict.reason.includes(way.text)
    case 'answer':
      return effects.some(
        (one) => one.effect === 'answer' && one.fingerprint === fingerprint && one.answer === way.answer,
      )
    default:
      return way satisfies never
  }
}

/** `guard` of `guard/protected-file`. */
export const policyOf = (rule: string): string => rule.split('/')[0] ?? rule
