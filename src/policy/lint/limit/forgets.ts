import type { EventType } from '../../../core/event.ts'
import { events } from '../../../core/vocabulary.ts'
import type { RuleDocument } from '../../schema/rule.ts'
import type { Check, LintContext } from '../context.ts'
import { partsBehindNames } from '../parts.ts'

/** Ends that progress should hold off. */
const withoutProgress: readonly string[] = ['no-progress', 'repeating']

/** Counts that end a run for want of progress though there is some: nothing begins them anew, or subagents raise them too. */
export const limitForgets: Check = {
  code: 'limit-forgets',
  run: (context) =>
    context.document.rules.flatMap((rule, index) => {
      const reason = reasonOf(rule)
      if (rule.limit?.of === undefined || reason === null || !withoutProgress.includes(reason)) return []
      const find = (message: string) =>
        context.problem(['rules', index, 'limit'], message, { key: true, severity: 'warning' })
      const { clears, within, per } = rule.limit
      const forgets = clears === undefined && within === undefined
      const below = per === undefined ? rule.events.filter((event) => isRaisedBelow(event)) : []
      return [
        ...(forgets
          ? [
              find(
                `Nothing begins this count anew, so that a run with progress ends as ${reason} too: add clears: progress`,
              ),
            ]
          : []),
        ...(below.length > 0 && !isOfRoot(rule, context)
          ? [
              find(
                `Subagents raise this count too, by ${below.join(' and ')}: add per: session, or per: run if they are to count together`,
              ),
            ]
          : []),
      ]
    }),
}

const reasonOf = ({ then }: RuleDocument): string | null =>
  then.flatMap((step) => (typeof step === 'object' && 'stop' in step ? [step.stop.reason] : []))[0] ?? null

/** What a person does, and what is of the run, is not a subagent's. */
const isRaisedBelow = (event: EventType): boolean => !('byPerson' in events[event]) && !event.startsWith('run.')

const atRoot: readonly string[] = [
  JSON.stringify({ '===': [{ var: 'session.depth' }, 0] }),
  JSON.stringify({ '===': [0, { var: 'session.depth' }] }),
]

const isOfRoot = ({ when }: RuleDocument, { conditions, document: { active } }: LintContext): boolean =>
  [when, active].some((each) => partsBehindNames(each, conditions).some((part) => atRoot.includes(part)))
