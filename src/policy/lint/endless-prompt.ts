import type { EventType } from '../../core/event.ts'
import { events } from '../../core/vocabulary.ts'
import type { RuleDocument } from '../schema/rule.ts'
import { specOfStep } from '../step-name.ts'
import type { Check, LintContext } from './context.ts'

const figures = [
  'run.prompts',
  'run.turns',
  'run.tokens',
  'run.cost',
  'run.startedAt',
  'session.prompts',
  'facts.todos',
]

/** Prompts that would go on for ever: no rule on their events stops, and their condition counts nothing. */
export const endlessPrompt: Check = {
  code: 'endless-prompt',
  run: (context) =>
    context.document.rules.flatMap((rule, index) => {
      const at = rule.then.findIndex((step) => typeof step === 'object' && 'prompt' in step)
      if (at < 0 || (rule.mode ?? 'enforce') !== 'enforce' || isLimited(rule, context)) return []
      const message = `Nothing limits this prompt: count in memory or read run.prompts in the when, or add a rule that stops on ${rule.events.join(' or ')}`
      return [context.problem(['rules', index, 'then', at, 'prompt'], message, { key: true, severity: 'warning' })]
    }),
}

function isLimited(rule: RuleDocument, context: LintContext): boolean {
  return rule.events.every((event) => isByPerson(event) || ends(event, context)) || counts(rule, context)
}

function ends(event: RuleDocument['events'][number], { document }: LintContext): boolean {
  return document.rules.some(
    ({ events, then, mode }) =>
      (mode ?? 'enforce') === 'enforce' && events.includes(event) && then.some((step) => specOfStep(step).ends),
  )
}

const isByPerson = (event: EventType): boolean => 'byPerson' in events[event]

/** What the condition reads that the rules themselves change. */
function counts({ id }: RuleDocument, { calls, references }: LintContext): boolean {
  const changed = references.filter(({ what }) => what === 'slot').map(({ name }) => `memory.${name}`)
  return calls
    .filter(({ operator, scope, path }) => operator === 'var' && scope.rule === id && !path.includes('then'))
    .map(({ given }) => String(given[0]))
    .some((path) => [...figures, ...changed].some((each) => path === each || path.startsWith(`${each}.`)))
}
