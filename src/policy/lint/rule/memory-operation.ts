import type { Json } from '../../../core/event.ts'
import { memory } from '../../../core/vocabulary.ts'
import { listNames } from '../../problems/suggest.ts'
import type { Path } from '../../yaml/tree.ts'
import { callOf } from '../certain.ts'
import type { Check, LintContext } from '../context.ts'

/** Operations that a kind of memory does not have. */
export const memoryOperation: Check = {
  code: 'memory-operation',
  run: ({ document, references, problem }) =>
    references.flatMap(({ what, name, path }) => {
      const slot = what === 'slot' ? document.memory?.[name] : undefined
      if (!slot) return []
      const operation = String(path.findLast((key, index) => index < path.length - 1 && typeof key === 'string'))
      const taken: readonly string[] = memory[slot.kind]
      if (taken.includes(operation)) {
        const never = slot.kind === 'enum' && slot.values ? neverSet(valueSet(document, path, name), slot.values) : null
        return never === null
          ? []
          : [
              problem(
                path,
                `The slot "${name}" is an enum and never "${never}": allowed are ${listNames(slot.values ?? [])}`,
              ),
            ]
      }
      const allowed =
        taken.length === 0 ? 'it can only be read' : `allowed ${taken.length === 1 ? 'is' : 'are'} ${listNames(taken)}`
      return [
        problem(path, `The slot "${name}" is a ${slot.kind} and has no "${operation}": ${allowed}`, { key: true }),
      ]
    }),
}

/** A text that may be set and that the enum does not have. */
function neverSet(value: Json, values: readonly string[]): string | null {
  if (typeof value === 'string') return values.includes(value) ? null : value
  const [operator, given] = callOf(value)
  if (operator !== 'if') return null
  const branches = given.filter((_, index) => index % 2 === 1 || index === given.length - 1)
  return branches.map((branch) => neverSet(branch, values)).find((each) => each !== null) ?? null
}

/** What a step sets the slot at a path to. */
function valueSet({ rules }: LintContext['document'], [, rule, , place]: Path, slot: string): Json {
  const step = rules[Number(rule)]?.then[Number(place)]
  return typeof step === 'object' && 'set' in step ? (step.set[slot] ?? null) : null
}
