import type { Check } from '../context.ts'

/** `runs` is true if any part of a command line matches: enough to refuse, never enough to allow. */
export const runsInAllow: Check = {
  code: 'runs-in-allow',
  run: ({ document, calls, problem }) => {
    const allowing = new Set(document.rules.filter(({ then }) => then.includes('allow')).map(({ id }) => id))
    return calls
      .filter(
        ({ operator, scope, negated }) =>
          operator === 'runs' && !negated && scope.rule !== null && allowing.has(scope.rule),
      )
      .map(({ path, scope }) =>
        problem(
          [...path, 'runs'],
          `"runs" matches if any part of the command does; to allow use "runsOnly" (in rule "${scope.rule}")`,
          { key: true },
        ),
      )
  },
}
