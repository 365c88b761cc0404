import type { Json } from '../../core/event.ts'
import type { Count, Limit } from '../../core/limits/limit.ts'
import type { Step } from '../../core/policy.ts'
import { textJson } from './step.ts'
import type { TextCompiler } from './text.ts'
import type { ConstantReader } from './constants.ts'
import { endsRun, isByKind, isCounted, isLookedAtAnywhere } from './limit-form.ts'
import type { LimitDocument } from '../schema/limit.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { Path } from '../yaml/tree.ts'
import { paramName } from '../write-out.ts'

/** A limit ready to be looked at. */
export function compileLimit(
  rule: RuleDocument,
  given: LimitDocument,
  path: Path,
  constants: ConstantReader,
  compiler: TextCompiler,
): Limit {
  const { time, until, cost, prompts, tokens, silence } = given
  const span = (value: Json | undefined, ...key: string[]): number | null => {
    if (value === undefined || value === null) return null
    if (paramName(value) === null) return constants.duration(value, [...path, ...key])
    const settled = constants.value(value, [...path, ...key])
    return typeof settled === 'number' ? settled : null
  }
  const settled = (value: Json | undefined, key: string): Json =>
    value === undefined ? null : constants.value(value, [...path, key])
  const number = (value: Json | undefined, key: string): number | null => {
    const found = settled(value, key)
    return typeof found === 'number' ? found : null
  }
  const clock = settled(until, 'until')
  return {
    count: isCounted(given) ? compileCount(given, path, compiler) : null,
    endsRun: !endsRun(given) ? null : isLookedAtAnywhere(rule.events) ? 'anywhere' : 'expired',
    time: span(time, 'time'),
    until: typeof clock === 'string' ? clock : null,
    cost: number(cost, 'cost'),
    prompts: number(prompts, 'prompts'),
    tokens: number(tokens, 'tokens'),
    silence: isByKind(silence)
      ? { model: span(silence.model, 'silence', 'model'), tool: span(silence.tool, 'silence', 'tool') }
      : silence === undefined
        ? null
        : { model: span(silence, 'silence'), tool: span(silence, 'silence') },
  }
}

/** What is done when a run has nearly used up what it may: the person hears it, once a run. */
export function compileWarning({ id, limit }: RuleDocument, path: Path, compiler: TextCompiler): Step[] {
  if (limit?.warn === undefined || !endsRun(limit)) return []
  const text = compiler.text(textJson(limit.warn), [...path, 'limit', 'warn'])
  return [
    { do: 'set', slots: { [id]: true } },
    { do: 'notify', text, level: 'warning' },
  ]
}

function compileCount({ of, first, same, clears }: LimitDocument, path: Path, { expression }: TextCompiler): Count {
  const bound = of === undefined ? expression(first ?? null, [...path, 'first']) : expression(of, [...path, 'of'])
  return {
    acts: of === undefined ? 'up-to' : 'from',
    bound,
    same: same === undefined ? null : expression(same, [...path, 'same']),
    otherwise: [clears ?? []].flat().includes('otherwise'),
  }
}
