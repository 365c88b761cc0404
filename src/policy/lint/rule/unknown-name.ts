import { nearest, suggest } from '../../problems/suggest.ts'
import type { Path } from '../../yaml/tree.ts'
import { variable } from '../certain.ts'
import type { Check, Finding, LintContext, Reference } from '../context.ts'
import type { Call } from '../visit.ts'

const words: Record<Reference['what'], string> = {
  condition: 'condition',
  template: 'template',
  slot: 'memory slot',
  record: 'kind of record',
}

/** Conditions, templates, memory slots and kinds of record that nobody declares, and conditions that hold themselves. */
export const unknownName: Check = {
  code: 'unknown-name',
  run: (context) => [...undeclared(context), ...askedKinds(context), ...unheard(context), ...circles(context)],
}

function undeclared({ document, references, isBareName, problem }: LintContext) {
  const declared: Record<Reference['what'], object> = {
    condition: document.conditions ?? {},
    template: document.templates ?? {},
    slot: document.memory ?? {},
    record: document.records ?? {},
  }
  return references
    .filter(({ what, name, path }) => !Object.hasOwn(declared[what], name) && !isBareName(path))
    .map(({ what, name, path }) => {
      const hint = suggest(name, Object.keys(declared[what]))
      return problem(path, `There is no ${words[what]} "${name}"${hint || `; declare it under ${sections[what]}`}`, {
        key: what === 'slot',
      })
    })
}

/** Facts that ask for a kind which this policy has under a name almost the same; others may be of another policy. */
function askedKinds({ document, problem }: LintContext): Finding[] {
  const kinds = Object.keys(document.records ?? {})
  return Object.entries(document.facts ?? {}).flatMap(([name, fact]) => {
    const kind = 'records' in fact ? fact.records['kind'] : undefined
    if (typeof kind !== 'string' || kinds.includes(kind) || nearest(kind, kinds) === null) return []
    const path = ['facts', name, 'records', 'kind']
    return [problem(path, `There is no kind of record "${kind}" here${suggest(kind, kinds)}`, { severity: 'warning' })]
  })
}

/**
 * Names of commands and of actions that nobody declares, where the nearest of this policy is heard by no rule. Others
 * may be of another policy.
 */
function unheard({ document, calls, problem }: LintContext): Finding[] {
  const commands = document.commands ?? {}
  const actions = Object.values(commands).flatMap(({ actions = [] }) => actions)
  const declared = { 'event.name': Object.keys(commands), 'event.action': actions }
  return Object.entries(declared).flatMap(([path, names]) => {
    const compared = calls
      .filter(({ scope }) => scope.events?.every((type) => type === 'command.run'))
      .flatMap((call) => comparedWith(path, call))
    const free = names.filter((name) => !compared.some(({ word }) => word === name))
    return compared.flatMap(({ word, at }) => {
      if (names.includes(word) || nearest(word, free) === null) return []
      const what = path === 'event.name' ? 'command' : 'action'
      return [problem(at, `No ${what} is called "${word}"${suggest(word, free)}`, { severity: 'warning' })]
    })
  })
}

/** The words that a call compares a variable with. */
function comparedWith(path: string, { operator, given, at }: Call): { word: string; at: Path }[] {
  if (!['===', '!==', 'in'].includes(operator) || !given.some((each) => variable(each).includes(path))) return []
  return given.flatMap((each, place) =>
    [each]
      .flat()
      .flatMap((word, index) =>
        typeof word === 'string' ? [{ word, at: Array.isArray(each) ? [...at(place), index] : at(place) }] : [],
      ),
  )
}

const sections: Record<Reference['what'], string> = {
  condition: 'conditions',
  template: 'templates',
  slot: 'memory',
  record: 'records',
}

function circles({ conditions, problem }: LintContext) {
  return Object.keys(conditions)
    .filter((name) => reaches(name, name, conditions, new Set()))
    .map((name) =>
      problem(['conditions', name], `The condition "${name}" uses itself: break the circle`, { key: true }),
    )
}

function reaches(from: string, wanted: string, conditions: LintContext['conditions'], seen: Set<string>): boolean {
  const names = [...JSON.stringify(conditions[from] ?? null).matchAll(/\{"cond":"([^"]+)"\}/g)].map(
    ([, name]) => name ?? '',
  )
  return names.some((name) => {
    if (name === wanted) return true
    if (seen.has(name)) return false
    seen.add(name)
    return reaches(name, wanted, conditions, seen)
  })
}
