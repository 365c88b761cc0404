import type { Path } from '../../yaml/tree.ts'
import { kindOf } from '../condition/argument-type.ts'
import type { Check, Finding, LintContext } from '../context.ts'
import { entriesAt } from '../param-source.ts'

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
    given.flatMap((value, index) =>
      kindOf(operator, index) === 'markers'
        ? entriesAt(value, at(index), document).flatMap((each) =>
            typeof each.value === 'string' ? [{ text: each.value, path: each.path }] : [],
          )
        : [],
    ),
  )
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()]
}
