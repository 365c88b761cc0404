import { runLimits } from '../../../core/vocabulary.ts'
import { endsRun, isCounted, isLookedAtAnywhere } from '../../compile/limit-form.ts'
import type { LimitDocument } from '../../schema/limit.ts'
import type { RuleDocument } from '../../schema/rule.ts'
import { listNames } from '../../problems/suggest.ts'
import type { Check } from '../context.ts'
import { unknownWords } from './clears-value.ts'

/** What belongs to a count. */
const ofCounts = ['same', 'within', 'clears', 'per'] as const

/** Limits whose parts do not go together. */
export const limitForm: Check = {
  code: 'limit-form',
  run: (context) =>
    context.document.rules.flatMap((rule, index) => {
      const { limit } = rule
      if (limit === undefined) return []
      const path = ['rules', index, 'limit']
      return [
        ...faultsOf(rule, limit, context.stands(['rules', index, 'when'])).map(([key, message]) =>
          context.problem(key === null ? path : [...path, key], message, { key: true }),
        ),
        ...(limit.clears === undefined
          ? []
          : unknownWords(limit.clears, [...path, 'clears'], ['progress', 'turn', 'otherwise'], context)),
      ]
    }),
}

type Fault = [keyof LimitDocument | null, string]

function faultsOf(rule: RuleDocument, limit: LimitDocument, hasCondition: boolean): Fault[] {
  const { of, first, same, within, clears, silence, warn } = limit
  const faults: Fault[] = []
  const used = runLimits.filter((name) => limit[name] !== undefined)
  const counting = ofCounts.filter((name) => limit[name] !== undefined)
  if (of !== undefined && first !== undefined)
    faults.push(['first', 'A limit has of or first: a rule acts from the N-th match on, or for the first N'])
  if (!isCounted(limit) && counting.length > 0)
    faults.push([counting[0] ?? null, `This limit counts nothing: ${listNames(counting)} goes with of or first`])
  if (isCounted(limit) && used.length > 0)
    faults.push([used[0] ?? null, `A count and ${listNames(used)} are limits of two rules: write one of each`])
  if (!isCounted(limit) && used.length === 0 && silence === undefined)
    faults.push([null, 'This limit limits nothing: give it of, first, silence, or what a run may use'])
  if (within !== undefined && same === undefined)
    faults.push([
      'within',
      'Only equal matches are counted within a span: add same, such as same: { var: event.fingerprint }',
    ])
  if ([clears ?? []].flat().includes('otherwise') && !hasCondition)
    faults.push(['clears', 'This rule has no when that could not hold, so that nothing is otherwise: add one'])
  if (warn !== undefined && used.length === 0)
    faults.push(['warn', 'There is nothing to be warned of: add time, cost, tokens or prompts'])
  if (silence !== undefined && !rule.events.includes('session.silent'))
    faults.push(['silence', 'This is looked at when session.silent is raised: add the event to the rule'])
  const isAnywhere = isLookedAtAnywhere(rule.events)
  const isTimed = rule.events.includes('run.expired') && used.every((name) => name === 'time' || name === 'until')
  if (endsRun(limit) && !isAnywhere && !isTimed)
    faults.push([used[0] ?? null, 'This is looked at wherever a run can be ended: leave out the events of the rule'])
  return faults
}
