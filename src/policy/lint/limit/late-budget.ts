import { endsRun } from '../../compile/limit-form.ts'
import type { RuleDocument } from '../../schema/rule.ts'
import type { Check, LintContext } from '../context.ts'

const inside = ['step.ended', 'tool.called']
/** Figures of a run that grow inside a turn; prompts and turns do not. */
const growing = ['run.startedAt', 'run.tokens', 'run.cost', 'now']

/** A budget that is looked at when a turn ends only does not bind a turn that never ends. */
export const lateBudget: Check = {
  code: 'late-budget',
  run: (context) => {
    const { document, problem } = context
    const budgets = document.rules
      .map((rule, index) => ({ rule, index }))
      .filter(({ rule }) => rule.mode !== 'disabled' && stopsForBudget(rule))
    const bound = new Set(budgets.filter(({ rule }) => hears(rule)).flatMap(({ rule }) => figuresOf(rule, context)))
    return budgets
      .filter(({ rule }) => !hears(rule) && !isLimited(rule))
      .filter(({ rule }) => figuresOf(rule, context).some((figure) => !bound.has(figure)))
      .map(({ index }) =>
        problem(
          ['rules', index, 'events'],
          'This budget is checked when a turn ends only: add step.ended or tool.called, with the step abort',
          { severity: 'warning', key: true },
        ),
      )
  },
}

function stopsForBudget({ then }: RuleDocument): boolean {
  return then.some((step) => typeof step === 'object' && 'stop' in step && step.stop.reason === 'budget')
}

/** Where a limit is looked at is checked as a part of its form. */
const isLimited = ({ limit }: RuleDocument): boolean => limit !== undefined && endsRun(limit)

const hears = ({ events }: RuleDocument): boolean => events.some((event) => inside.includes(event))

function figuresOf({ id, limit }: RuleDocument, { calls }: LintContext): string[] {
  const read = calls
    .filter(({ operator, scope }) => operator === 'var' && scope.rule === id)
    .map(({ given }) => String(given[0]))
    .filter((path) => growing.includes(path))
  const isTimed = limit?.time !== undefined || limit?.until !== undefined
  return [
    ...read,
    ...(isTimed ? ['run.startedAt', 'now'] : []),
    ...(limit?.cost === undefined ? [] : ['run.cost']),
    ...(limit?.tokens === undefined ? [] : ['run.tokens']),
  ]
}
