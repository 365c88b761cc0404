import { mostMatches } from '../../compile/limit-slots.ts'
import type { LimitDocument } from '../../schema/limit.ts'
import type { RuleDocument } from '../../schema/rule.ts'
import { specOfStep } from '../../compile/step-name.ts'
import type { Check, Finding, LintContext } from '../context.ts'
import { writtenAt } from '../param-source.ts'
import { partsBehindNames } from '../parts.ts'

/** Counts that can never come so far: no more matches are kept, or a rule before it ends the run earlier. */
export const limitNever: Check = {
  code: 'limit-never',
  run: (context) =>
    context.document.rules.flatMap((rule, index) => [
      ...beyondTheKept(rule, index, context),
      ...behindAnEnd(index, context),
    ]),
}

function beyondTheKept({ limit }: RuleDocument, index: number, { document, problem }: LintContext): Finding[] {
  if (limit?.of === undefined || limit.same === undefined) return []
  const { value, path } = writtenAt(limit.of, ['rules', index, 'limit', 'of'], document)
  if (typeof value !== 'number' || value <= mostMatches) return []
  const message = `This is never reached: of equal matches the last ${mostMatches} are kept`
  return [problem(path, message, { severity: 'warning' })]
}

/** A rule for the first N matches, behind one that stops the run from an earlier one of the same matches on. */
function behindAnEnd(index: number, context: LintContext): Finding[] {
  const { document, problem } = context
  const rule = document.rules[index]
  if (rule?.limit?.first === undefined || rule.mode === 'disabled') return []
  const { value: most, path } = writtenAt(rule.limit.first, ['rules', index, 'limit', 'first'], document)
  if (typeof most !== 'number') return []
  for (const [before, other] of document.rules.slice(0, index).entries()) {
    if (other.limit?.of === undefined || !endsBefore(other, rule, context)) continue
    const { value: least } = writtenAt(other.limit.of, ['rules', before, 'limit', 'of'], document)
    if (typeof least !== 'number' || least > most) continue
    const message = `This is never reached: from match ${least} on the rule "${other.id}" before it stops the run`
    return [problem(path, message, { severity: 'warning' })]
  }
  return []
}

/** Whether a rule matches, counts and stops wherever another one would count. */
function endsBefore(other: RuleDocument, rule: RuleDocument, { conditions }: LintContext): boolean {
  const stops = (other.mode ?? 'enforce') === 'enforce' && other.then.some((step) => specOfStep(step).ends)
  const wanted = new Set(partsBehindNames(rule.when, conditions))
  const isAsked = other.fallback !== true || rule.fallback === true
  return (
    stops &&
    isAsked &&
    rule.events.every((event) => other.events.includes(event)) &&
    partsBehindNames(other.when, conditions).every((part) => wanted.has(part)) &&
    countsAlike(other.limit ?? {}, rule.limit ?? {})
  )
}

/** Whether one count is never behind the other: nothing but what clears the other one clears it. */
function countsAlike(other: LimitDocument, limit: LimitDocument): boolean {
  const words = ({ clears }: LimitDocument): string[] => [clears ?? []].flat()
  const isSameMatch = other.same === undefined || JSON.stringify(other.same) === JSON.stringify(limit.same)
  return (
    isSameMatch &&
    other.within === undefined &&
    (other.per ?? 'run') === (limit.per ?? 'run') &&
    words(other).every((word) => words(limit).includes(word))
  )
}
