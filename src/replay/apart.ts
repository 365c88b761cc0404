import type { DomainEvent, EventType } from '../core/event.ts'
import type { Policy, PolicySet } from '../core/policy.ts'
import { differingParts, type Part, saysOther } from './differing-parts.ts'

/** True for an event that two sets may decide differently though all that is remembered is the same. */
export type Apart = (event: DomainEvent) => boolean

/**
 * Compares what two sets say to an event: the rules that hear it and the params that these name. Where it is not plain
 * that they say the same, they are apart.
 */
export function setsApart(one: PolicySet, other: PolicySet): Apart {
  const pairs = pairsOf(one.policies, other.policies)
  if (pairs === null || !isSame(one.besides.map(meanings), other.besides.map(meanings))) return () => true
  const differing = pairs.filter(([mine, theirs]) => mine.meaning !== theirs.meaning)
  const known = new Map<EventType, readonly Compared[]>()
  return (event) => {
    const { type } = event
    const all = known.get(type) ?? differing.map(([mine, theirs]) => compare(mine, theirs, type))
    known.set(type, all)
    return all.some(({ policies: [mine, theirs], parts }) => parts === null || saysOther(parts, event, mine, theirs))
  }
}

/** Two policies and what is left to compare for each event of a type: parts of conditions; null: all may differ. */
interface Compared {
  policies: readonly [Policy, Policy]
  parts: readonly Part[] | null
}

const meanings = ({ policies }: PolicySet): string[] => policies.map(({ meaning }) => meaning)

/** Null if the sets have not the same policies. */
function pairsOf(own: readonly Policy[], others: readonly Policy[]): [Policy, Policy][] | null {
  const pairs = own.flatMap((policy, at): [Policy, Policy][] => {
    const other = others[at]
    return other?.name === policy.name ? [[policy, other]] : []
  })
  return pairs.length === own.length && pairs.length === others.length ? pairs : null
}

function compare(one: Policy, other: Policy, type: EventType): Compared {
  const policies = [one, other] as const
  const [mine, theirs] = [saidTo(one, type), saidTo(other, type)]
  if (!isSame(mine, theirs)) return { policies, parts: null }
  const params = Object.keys({ ...one.params, ...other.params })
  const differing = params.filter(
    (name) => !isSame([one.params[name], one.shown[name]], [other.params[name], other.shown[name]]),
  )
  const isNamed = (text: string): boolean =>
    differing.length > 0 && (wholeParams.test(text) || differing.some((name) => isParamIn(text, name)))
  if (isNamed(JSON.stringify(mine.rest))) return { policies, parts: null }
  // Rules answer questions one by one, so that a later rule hears another event.
  if (type === 'question.asked' && isNamed(JSON.stringify(mine.whens))) return { policies, parts: null }
  return { policies, parts: differingParts(mine.whens, isNamed) }
}

/** All of a policy that may count when it decides an event of a type: conditions of rules, and the rest. */
function saidTo({ rules, params: _, shown: _shown, meaning: _meaning, ...rest }: Policy, type: EventType) {
  const listening = rules.filter(({ events }) => events.includes(type))
  return {
    whens: listening.map(({ when }) => when),
    rest: [rest, rules.map(({ limit }) => limit), listening.map(({ when: _when, ...own }) => own)],
  }
}

/** The params as one value. */
const wholeParams = /\bparams\b(?!\.\w)/

/** Whether a text names this param, and not only one whose name begins like it. */
const isParamIn = (text: string, name: string): boolean =>
  text.split(`params.${name}`).some((rest, at) => at > 0 && !/^\w/.test(rest))

/** What is compiled beside the data does not count. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
