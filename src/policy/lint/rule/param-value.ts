import { readParam } from '../../compile/params.ts'
import type { Check } from '../context.ts'

/** Values of params that do not fit their type and limits. */
export const paramValue: Check = {
  code: 'param-value',
  run: ({ document, problem }) =>
    Object.entries(document.params ?? {}).flatMap(([name, param]) => {
      const read = readParam(param)
      return read.ok ? [] : [problem(['params', name, 'default'], `Cannot set the param "${name}": ${read.message}`)]
    }),
}
