import type { Check, LintContext } from '../context.ts'
import { typeOf } from '../type-of.ts'
import type { Call } from '../visit.ts'

/** `runs` is true if any part of a command line matches, `glob` if one of the paths does: enough to refuse, never enough to allow. */
export const runsInAllow: Check = {
  code: 'runs-in-allow',
  run: (context) => {
    const allowing = new Set(context.document.rules.filter(({ then }) => then.includes('allow')).map(({ id }) => id))
    return context.calls
      .filter(({ scope, negated }) => !negated && scope.rule !== null && allowing.has(scope.rule))
      .flatMap((call) => {
        const help = helpFor(call, context)
        const path = [...call.path, call.operator]
        return help === null ? [] : [context.problem(path, help, { key: true, rule: call.scope.rule })]
      })
  },
}

function helpFor({ operator, given, scope, certain }: Call, { declared }: LintContext): string | null {
  if (operator === 'runs') return '"runs" matches if any part of the command does; to allow use "runsOnly"'
  const isOfSome = operator === 'glob' && typeOf(given[0] ?? null, scope, declared, certain).base === 'list'
  return isOfSome ? '"glob" matches if one of the paths does; to allow use "globOnly"' : null
}
