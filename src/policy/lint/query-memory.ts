import { events } from '../../core/vocabulary.ts'
import type { Check } from './context.ts'

/** Steps that change memory or the run. */
export const changing: readonly string[] = [
  'set',
  'add',
  'push',
  'put',
  'remove',
  'clear',
  'arm',
  'reset',
  'pause',
  'stop',
  'record',
  'close',
  'schedule',
  'cancel',
  'archive',
]

/** Events that are asked again and again may change nothing. */
export const queryMemory: Check = {
  code: 'query-memory',
  run: ({ document, problem }) =>
    document.rules.flatMap((rule, index) => {
      const query = rule.events.find((event) => 'query' in events[event])
      if (query === undefined) return []
      return rule.then.flatMap((step, at) => {
        const name = typeof step === 'string' ? step : (Object.keys(step)[0] ?? '')
        const path = typeof step === 'string' ? ['rules', index, 'then', at] : ['rules', index, 'then', at, name]
        return changing.includes(name)
          ? [
              problem(
                path,
                `${query} is asked at every step and may change nothing: move "${name}" to a rule on another event`,
                { key: true },
              ),
            ]
          : []
      })
    }),
}
