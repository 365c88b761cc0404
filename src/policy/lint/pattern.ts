import type { Json } from '../../core/event.ts'
import { checkPattern } from '../../core/operators/text.ts'
import { paramName } from '../write-out.ts'
import { kindOf } from './argument-type.ts'
import { type Check, type Finding, forRule, type LintContext } from './context.ts'
import type { Call } from './visit.ts'

const controlCharacter = /\p{Cc}/u

/** Patterns that RE2 cannot run, and control characters in patterns, globs and commands. */
export const pattern: Check = {
  code: 'pattern',
  run: (context) =>
    context.calls.flatMap((call) => call.given.flatMap((value, index) => written(call, index, value, context))),
}

function written(call: Call, index: number, value: Json, context: LintContext): Finding[] {
  const kind = kindOf(call.operator, index)
  const { problem } = context
  const suffix = forRule(call.scope, call.path)
  if (kind === 'pattern') {
    const source = patternText(value, context)
    const wrong = source === null ? null : checkPattern(source)
    return wrong === null ? [] : [problem(call.at(index), `${wrong}${suffix}`)]
  }
  if (kind !== 'globs' && kind !== 'commands') return []
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((item, place) =>
    typeof item === 'string' && (controlCharacter.test(item) || item.trim() === '')
      ? [
          problem(
            [...call.at(index), ...(Array.isArray(value) ? [place] : [])],
            `${item.trim() === '' ? 'An empty text matches nothing' : 'This holds a control character'}: write it in single quotes as it should match${suffix}`,
          ),
        ]
      : [],
  )
}

/** A pattern as it is written, or as the param says that it is read from. */
export function patternText(value: Json, { document }: LintContext): string | null {
  if (typeof value === 'string') return value
  const name = paramName(value)
  const given = name === null ? null : (document.params?.[name]?.default ?? null)
  return typeof given === 'string' ? given : null
}
