import type { Json } from '../../../core/event.ts'
import { checkGlob } from '../../../core/operators/glob-match.ts'
import { checkPattern } from '../../../core/operators/text.ts'
import { kindOf } from './argument-type.ts'
import { type Check, type Finding, forRule, type LintContext } from '../context.ts'
import { entriesAt, writtenAt } from '../param-source.ts'
import type { Call } from '../visit.ts'

const controlCharacter = /\p{Cc}/u

/** Patterns that RE2 cannot run, and control characters in patterns, globs and commands. */
export const pattern: Check = {
  code: 'pattern',
  run: (context) =>
    context.calls.flatMap((call) => call.given.flatMap((value, index) => check(call, index, value, context))),
}

function check(call: Call, index: number, given: Json, { document, problem }: LintContext): Finding[] {
  const kind = kindOf(call.operator, index)
  const user = (param: string | null) => (param === null ? forRule(call.scope, call.path) : {})
  if (kind === 'pattern') {
    const { value, path, param } = writtenAt(given, call.at(index), document)
    const wrong = typeof value === 'string' ? checkPattern(value) : null
    return wrong === null ? [] : [problem(path, wrong, user(param))]
  }
  if (kind !== 'globs' && kind !== 'commands') return []
  return entriesAt(given, call.at(index), document).flatMap(({ value, path, param }) => {
    if (typeof value !== 'string' || isChecked(param, document)) return []
    const isEmpty = value.trim() === ''
    const wrong = kind === 'globs' ? checkGlob(value) : null
    if (wrong !== null) return [problem(path, wrong, user(param))]
    if (!isEmpty && !controlCharacter.test(value)) return []
    const what = isEmpty ? 'An empty text matches nothing' : 'This holds a control character'
    return [problem(path, `${what}: write it in single quotes as it should match`, user(param))]
  })
}

/** A list of globs or commands is a check of its own. */
function isChecked(name: string | null, { params }: LintContext['document']): boolean {
  const param = name === null ? undefined : params?.[name]
  return param?.type === 'list' && (param.of === 'glob' || param.of === 'command')
}
