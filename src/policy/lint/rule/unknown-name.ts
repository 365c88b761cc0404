import { suggest } from '../../problems/suggest.ts'
import type { Check, LintContext, Reference } from '../context.ts'

const words: Record<Reference['what'], string> = {
  condition: 'condition',
  template: 'template',
  slot: 'memory slot',
  record: 'kind of record',
}

/** Conditions, templates, memory slots and kinds of record that nobody declares, and conditions that hold themselves. */
export const unknownName: Check = {
  code: 'unknown-name',
  run: (context) => [...undeclared(context), ...circles(context)],
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
