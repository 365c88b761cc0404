import { type Check, forRule } from '../context.ts'
import { readVariable } from '../scope.ts'

/** Variables that do not exist for every event of the rule that reads them. */
export const unknownVariable: Check = {
  code: 'unknown-variable',
  run: ({ calls, declared, problem }) =>
    calls
      .filter(({ operator }) => operator === 'var')
      .flatMap(({ given: [path], at, scope, ...call }) => {
        if (typeof path !== 'string')
          return [problem(call.path, 'The operator "var" wants a path in plain text, such as event.text')]
        if (path === '')
          return [
            problem(at(0), 'The operator "var" wants a path, such as event.text; items of lists cannot be read here'),
          ]
        const read = readVariable(path, scope, declared)
        return read.ok ? [] : [problem(at(0), `Cannot read ${path}: ${read.message}`, forRule(scope, at(0)))]
      }),
}
