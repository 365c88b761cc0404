import type { ResolvedDocument } from '../../policy/layers/resolve.ts'
import type { Policies } from '../../runtime/policies.ts'
import type { Sightings } from '../../rehearse/sightings.ts'
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
 * What the cases exercised of the given policies. `isOwn` leaves out what others wrote and test, by the rule or the
 * param of a document.
 */
export function coverageOf(runs: readonly Covered[], documents: readonly ResolvedDocument[], isOwn: IsOwn): Coverage {
  const items: Coverage['items'] = { rules: new Map(), conditions: new Map(), edges: new Map(), modes: new Map() }
  for (const document of documents.filter(({ mode }) => mode !== 'disabled')) {
    coverRules(document, runs, (rule) => isOwn(document, 'rules', rule), items)
    coverGates(document, runs, (rule) => isOwn(document, 'rules', rule), items.conditions)
    coverModes(document, runs, (param) => isOwn(document, 'params', param), items.modes)
    if (!isOwn(document, 'workflow', '')) continue
    for (const edge of edgesOf(document))
      cover(
        items.edges,
        edge,
        runs.some(({ sightings }) => sightings.edges.has(edge)),
      )
  }
  const all = groups.flatMap((group) => [...items[group].values()])
  const covered = all.filter((each) => each).length
  return { items, percent: all.length === 0 ? 100 : (covered / all.length) * 100 }
}

/** A policy that stands in several forms is covered if one of them is. */
function cover(names: Map<string, boolean>, name: string, covered: boolean): void {
  names.set(name, covered || names.get(name) === true)
}

function coverRules(
  { name, rules }: ResolvedDocument,
  runs: readonly Covered[],
  isOwn: (rule: string) => boolean,
  items: Coverage['items'],
): void {
  for (const { id, mode, when } of rules) {
    if (mode === 'disabled' || !isOwn(id)) continue
    const rule = `${name}/${id}`
    const has = (outcome: 'matched' | 'observed' | 'not-matched'): boolean =>
      runs.some(({ sightings }) => sightings.outcomes.get(rule)?.has(outcome))
    cover(items.rules, rule, has('matched') || has('observed'))
    if (when !== undefined) cover(items.conditions, rule, has('not-matched'))
  }
}

/** That a policy is active, and what its sections want, holds wherever a rule behind it was asked. */
function coverGates(
  { name, active, sections, rules }: ResolvedDocument,
  runs: readonly Covered[],
  isOwn: (rule: string) => boolean,
  conditions: Map<string, boolean>,
): void {
  const own = rules.filter(({ id, mode }) => mode !== 'disabled' && isOwn(id))
  const gates = Object.entries(sections ?? {}).flatMap(([section, { when }]) =>
    when !== undefined && own.some((rule) => rule.section === section) ? [`${name}, ${section}`] : [],
  )
  for (const gate of active === undefined || own.length === 0 ? gates : [name, ...gates])
    cover(
      conditions,
      gate,
      runs.some(({ sightings }) => sightings.closed.has(gate)),
    )
}

/** Every value of an enum param is a way in which the policy works. */
function coverModes(
  { name, params }: ResolvedDocument,
  runs: readonly Covered[],
  isOwn: (param: string) => boolean,
  modes: Map<string, boolean>,
): void {
  const inForce = runs.flatMap(({ policies }) => policies?.set.policies.filter((policy) => policy.name === name) ?? [])
  for (const [param, declared] of Object.entries(params ?? {})) {
    if (declared.type !== 'enum' || !isOwn(param)) continue
    for (const value of declared.values)
      cover(
        modes,
        `${name}: ${param} ${value}`,
        inForce.some((policy) => policy.params[param] === value),
      )
  }
}

function edgesOf({ name, workflow }: ResolvedDocument): string[] {
  return Object.entries(workflow?.states ?? {}).flatMap(([from, { next }]) =>
    next.filter((to) => to !== from).map((to) => `${name}: ${from} → ${to}`),
  )
}

const missingOf = (names: ReadonlyMap<string, boolean>): string[] =>
  [...names].flatMap(([name, covered]) => (covered ? [] : name)).sort()

/** What no case exercised, by what it is. */
export const untouched = ({ items }: Coverage): Record<Group, string[]> => ({
  rules: missingOf(items.rules),
  conditions: missingOf(items.conditions),
  edges: missingOf(items.edges),
  modes: missingOf(items.modes),
})

/** Coverage in lines: how much of each, then what is missing. */
export function coverageLines({ items, percent }: Coverage): string[] {
  const counted = groups.filter((group) => items[group].size > 0)
  const parts = counted.map((group) => {
    const covered = [...items[group].values()].filter((each) => each).length
    return `${covered} of ${items[group].size} ${words[group].some}`
  })
  const missing = counted.flatMap((group) => {
    const names = missingOf(items[group])
    return names.length === 0 ? [] : [`${words[group].never}:`, ...names.map((name) => `  ${name}`)]
  })
  return [`Coverage ${percentText(percent)} %: ${parts.join(', ') || 'there is nothing to cover'}`, ...missing]
}

/** Rounded down, so that 100 means all. */
export const percentText = (percent: number): string => String(Math.floor(percent * 10) / 10)
