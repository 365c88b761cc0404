import type { EventType, Json } from '../../../core/event.ts'
import { events } from '../../../core/vocabulary.ts'
import { endsRun, isCounted } from '../../compile/limit-form.ts'
import type { RuleDocument } from '../../schema/rule.ts'
import { specOfStep } from '../../compile/step-name.ts'
import { conditionName, isMap } from '../../write-out.ts'
import type { Check, LintContext } from '../context.ts'

const figures = ['run.prompts', 'run.turns', 'run.tokens', 'run.cost', 'run.startedAt', 'session.prompts']
/** A prompt that asks for open todos ends with them; an end that asks for closed ones may never come. */
const work = ['facts.todos']

/** Prompts that would go on for ever: no rule before them counts and stops, and their condition counts nothing. */
export const endlessPrompt: Check = {
  code: 'endless-prompt',
  run: (context) =>
    context.document.rules.flatMap((rule, index) => {
      const at = rule.then.findIndex((step) => typeof step === 'object' && 'prompt' in step)
      if (at < 0 || !isInForce(rule) || stops(rule) || counts(rule, context, work)) return []
      const open = rule.events.filter((event) => !isByPerson(event) && !isLimited(event, index, context))
      if (open.length === 0) return []
      const message = `Nothing limits this prompt: ${helpFor(open, index, context)}`
      return [context.problem(['rules', index, 'then', at, 'prompt'], message, { key: true, severity: 'warning' })]
    }),
}

type EventName = RuleDocument['events'][number]

const isInForce = ({ mode }: RuleDocument): boolean => (mode ?? 'enforce') === 'enforce'

const stops = ({ then }: RuleDocument): boolean => then.some((step) => specOfStep(step).ends)

/**
 * A prompt ends the search, so only a rule that is asked before it can stop the run in its place. Where no rule counts
 * anything, an end that the agent brings about is what the author wanted.
 */
function isLimited(event: EventName, index: number, context: LintContext): boolean {
  const all = stopping(event, context)
  const before = all.filter((rule) => isAskedBefore(rule, index, context))
  if (all.some(({ when }) => when === undefined) || before.some((rule) => counts(rule, context))) return true
  return before.length > 0 && !all.some((rule) => counts(rule, context))
}

function stopping(event: EventName, { document }: LintContext): RuleDocument[] {
  return document.rules.filter((rule) => isInForce(rule) && stops(rule) && rule.events.includes(event))
}

function isAskedBefore(rule: RuleDocument, index: number, { document: { rules } }: LintContext): boolean {
  const [isFallback, isOther] = [rule.fallback === true, rules[index]?.fallback === true]
  return isFallback === isOther ? rules.indexOf(rule) < index : isOther
}

function helpFor(events: readonly EventName[], index: number, context: LintContext): string {
  const all = [...new Set(events.flatMap((event) => stopping(event, context)))]
  const count = 'count in memory or read run.prompts in the when'
  if (all.length === 0) return `${count}, or add a rule that stops on ${events.join(' or ')}`
  const before = all.findLast((rule) => isAskedBefore(rule, index, context))
  const behind = all.find((rule) => !isAskedBefore(rule, index, context))
  const why = [
    ...(before ? [`rule "${before.id}" before it counts nothing`] : []),
    ...(behind ? [`rule "${behind.id}" behind it is not asked when it matches`] : []),
  ]
  return `${why.join(', and ')}; ${count}, or put it behind a rule that counts and stops`
}

const isByPerson = (event: EventType): boolean => 'byPerson' in events[event]

/** A limit, or what the condition reads that the rules themselves change. */
function counts({ id, limit }: RuleDocument, context: LintContext, more: readonly string[] = []): boolean {
  const { calls, references } = context
  if (limit !== undefined && (isCounted(limit) || endsRun(limit))) return true
  const gates = readByGates(context)
  const changed = references.filter(({ what }) => what === 'slot').map(({ name }) => `memory.${name}`)
  const isOf = (path: string, roots: readonly string[]): boolean =>
    roots.some((each) => path === each || path.startsWith(`${each}.`))
  return calls
    .filter(({ operator, scope, path }) => operator === 'var' && scope.rule === id && !path.includes('then'))
    .map(({ given }) => String(given[0]))
    .some((path) => isOf(path, figures) || (!gates.has(path) && isOf(path, [...more, ...changed])))
}

/** What decides whether rules are asked at all, which counts nothing. */
function readByGates({ document: { active, sections = {} }, conditions }: LintContext): ReadonlySet<string> {
  const found = new Set<string>()
  const open = new Set<string>()
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isMap(value)) return
    const name = conditionName(value)
    if (name !== null && !open.has(name)) {
      open.add(name)
      visit(conditions[name] ?? null)
    }
    if (typeof value['var'] === 'string') found.add(value['var'])
    for (const each of Object.values(value)) visit(each)
  }
  for (const gate of [active, ...Object.values(sections).map(({ when }) => when)]) visit(gate ?? null)
  return found
}
