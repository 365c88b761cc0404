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

/** The kinds with a tool whose calls no rule of their policy hears alone. */
export function unheardKinds(document: Pick<ResolvedDocument, 'records' | 'rules'>): string[] {
  const heard = new Set(
    document.rules.flatMap((rule) => (hearsCallsAlone(rule.events) ? (kindOfRule(document, rule) ?? []) : [])),
  )
  return Object.entries(document.records ?? {}).flatMap(([kind, { tool }]) =>
    tool === undefined || heard.has(kind) ? [] : [kind],
  )
}

/** Rules for these calls: what is wrong with one is explained, all else is written down and answered with its id. */
export function impliedRules(document: Pick<ResolvedDocument, 'records' | 'rules'>): RuleDocument[] {
  return unheardKinds(document).flatMap((kind): RuleDocument[] => [
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
  ])
}
