import type { Moment } from './decision.ts'
import type { Json } from './event.ts'
import { compute, EvaluationError } from './expression.ts'
import type { Expression, Rule, Text, TextOrExpression } from './policy.ts'
import type { Workbench } from './workbench.ts'

const fallbackLength = 300

/**
 * The rendered text of a step. A text that cannot be made becomes the event's own data, so that a
 * typo in a template loses neither a refusal nor a record.
 */
export function renderText(bench: Workbench, step: string, text: Text, extra: object = {}): string {
  try {
    return text.render({ ...bench.scope, params: bench.policy.shown, ...extra, ...given(bench, step, text, extra) })
  } catch (error) {
    bench.trace.errors.push(explain(error, bench.rule, bench.moment))
    return `(${step}: its text could not be made) ${JSON.stringify(bench.event)}`.slice(0, fallbackLength)
  }
}

function given(bench: Workbench, step: string, text: Text, extra: object): Record<string, Json> {
  const entries = Object.entries(text.with)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      isText(value) ? renderText(bench, step, value, extra) : compute(value, { ...bench.scope, ...extra }),
    ]),
  )
}

/** The value of a field that takes a text or an expression. */
export function fieldValue(bench: Workbench, step: string, field: TextOrExpression | undefined): Json {
  if (field === undefined) return null
  return isText(field) ? renderText(bench, step, field) : compute(field.expression, bench.scope)
}

function isText(value: Expression | Text | TextOrExpression): value is Text {
  return typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function'
}

/** Why a rule could not do something, in words; a fault inside is handed to the moment, which keeps it whole. */
export function explain(error: unknown, rule: Pick<Rule, 'id'>, { fault }: Moment): string {
  const isDeclared = error instanceof EvaluationError && error.cause === undefined
  if (fault !== undefined && !isDeclared) return fault(`the rule ${rule.id}`, error)
  return error instanceof Error ? error.message : String(error)
}
