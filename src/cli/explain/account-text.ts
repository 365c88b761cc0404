import type { Account, RuleAccount } from '../../core/judging/account.ts'
import { explanationLine } from '../../core/explain/explain.ts'
import { effectWords } from '../../replay/compare.ts'
import { eventText } from '../../runtime/views/why.ts'
import type { Scene } from './scene.ts'

const outcomes: Readonly<Record<RuleAccount['outcome'], string>> = {
  matched: 'matched',
  'not-matched': 'not matched',
  observed: 'observed',
  'not-asked': 'not asked',
  inactive: 'inactive',
}

/** How an event was decided, for a person. */
export function accountText({ event, policies, origins, doubts }: Scene, { decision, rules, why }: Account): string {
  const { verdict, effects } = decision
  const by = verdict.by === null ? '' : ` by ${verdict.by}`
  const reason = verdict.outcome === 'deny' ? [`  ${verdict.reason.replaceAll('\n', '\n  ')}`] : []
  const lines = [
    `${eventText(event)}, set ${policies.hash}`,
    `${verdict.outcome}${by}: ${why}`,
    ...reason,
    '',
    ...(rules.length === 0
      ? [`No rule listens to ${event.type}`]
      : rules.flatMap((rule) => ruleLines(rule, origins.get(rule.rule) ?? null))),
    ...(effects.length === 0
      ? []
      : ['', 'Then', ...effects.map((effect) => `  ${effectWords(effect)}, by ${effect.by}`)]),
    ...(doubts.size === 0 ? [] : ['', ...[...doubts].map((doubt) => `Uncertain: ${doubt}`)]),
  ]
  return `${lines.join('\n')}\n`
}

function ruleLines(
  { rule, outcome, skipped, limit, isNear, because, errors, would, dropped }: RuleAccount,
  origin: string | null,
): string[] {
  const notes = [
    ...(skipped === null ? [] : [skipped]),
    ...because.map(explanationLine),
    ...(limit === null ? [] : [`limit: ${isNear ? 'nearly ' : ''}${limit}`]),
    ...errors
      .map((error) => `cannot be evaluated: ${error}`)
      .filter((line) => !because.some(({ error }) => error !== null && line.endsWith(error))),
    ...(outcome === 'observed' ? [`would: ${would.join(', ') || 'nothing'}`] : []),
    ...dropped.map((step) => `dropped: ${step}`),
  ]
  const first = `${outcomes[outcome].padEnd(11)}  ${rule}${origin === null ? '' : `  (${origin})`}`
  return [first, ...notes.map((note) => `${' '.repeat(15)}${note}`)]
}

/** The same as data. */
export function accountData({ event, policies, origins, doubts }: Scene, { decision, rules, why }: Account): object {
  const { verdict, effects, facts } = decision
  const placed = rules.map((rule) => ({ ...rule, origin: origins.get(rule.rule) ?? null }))
  return { event, set: policies.hash, verdict, why, rules: placed, effects, facts, doubts: [...doubts] }
}
