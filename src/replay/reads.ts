import type { Json } from '../core/event.ts'
import type { Policy, PolicySet } from '../core/policy.ts'

/** The variables that a rule may read, as dotted paths. */
export interface Reads {
  /** By its condition, with those behind the facts that it names. */
  when: ReadonlySet<string>
  /** By its steps and their texts. */
  steps: ReadonlySet<string>
}

/** What a rule of a set may read, with its policy; null for a rule that the set does not have. */
export type ReadsOf = (set: PolicySet, rule: string) => (Reads & { policy: Policy }) | null

/** Works out what rules, and the gates before them, read, once for each set. */
export function createReads(): ReadsOf {
  const known = new WeakMap<PolicySet, Map<string, Reads & { policy: Policy }>>()
  return (set, rule) => {
    const indexed = known.get(set) ?? index(set)
    known.set(set, indexed)
    return indexed.get(rule) ?? null
  }
}

function index({ policies }: PolicySet): Map<string, Reads & { policy: Policy }> {
  const entries = policies.flatMap((policy) => {
    const parts = policy.rules.flatMap(({ id, gates, when, steps }) => [
      ...gates.map((gate) => ({ id: gate.id, when: gate.when, steps: null })),
      { id, when: [gates.map((gate) => gate.when), when], steps },
    ])
    return parts.map(({ id, when, steps }): [string, Reads & { policy: Policy }] => [
      id,
      { policy, when: withFacts(policy, variablesIn(when)), steps: withFacts(policy, variablesIn(steps)) },
    ])
  })
  return new Map(entries)
}

/** All `{ var: path }` in a value, and all paths in its texts. */
function variablesIn(value: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return
    for (const [key, inner] of Object.entries(each)) {
      if (key === 'var' && typeof inner === 'string') found.add(inner)
      else if (key === 'fromEvent' && inner === true) found.add('event')
      else if (key === 'source' && typeof inner === 'string') for (const path of pathsIn(inner)) found.add(path)
      else visit(inner)
    }
  }
  visit(value)
  return found
}

const pathsIn = (template: string): string[] => template.match(/\b(?:event|memory|facts|session)\.[\w.]+/g) ?? []

function withFacts(policy: Policy, paths: Set<string>): Set<string> {
  for (const path of [...paths]) {
    const [root, name = ''] = path.split('.')
    const fact = root === 'facts' ? policy.facts[name] : undefined
    if (fact !== undefined) for (const behind of variablesIn(fact.arguments)) paths.add(behind)
  }
  return paths
}

/** True if one of the paths is the value, a part of it, or what it is a part of. */
export function readsAny(paths: ReadonlySet<string>, value: string): boolean {
  return paths.has(value) || [...paths].some((path) => path.startsWith(`${value}.`) || value.startsWith(`${path}.`))
}

/** A fact's declaration with the values of its params: equal texts ask the same. */
export function factMeaning(policy: Policy, name: string): string | null {
  const fact = policy.facts[name]
  if (fact === undefined) return null
  return JSON.stringify([fact.source, withParams(fact.arguments, policy.params)])
}

function withParams(value: Json, params: Record<string, Json>): Json {
  if (Array.isArray(value)) return value.map((each) => withParams(each, params))
  if (typeof value !== 'object' || value === null) return value
  const path = value['var']
  if (typeof path === 'string' && path.startsWith('params.')) return params[path.slice('params.'.length)] ?? null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withParams(each, params)]))
}
