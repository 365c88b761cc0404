import type { Json } from '../../core/event.ts'
import { stepSpec } from '../../core/vocabulary.ts'
import { paramName } from '../write-out.ts'
import type { Check, LintContext } from './context.ts'
import { markersOf } from './weak-marker.ts'

/** With `anywhere` an agent that repeats what it was told has said the marker. */
export const markerInPrompt: Check = {
  code: 'marker-in-prompt',
  run: (context) => {
    const { calls, document, texts, problem } = context
    const anywhere = calls.filter(
      ({ operator, given }) => operator === 'marker' && modeOf(given[2] ?? null, document) === 'anywhere',
    )
    if (anywhere.length === 0) return []
    const shown = texts.find(
      (text) => stepSpec(text.step).reader === 'agent' && names({ ...context, calls: anywhere }, text),
    )
    if (!shown) return []
    return anywhere.map(({ at }) =>
      problem(
        at(2),
        'The marker counts anywhere, but a text for the agent names it, so repeating that text completes: use sentence, line or end',
        {
          severity: 'warning',
        },
      ),
    )
  },
}

function modeOf(value: Json, { params }: LintContext['document']): Json {
  const name = paramName(value)
  return name === null ? value : (params?.[name]?.default ?? null)
}

function names(context: LintContext, { source, check }: LintContext['texts'][number]): boolean {
  const params = context.calls.flatMap(({ given }) => paramName(given[1] ?? null) ?? [])
  return (
    check.paths.some(({ path }) => params.some((name) => path === `params.${name}`)) ||
    markersOf(context).some(({ text }) => source.toLowerCase().includes(text.trim().toLowerCase()))
  )
}
