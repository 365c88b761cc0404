import { stepSpec } from '../../../core/vocabulary.ts'
import { paramName } from '../../write-out.ts'
import type { Check, LintContext } from '../context.ts'
import { writtenAt } from '../param-source.ts'
import { markersOf } from './weak-marker.ts'

/** With `anywhere` an agent that repeats what it was told has said the marker. */
export const markerInPrompt: Check = {
  code: 'marker-in-prompt',
  run: (context) => {
    const { calls, document, texts, nearest, problem } = context
    const anywhere = calls.filter(
      ({ operator, given, at }) =>
        operator === 'marker' && writtenAt(given[2] ?? null, at(2), document).value === 'anywhere',
    )
    if (anywhere.length === 0) return []
    const shown = texts.find(
      (text) => stepSpec(text.step).reader === 'agent' && names({ ...context, calls: anywhere }, text),
    )
    if (!shown) return []
    return anywhere.map(({ given, at }) =>
      problem(
        nearest([writtenAt(given[2] ?? null, at(2), document).path, shown.path]),
        'The marker counts anywhere, but a text for the agent names it, so repeating that text completes: use sentence, line or end',
        {
          severity: 'warning',
        },
      ),
    )
  },
}

function names(context: LintContext, { source, check }: LintContext['texts'][number]): boolean {
  const params = context.calls.flatMap(({ given }) => paramName(given[1] ?? null) ?? [])
  return (
    check.paths.some(({ path }) => params.some((name) => path === `params.${name}`)) ||
    markersOf(context).some(({ text }) => source.toLowerCase().includes(text.trim().toLowerCase()))
  )
}
