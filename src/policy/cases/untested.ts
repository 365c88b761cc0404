import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { Source } from '../source.ts'
import { listNames } from '../problems/suggest.ts'
import { child, type MapTree, type Place, placeOf, spanOfKey, spanOfValue, type Tree } from '../yaml/tree.ts'

/** A policy without errors, with the places where everything was written. */
export interface CheckedPolicy {
  document: ResolvedDocument
  tree: MapTree
}

/** What cases exercise, by their golden files. */
export interface Exercised {
  /** As `policy/rule`. */
  rules: ReadonlySet<string>
  /** How many cases have no golden file, so that nobody knows what they exercise. */
  unwritten: number
}

interface OwnRules {
  policy: CheckedPolicy
  /** Ids of rules by the place that wrote or changed them; what a workflow becomes has one place. */
  rules: { id: string; place: Place }[]
}

/** The names, as `policy/rule`, of the rules that matched, or in observe would have, in the text of a golden file. */
export function rulesInGolden(golden: string): string[] {
  const lists = golden.matchAll(/^ {2}rules:\n((?: {4,}.*\n?)+)/gm)
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/^ {4}- "?([\w-]+\/[\w-]+)(?=["\s]|$)/gm)].flatMap(([, name]) => name ?? []),
  )
}

/**
 * Rules of these sources that no case exercises, of policies that some case does: who tests a policy wants to hear
 * of what was forgotten, who does not wants no list of all of it.
 */
export function untestedRules(
  policies: readonly CheckedPolicy[],
  sources: readonly Source[],
  { rules: exercised }: Exercised,
): Problem[] {
  return ownRules(policies, sources)
    .filter(({ policy }) => isExercised(policy, exercised))
    .flatMap(({ policy, rules }) => untestedOf(policy.document.name, rules, exercised))
}

/** Policies of these sources with rules of their own, no one of which a case exercises. Without cases one finding is enough. */
export function untestedPolicies(
  policies: readonly CheckedPolicy[],
  sources: readonly Source[],
  { rules: exercised, unwritten }: Exercised,
): Problem[] {
  const found = ownRules(policies, sources).filter(
    ({ policy, rules }) => rules.length > 0 && !isExercised(policy, exercised),
  )
  const help =
    unwritten === 0
      ? 'write a case in .opencode/policies/tests, then run: npx opencode-diverter test -u'
      : `${unwritten === 1 ? 'one case has' : `${unwritten} cases have`} no golden file yet: run npx opencode-diverter test -u`
  return found.slice(0, exercised.size === 0 ? 1 : found.length).map(({ policy, rules }) => {
    const what = exercised.size === 0 ? 'There is no case that exercises a rule' : 'No case exercises this policy'
    const name = placeOf(spanOfKey(policy.tree, ['name']))
    const isOwn = sources.some((source) => source.name === name.file)
    return problemAt(isOwn ? name : (rules[0]?.place ?? name), 'untested-policy', `${what}: ${help}`, 'note')
  })
}

function untestedOf(policy: string, rules: OwnRules['rules'], exercised: ReadonlySet<string>): Problem[] {
  const byPlace = new Map<string, { place: Place; ids: string[] }>()
  for (const { id, place } of rules) {
    if (exercised.has(`${policy}/${id}`)) continue
    const key = JSON.stringify(place)
    byPlace.set(key, { place, ids: [...(byPlace.get(key)?.ids ?? []), id] })
  }
  return [...byPlace.values()].map(({ place, ids }) => {
    const what = ids.length === 1 ? `rule "${ids[0]}"` : `the rules ${listNames(ids)}`
    const help = `write one in which ${ids.length === 1 ? 'it matches' : 'they match'}, then run: npx opencode-diverter test -u`
    return problemAt(place, 'untested-rule', `No case exercises ${what}: ${help}`, 'warning')
  })
}

function isExercised({ document }: CheckedPolicy, exercised: ReadonlySet<string>): boolean {
  return document.rules.some(({ id }) => exercised.has(`${document.name}/${id}`))
}

/** The rules that these sources write or change, and that can match. */
function ownRules(policies: readonly CheckedPolicy[], sources: readonly Source[]): OwnRules[] {
  // Of a file outside the project other cases know, which may be about another policy of that name.
  const names = new Set(sources.map(({ name }) => name).filter((name) => !/^(?:[a-z]{2,}:|\.\.[/\\]|[/\\])/.test(name)))
  return policies
    .filter(({ document }) => document.mode !== 'disabled')
    .map((policy) => ({
      policy,
      rules: policy.document.rules.flatMap(({ id, mode }, index) => {
        const tree = child(child(policy.tree, 'rules'), index)
        const own = mode === 'disabled' || tree === null ? null : ownPart(tree, names)
        if (own === null) return []
        const whole = placeOf(spanOfValue(policy.tree, ['rules', index, 'id']))
        return [{ id, place: names.has(whole.file) ? whole : own }]
      }),
    }))
}

/** Where one of these files first says something about a rule; null if none does. */
function ownPart(tree: Tree, names: ReadonlySet<string>): Place | null {
  if (names.has(tree.at.lines.name)) return placeOf(tree.at)
  const parts = tree.kind === 'map' ? [...tree.entries.values()].map(({ value }) => value) : []
  for (const part of tree.kind === 'list' ? tree.items : parts) {
    const place = ownPart(part, names)
    if (place !== null) return place
  }
  return null
}
