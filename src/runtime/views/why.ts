import type { Effect, Verdict } from '../../core/decision.ts'
import type { DomainEvent } from '../../core/event.ts'
import { type Explanation, explanationLine } from '../../core/explain/explain.ts'
import type { PolicySet } from '../../core/policy.ts'
import { wordsOfCall } from '../../core/records/reading.ts'
import { cut } from '../text/cut.ts'
import type { DecisionLine, RuleLine } from '../nights/journal-line.ts'
import { oneLine } from '../text/visible.ts'
import { localTime } from './local-time.ts'

const longestText = 120

/**
 * The last decisions in words, the newest last: what happened, what was answered, by which rule, what followed. Behind
 * them what is waited for now.
 */
export function whyText(
  set: PolicySet,
  told: readonly { at: number; decision: DecisionLine }[],
  waits: readonly string[],
  zone: string,
): string {
  const now = waits.map((line) => `Now: ${line}`)
  if (told.length === 0) return ['No rule has decided anything in this session yet.', ...now].join('\n')
  return [...told.flatMap(({ at, decision }) => decisionText(set, at, decision, zone)), ...now].join('\n')
}

/** Policies that are not active, each with the reason. */
export const inactiveLines = (asleep: readonly { policy: string; because: readonly Explanation[] }[]): string[] =>
  asleep.map(({ policy, because }) => `${policy} is not active: ${because.map(explanationLine).join('; ')}`)

function decisionText(set: PolicySet, at: number, decision: DecisionLine, zone: string): string[] {
  const { event, verdict, rules, effects } = decision
  return [
    `${localTime(at, zone)} ${eventText(event)}: ${verdictText(verdict)}`,
    ...rules.map((rule) => `  ${ruleText(set, rule)}`),
    ...(effects.length > 0 ? [`  then: ${effects.map(effectText).join('; ')}`] : []),
  ]
}

/** An event with what it is about, on one line. */
export function eventText(event: DomainEvent): string {
  const subject = subjectOf(event)
  return subject === '' ? event.type : `${event.type} (${oneLine(cut(subject, longestText))})`
}

function subjectOf(event: DomainEvent): string {
  switch (event.type) {
    case 'permission.asked':
      return `${event.permission}: ${event.command ?? event.patterns.join(', ')}`
    case 'question.asked':
      return event.questions.map(({ question }) => question).join(' / ')
    case 'tool.called':
    case 'tool.finished':
      return event.tool
    case 'skill.requested':
      return event.skill
    case 'command.run':
      return `/${event.name} ${event.action}`.trim()
    case 'record.submitted':
      return wordsOfCall(event) || event.raw
    case 'user.wrote':
    case 'turn.ended':
      return event.text
    case 'files.changed':
      return event.paths.join(', ')
    case 'turn.failed':
      return `${event.kind}: ${event.message}`
    case 'request.refused':
      return event.subject
    case 'run.stopped':
      return event.reason
    case 'run.wanted':
      return event.via
    case 'timer.fired':
      return event.timer
    case 'session.silent':
      return event.tool ?? event.doing
    case 'effect.failed':
      return `${event.effect}: ${event.error}`
    case 'run.expired':
    case 'session.opened':
    case 'session.closed':
    case 'user.interrupted':
    case 'request.settled':
    case 'step.ended':
    case 'host.retrying':
    case 'context.requested':
    case 'context.compacted':
    case 'todos.changed':
    case 'memory.tampered':
      return ''
  }
}

function verdictText(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'deny':
      return `refused by ${verdict.by}`
    case 'ask':
      return `left to a person by ${verdict.by}`
    case 'allow':
      return `allowed by ${verdict.by ?? 'no rule'}`
    case 'pass':
      return 'nothing was answered'
  }
}

function ruleText(set: PolicySet, { rule, outcome, errors, would }: RuleLine): string {
  const description = set.policies.flatMap(({ rules }) => rules).find(({ id }) => id === rule)?.description ?? null
  const about = description === null ? '' : `: ${description}`
  const observed = outcome === 'observed' ? ` (observed only; it would ${would?.join(', ') || 'do nothing'})` : ''
  const erred = errors === undefined ? '' : ` (could not be evaluated: ${errors.join('; ')})`
  return `${rule}${about}${observed}${erred}`
}

function effectText(effect: Effect): string {
  switch (effect.effect) {
    case 'prompt':
    case 'reply':
    case 'notify':
    case 'instruct':
      return `${effect.effect} "${oneLine(cut(effect.text, longestText))}"`
    case 'answer':
      return `answer "${oneLine(cut(effect.question, longestText))}" with "${oneLine(cut(effect.answer, longestText))}"`
    case 'record':
      return effect.id === null ? 'record beyond the limit' : `record ${effect.id} ${effect.result}`
    case 'close':
      return `close ${effect.id} as ${effect.status}`
    case 'stop':
      return `stop (${effect.reason}${effect.detail === null ? '' : `: ${effect.detail}`})`
    case 'pause':
      return `pause (${effect.reason})`
    case 'show':
      return `show ${effect.view}`
    case 'schedule':
    case 'cancel':
      return `${effect.effect} ${effect.timer}`
    case 'archive':
      return `put ${effect.file} aside`
    case 'abort':
    case 'reconsider':
      return effect.effect
  }
}
