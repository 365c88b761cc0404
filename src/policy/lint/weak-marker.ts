import type { Json } from '../../core/event.ts'
import type { Path } from '../tree.ts'
import { paramName } from '../write-out.ts'
import { kindOf } from './argument-type.ts'
import type { Check, Finding, LintContext } from './context.ts'

const shortest = 6

/** Markers that an agent writes without meaning them: short ones, and ordinary words. */
export const weakMarker: Check = {
  code: 'weak-marker',
  run: (context) => markersOf(context).flatMap(({ text, path }) => check(text, path, context)),
}

function check(text: string, path: Path, { problem }: LintContext): Finding[] {
  const marker = text.trim()
  const why =
    [...marker].length < shortest
      ? `has fewer than ${shortest} characters`
      : /^[\p{L}\p{M}\s.,!?]+$/u.test(marker)
        ? 'is made of ordinary words'
        : null
  if (why === null) return []
  const help = 'choose one that nobody writes by chance, such as ALL_TASKS_FINISHED'
  return [
    problem(path, `The marker "${text}" ${why}, so the agent will write it without meaning it: ${help}`, {
      severity: 'warning',
    }),
  ]
}

/** The texts that are looked for as markers, written there or as the value of a param. */
export function markersOf({ calls, document }: LintContext): { text: string; path: Path }[] {
  const found = calls.flatMap(({ operator, given, at }) =>
    given.flatMap((value, index) => {
      if (kindOf(operator, index) !== 'markers') return []
      const name = paramName(value)
      if (name === null) return textsOf(value, at(index))
      const params = document.params ?? {}
      return Object.hasOwn(params, name) ? textsOf(params[name]?.default ?? null, ['params', name, 'default']) : []
    }),
  )
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()]
}

function textsOf(value: Json, path: Path): { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) => (typeof item === 'string' ? [{ text: item, path: [...path, index] }] : []))
}
