import type { RuleDocument } from '../schema/rule.ts'
import type { Check } from './context.ts'

/** Ends that progress should hold off. */
const withoutProgress: readonly string[] = ['no-progress', 'repeating']

/** Counts that end a run for want of progress and that nothing begins anew, so that a long honest night ends by them. */
export const limitForgets: Check = {
  code: 'limit-forgets',
  run: ({ document, problem }) =>
    document.rules.flatMap((rule, index) => {
      const { limit } = rule
      if (limit?.of === undefined || limit.clears !== undefined || limit.within !== undefined) return []
      const reason = reasonOf(rule)
      if (reason === null || !withoutProgress.includes(reason)) return []
      const message = `Nothing begins this count anew, so that a run with progress ends as ${reason} too: add clears: progress`
      return [problem(['rules', index, 'limit'], message, { key: true, severity: 'warning' })]
    }),
}

const reasonOf = ({ then }: RuleDocument): string | null =>
  then.flatMap((step) => (typeof step === 'object' && 'stop' in step ? [step.stop.reason] : []))[0] ?? null
