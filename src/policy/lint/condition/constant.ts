import type { Json } from '../../../core/event.ts'
import { readClock } from '../../../core/operators/time/time.ts'
import { readDuration, readParam } from '../../compile/params.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import { isByKind } from '../../compile/limit-form.ts'
import type { LimitDocument } from '../../schema/limit.ts'
import type { Path } from '../../yaml/tree.ts'
import { isMap, paramName } from '../../write-out.ts'
import type { Check, Finding, LintContext } from '../context.ts'
import { writtenAt } from '../param-source.ts'

/** Places that are settled when the policy is loaded: they take a literal or a param, of the right type. */
export const constant: Check = {
  code: 'constant',
  run: (context) => [
    ...Object.entries(context.document.memory ?? {}).flatMap(([name, { initial, span }]) => [
      ...settled(initial, ['memory', name, 'initial'], null, context),
      ...settled(span, ['memory', name, 'span'], 'duration', context),
      ...tooSmall(span, ['memory', name, 'span'], 'the window would keep nothing', context),
    ]),
    ...Object.entries(context.document.records ?? {}).flatMap(([name, { cooldown, max }]) => [
      ...settled(cooldown, ['records', name, 'cooldown'], 'duration', context),
      ...settled(max, ['records', name, 'max'], 'integer', context),
      ...tooSmall(max, ['records', name, 'max'], 'nothing would be written down', context),
    ]),
    ...context.document.rules.flatMap(({ limit }, rule) =>
      limit === undefined ? [] : ofLimit(limit, ['rules', rule, 'limit'], context),
    ),
    ...context.document.rules.flatMap(({ then }, rule) =>
      then.flatMap((step, place) =>
        typeof step === 'object' && 'ask' in step
          ? tooSmall(step.ask.for, ['rules', rule, 'then', place, 'ask', 'for'], 'nobody could answer', context)
          : [],
      ),
    ),
  ],
}

function ofLimit(limit: LimitDocument, path: Path, context: LintContext): Finding[] {
  const { time, until, cost, prompts, tokens, within, silence } = limit
  const spans = isByKind(silence)
    ? Object.entries(silence).map(([name, value]) => [value, ['silence', name]] as const)
    : [[silence, ['silence']] as const]
  return [
    ...settled(time ?? undefined, [...path, 'time'], 'duration', context),
    ...settled(until ?? undefined, [...path, 'until'], 'time', context),
    ...settled(within, [...path, 'within'], 'duration', context),
    ...tooSmall(within, [...path, 'within'], 'nothing would be counted', context),
    ...Object.entries({ cost, prompts, tokens }).flatMap(([name, value]) =>
      settled(value ?? undefined, [...path, name], 'number', context),
    ),
    ...spans.flatMap(([value, keys]) => settled(value ?? undefined, [...path, ...keys], 'duration', context)),
  ]
}

/** Of no use is a length of time or a number that is not above zero. */
function tooSmall(given: Json | undefined, at: Path, why: string, { document, problem }: LintContext): Finding[] {
  const { value, path, param } = writtenAt(given ?? null, at, document)
  const declared = param === null ? undefined : document.params?.[param]
  // What the param itself does not take is told there.
  if (declared !== undefined && !readParam(declared).ok) return []
  const span = typeof value === 'string' ? readDuration(value) : null
  const amount = span?.ok ? span.value : value
  if (typeof amount !== 'number' || amount > 0) return []
  const name = param === null ? '' : ` as the param "${param}"`
  return [problem(path, `Cannot use ${JSON.stringify(value)}${name}: ${why}; more than zero is wanted`)]
}

function settled(
  value: Json | undefined,
  path: Path,
  wanted: 'duration' | 'integer' | 'number' | 'time' | null,
  { document, problem }: LintContext,
): Finding[] {
  if (value === undefined) return []
  const name = paramName(value)
  if (name !== null) {
    const params = document.params ?? {}
    const param = Object.hasOwn(params, name) ? params[name] : undefined
    if (!param)
      return [
        problem(
          [...path, 'var'],
          `There is no param "${name}"${suggest(name, Object.keys(params)) || `; there are ${listNames(Object.keys(params))}`}`,
        ),
      ]
    return wanted === null || param.type === wanted || (wanted === 'number' && param.type === 'integer')
      ? []
      : [problem([...path, 'var'], `The param "${name}" is no ${wanted}, which is wanted here`)]
  }
  if (isMap(value))
    return wanted === null
      ? []
      : [problem(path, 'This is settled when the policy is loaded: write a literal or { var: params.name }')]
  if (wanted === 'number')
    return typeof value === 'number' ? [] : [problem(path, `Cannot use ${JSON.stringify(value)}: a number is wanted`)]
  if (wanted === 'integer')
    return typeof value === 'number' && Number.isInteger(value)
      ? []
      : [problem(path, `Cannot use ${JSON.stringify(value)}: a whole number is wanted`)]
  if (wanted === 'time')
    return typeof value === 'string' && readClock(value) !== null
      ? []
      : [problem(path, `Cannot use ${JSON.stringify(value)}: a time of day is wanted, such as "07:00"`)]
  const read = wanted === 'duration' ? readDuration(value) : null
  return read && !read.ok ? [problem(path, `Cannot use this span: ${read.message}`)] : []
}
