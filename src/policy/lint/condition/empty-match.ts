import { checkPattern, matches } from '../../../core/operators/text.ts'
import { kindOf } from './argument-type.ts'
import { type Check, forRule } from '../context.ts'
import { writtenAt } from '../param-source.ts'

/** Two texts that have nothing in common, not even a character: what finds both finds everything. */
const unlike = ['', '\ue000']

/** Patterns that find the empty text, and with it every other one. */
export const emptyMatch: Check = {
  code: 'empty-match',
  run: (context) =>
    context.calls.flatMap(({ operator, given, at, scope, path }) =>
      given.flatMap((value, index) => {
        const written = writtenAt(value, at(index), context.document)
        const pattern = kindOf(operator, index) === 'pattern' ? written.value : null
        if (
          typeof pattern !== 'string' ||
          checkPattern(pattern) !== null ||
          !unlike.every((text) => matches(text, pattern))
        )
          return []
        const message = `The pattern also matches nothing at all, so it finds every text: write what must be there, with + instead of *`
        const user = written.param === null ? forRule(scope, path) : {}
        return [context.problem(written.path, message, { ...user, severity: 'warning' })]
      }),
    ),
}
