import { suggest } from '../../problems/suggest.ts'
import type { Check } from '../context.ts'

/** Bare texts where a condition is wanted that are the name of none. */
export const conditionNameCheck: Check = {
  code: 'condition-name',
  run: ({ conditions, references, isBareName, problem }) =>
    references
      .filter(({ what, name, path }) => what === 'condition' && !Object.hasOwn(conditions, name) && isBareName(path))
      .map(({ name, path }) => {
        const hint = suggest(name, Object.keys(conditions))
        const help = hint || '; declare it under conditions, or write an operator, such as { var: event.empty }'
        return problem(path, `A text is the name of a condition here, and there is no condition "${name}"${help}`)
      }),
}
