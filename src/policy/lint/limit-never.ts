import { mostMatches } from '../limit-slots.ts'
import type { Check } from './context.ts'
import { writtenAt } from './param-source.ts'

/** Counts of equal matches that can never come so far, since no more are kept. */
export const limitNever: Check = {
  code: 'limit-never',
  run: ({ document, problem }) =>
    document.rules.flatMap(({ limit }, index) => {
      if (limit?.of === undefined || limit.same === undefined) return []
      const { value, path } = writtenAt(limit.of, ['rules', index, 'limit', 'of'], document)
      if (typeof value !== 'number' || value <= mostMatches) return []
      const message = `This is never reached: of equal matches the last ${mostMatches} are kept`
      return [problem(path, message, { severity: 'warning' })]
    }),
}
