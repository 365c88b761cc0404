import type { Outcome } from '../replay/compare.ts'
import type { NumberedLine } from '../replay/read-journal.ts'
import { replay } from '../replay/replay.ts'
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

/** What became of one line. */
export interface Decided {
  outcome: Outcome | null
  isCertain: boolean
}

/** What a set decides of each line of a night. */
export function decideNight({ lines, find, directory, zone }: Night, against: Policies): Map<number, Decided> {
  const decided = new Map<number, Decided>()
  for (const { line, would, doubts } of replay(lines, { find, against, directory, zone, mode: 'serve' }))
    if (line !== null) decided.set(line, { outcome: would, isCertain: doubts.length === 0 })
  return decided
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

/** Adds a night to what was tried. `today` is what today's policies decide of it, `changed` what they do with the line. */
export function tryIn(
  before: Tried,
  { way, sightings, fingerprint }: { way: PolicyWay; sightings: readonly Sighting[]; fingerprint: string },
  today: ReadonlyMap<number, Decided>,
  changed: ReadonlyMap<number, Decided>,
): Tried {
  const tried = { ...before, spared: [...before.spared] }
  const own = new Map(sightings.map((one) => [one.line, one]))
  for (const [line, now] of today) {
    const then = changed.get(line) ?? { outcome: null, isCertain: true }
    tried.decisions += 1
    if (!now.isCertain || !then.isCertain) tried.uncertain += 1
    const sighting = own.get(line)
    if (sighting === undefined) {
      if (JSON.stringify(now.outcome) !== JSON.stringify(then.outcome)) tried.others += 1
      continue
    }
    if (now.outcome?.verdict.outcome !== 'deny') continue
    tried.refused += 1
    if (then.outcome === null || !then.isCertain) continue
    if (spares(way, fingerprint, then.outcome)) tried.spared.push({ ...sighting, by: then.outcome.verdict.by })
    else if (then.outcome.verdict.outcome === 'deny') tried.deniedBy ??= policyOf(then.outcome.verdict.by)
  }
  return tried
}

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
