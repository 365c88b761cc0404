import type { Policy } from '../../core/policy.ts'
import type { ResolvedDocument } from '../../policy/resolve.ts'
import type { Policies } from '../../runtime/policies.ts'
import type { Sightings } from '../../runtime/rehearse/sightings.ts'
import type { IsOwn } from './own-parts.ts'

/** What cases can exercise, in the order in which it is reported. */
const groups = ['rules', 'conditions', 'edges', 'modes'] as const
type Group = (typeof groups)[number]

const words: Readonly<Record<Group, { some: string; never: string }>> = {
  rules: { some: 'rules matched', never: 'never matched' },
  conditions: { some: 'conditions were also not met', never: 'always matched' },
  edges: { some: 'ways of a workflow were gone', never: 'never gone' },
  modes: { some: 'modes of a param were in force', never: 'never in force' },
}

export interface Coverage {
  /** What was exercised and what was not, by name. */
  items: Record<Group, Map<string, boolean>>
  /** Of everything together, from 0 to 100; 100 if there is nothing. */
  percent: number
}

export interface Covered {
  policies: Policies | null
  sightings: Sightings
}

/**
 * What the cases exercised of their policies. `isOwn` leaves out what others wrote and test, by the rule or the
 * param of a document.
 */
export function coverageOf(runs: readonly Covered[], isOwn: IsOwn): Coverage {
  const items: Coverage['items'] = { rules: new Map(), conditions: new Map(), edges: new Map(), modes: new Map() }
  const count = (group: Group, name: string, covered: boolean): void => {
    items[group].set(name, covered || items[group].get(name) === true)
  }
  for (const { policies, sightings } of runs) {
    for (const document of policies?.documents ?? []) {
      const policy = policies?.set.policies.find(({ name }) => name === document.name)
      if (policy === undefined || policy.mode === 'disabled') continue
      countRules(policy, sightings, (name) => isOwn(document, 'rules', name), count)
      countModes(policy, document, (name) => isOwn(document, 'params', name), count)
      if (!isOwn(document, 'workflow', '')) continue
      for (const edge of edgesOf(document)) count('edges', edge, sightings.edges.has(edge))
    }
  }
  const all = groups.flatMap((group) => [...items[group].values()])
  const covered = all.filter((each) => each).length
  return { items, percent: all.length === 0 ? 100 : (covered / all.length) * 100 }
}

type Count = (group: Group, name: string, covered: boolean) => void

function countRules(policy: Policy, sightings: Sightings, isOwn: (rule: string) => boolean, count: Count): void {
  for (const { id, mode, when } of policy.rules) {
    if (mode === 'disabled' || !isOwn(id.slice(policy.name.length + 1))) continue
    const outcomes = sightings.outcomes.get(id)
    const matched = outcomes?.has('matched') === true || outcomes?.has('observed') === true
    count('rules', id, matched)
    if (when !== null) count('conditions', id, outcomes?.has('not-matched') === true)
  }
}

/** Every value of an enum param is a way in which the policy works. */
function countModes(policy: Policy, document: ResolvedDocument, isOwn: (param: string) => boolean, count: Count): void {
  for (const [name, param] of Object.entries(document.params ?? {})) {
    if (param.type !== 'enum' || !isOwn(name)) continue
    for (const value of param.values) count('modes', `${policy.name}: ${name} ${value}`, policy.params[name] === value)
  }
}

function edgesOf({ name, workflow }: ResolvedDocument): string[] {
  return Object.entries(workflow?.states ?? {}).flatMap(([from, { next }]) =>
    next.filter((to) => to !== from).map((to) => `${name}: ${from} → ${to}`),
  )
}

/** Coverage in lines: how much of each, then what is missing. */
export function coverageLines({ items, percent }: Coverage): string[] {
  const counted = groups.filter((group) => items[group].size > 0)
  const parts = counted.map((group) => {
    const covered = [...items[group].values()].filter((each) => each).length
    return `${covered} of ${items[group].size} ${words[group].some}`
  })
  const missing = counted.flatMap((group) => {
    const names = [...items[group]].filter(([, covered]) => !covered).map(([name]) => `  ${name}`)
    return names.length === 0 ? [] : [`${words[group].never}:`, ...names.sort()]
  })
  return [`Coverage ${percentText(percent)} %: ${parts.join(', ') || 'there is nothing to cover'}`, ...missing]
}

/** Rounded down, so that 100 means all. */
export const percentText = (percent: number): string => String(Math.floor(percent * 10) / 10)
