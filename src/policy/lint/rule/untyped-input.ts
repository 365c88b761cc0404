import { type Check, forRule } from '../context.ts'

/** Parts of a tool's own input cannot be checked here. */
export const untypedInput: Check = {
  code: 'untyped-input',
  run: ({ calls, problem }) =>
    calls
      .filter(({ operator, given }) => operator === 'var' && String(given[0]).startsWith('event.input.'))
      .map(({ given, at, scope }) =>
        problem(at(0), `${given[0]} depends on the tool and cannot be checked`, {
          ...forRule(scope, at(0)),
          severity: 'note',
        }),
      ),
}
