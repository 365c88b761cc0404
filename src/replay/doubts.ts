import type { Decision } from '../core/decision.ts'
import type { DomainEvent, Json } from '../core/event.ts'
import type { Policy, PolicySet } from '../core/policy.ts'
import { alteration } from './read-journal.ts'
import { type ReadsOf, readsAny } from './reads.ts'

/** What the journal holds of an event, as far as it is not what the rules saw. */
export interface Input {
  event: DomainEvent
  facts: Record<string, Json>
  altered: boolean
  /** The fields of the event whose long texts were read when it was decided again. */
  read: ReadonlySet<string>
  /** The set of that night, if it is there. */
  recorded: PolicySet | null
}

/** Why a replayed decision is not certain: what the asked rules read and the journal does not hold as it was. */
export function doubtsOf(set: PolicySet, decision: Decision, input: Input, reads: ReadsOf): string[] {
  const altered = input.altered ? alteredValues(input) : []
  if (altered.length === 0 && set.policies.every(({ project }) => project === null)) return []
  const watched = altered.filter(
    ({ value, how, isText }) => how === 'cut' && isText && input.read.has(value.slice('event.'.length)),
  )
  const found = new Set(watched.map(({ value }) => words.cut(value)))
  const closed = decision.closed.map(({ gate }) => ({ rule: gate, outcome: 'not-matched' as const }))
  for (const { rule: id, outcome } of [...decision.trace, ...closed]) {
    const known = reads(set, id)
    if (known === null) continue
    const { policy, when, steps } = known
    for (const { value, how, isText } of altered) {
      // What is cut below a field is not watched.
      if (how === 'cut' && isText) continue
      // A redacted text is redacted again wherever it is shown; a cut one is shown cut.
      const isRead = readsAny(when, value) || (how === 'cut' && outcome !== 'not-matched' && readsAny(steps, value))
      if (isRead) found.add(words[how](value))
    }
    const untold = untoldSlots(policy, input.recorded).filter((slot) => readsAny(when, `memory.${slot}`))
    if (untold.length > 0)
      found.add(`${policy.name} reads ${untold.join(', ')} from ${policy.project}, which the journal does not hold`)
  }
  return [...found]
}

const words: Record<'cut' | 'redacted', (value: string) => string> = {
  cut: (value) => `${value} was cut, so what reads it cannot be decided again`,
  redacted: (value) => `${value} was redacted`,
}

/** Slots in project files that no policy of that night kept: only what it kept is in the journal. */
function untoldSlots(policy: Policy, recorded: PolicySet | null): string[] {
  if (policy.project === null) return []
  const same = recorded?.policies.find(({ name, project }) => name === policy.name && project === policy.project)
  return Object.keys(policy.memory).filter(
    (slot) => policy.memory[slot]?.scope === 'project' && same?.memory[slot]?.scope !== 'project',
  )
}

interface Altered {
  /** Such as `event.text`. */
  value: string
  how: 'redacted' | 'cut'
  /** A text of the event itself. */
  isText: boolean
}

function alteredValues({ event, facts }: Input): Altered[] {
  const named: [string, unknown][] = [
    ...Object.entries(event).map(([name, value]): [string, unknown] => [`event.${name}`, value]),
    ...Object.entries(facts).map(([key, value]): [string, unknown] => [
      `facts.${key.slice(key.indexOf('/') + 1)}`,
      value,
    ]),
  ]
  return named.flatMap(([value, held]) => {
    const how = alteration(JSON.stringify(held) ?? '')
    return how === null ? [] : [{ value, how, isText: typeof held === 'string' && value.startsWith('event.') }]
  })
}
