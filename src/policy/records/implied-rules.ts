import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RuleDocument } from '../schema/rule.ts'
import { hearsCallsAlone } from './keys.ts'
import { kindOfRule } from './named-kind.ts'

/** What the agent is told of a call that cannot be taken, where no rule says it. */
const invalidText = (kind: string): string => `The ${kind} was not registered:
{{#each event.problems}}- {{this}}
{{/each}}Example: {{event.goodCall}}`

/** What the agent is told of a call that was taken, where no rule says it. */
const notedText =
  '{{#if failure}}Registered, not yet written: {{failure}}.{{else}}{{#if entry}}Registered as {{entry}}.{{else}}Not registered: there is no room for more.{{/if}}{{/if}} Go on.'

/**
 * Rules for the calls of each kind that no rule of its policy hears alone: what is wrong with a call is explained, all
 * else is written down and answered with its id.
 */
export function impliedRules(document: Pick<ResolvedDocument, 'records' | 'rules'>): RuleDocument[] {
  const heard = new Set(
    document.rules.flatMap((rule) => (hearsCallsAlone(rule.events) ? (kindOfRule(document, rule) ?? []) : [])),
  )
  return Object.entries(document.records ?? {}).flatMap(([kind, { tool }]): RuleDocument[] => {
    if (tool === undefined || heard.has(kind)) return []
    return [
      {
        id: `${kind}-invalid`,
        description: `A call of ${kind} that cannot be taken is explained`,
        events: ['record.submitted'],
        kind,
        when: { '!': { var: 'event.valid' } },
        then: [{ reply: invalidText(kind) }],
      },
      {
        id: `${kind}-noted`,
        description: `A call of ${kind} is written down and answered with its id`,
        events: ['record.submitted'],
        kind,
        then: [{ record: { kind, from: 'event' } }, { reply: notedText }],
      },
    ]
  })
}
