import { memory } from '../../core/vocabulary.ts'
import { listNames } from '../suggest.ts'
import type { Check } from './context.ts'

/** Operations that a kind of memory does not have. */
export const memoryOperation: Check = {
  code: 'memory-operation',
  run: ({ document, references, problem }) =>
    references.flatMap(({ what, name, path }) => {
      const slot = what === 'slot' ? document.memory?.[name] : undefined
      if (!slot) return []
      const operation = String(path.findLast((key, index) => index < path.length - 1 && typeof key === 'string'))
      const taken: readonly string[] = memory[slot.kind]
      if (taken.includes(operation)) return []
      const allowed =
        taken.length === 0 ? 'it can only be read' : `allowed ${taken.length === 1 ? 'is' : 'are'} ${listNames(taken)}`
      return [
        problem(path, `The slot "${name}" is a ${slot.kind} and has no "${operation}": ${allowed}`, { key: true }),
      ]
    }),
}
