import type { Moment } from '../decision.ts'
import type { Json } from '../event.ts'
import { compute, EvaluationError } from '../expression.ts'
import type { Expression, Rule, Text, TextOrExpression } from '../policy.ts'
import type { Workbench } from '../judging/workbench.ts'

const fallbackLength = 300

/**
 * The rendered text of a step. A text that cannot be made becomes the event's own data, so that a
 * typo in a template loses neither a refusal nor a record.
 */
export function renderText(bench: Workbench, step: string, text: Text, extra: object = {}): string {
  try {
    const { shown } = bench.moment
    const event = shown === undefined ? bench.scope.event : shownEvent(bench.scope.event, shown)
    const own = { ...bench.scope, event, params: bench.policy.shown, ...extra, ...given(bench, step, text, extra) }
    return text.render(own)
  } catch (error) {
    bench.trace.errors.push(explain(error, bench.rule, bench.moment))
    const { shown = (value: Json) => value } = bench.moment
    return `(${step}: its text could not be made) ${JSON.stringify(shown({ ...bench.event }))}`.slice(0, fallbackLength)
  }
}

/** Each field is looked through when a text first asks for it, and once for all that the text makes of it. */
function shownEvent(event: object, shown: (value: Json) => Json): object {
  const made = {}
  for (const name of Object.keys(event)) {
    let value: Json = null
    Object.defineProperty(made, name, { enumerable: true, get: () => (value ??= shown(Reflect.get(event, name))) })
  }
  return made
}

function given(bench: Workbench, step: string, text: Text, extra: object): Record<string, Json> {
  const entries = Object.entries(text.with)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      isText(value) ? renderText(bench, step, value, extra) : shownValue(bench, value, extra),
    ]),
  )
}

function shownValue(bench: Workbench, value: Expression, extra: object): Json {
  const computed = compute(value, { ...bench.scope, ...extra })
  return bench.moment.shown?.(computed) ?? computed
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
