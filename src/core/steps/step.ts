import { ceilingReached } from '../limits/ceilings.ts'
import { failureMark } from '../decision.ts'
import type { Json } from '../event.ts'
import { compute, EvaluationError } from '../expression.ts'
import { performMemory } from './memory-step.ts'
import type { Expression, Step, Text } from '../policy.ts'
import { textOf } from './record.ts'
import { recordsWith } from '../records/places.ts'
import { performRecord } from './record-step.ts'
import { renderText } from './text-step.ts'
import { type Reason, type View, views } from '../vocabulary.ts'
import type { Workbench } from '../judging/workbench.ts'

/** Performs one step of a rule that matched. Throws if it cannot be evaluated; steps stand alone. */
export function performStep(bench: Workbench, step: Step): void {
  switch (step.do) {
    case 'pass':
    case 'allow':
      bench.verdict({ outcome: step.do, by: bench.rule.id })
      return
    case 'ask':
      bench.verdict({ outcome: 'ask', by: bench.rule.id, for: step.for === null ? null : timeOrNull(bench, step.for) })
      return
    case 'deny':
      bench.verdict({ outcome: 'deny', by: bench.rule.id, reason: renderText(bench, 'deny', step.text) })
      return
    case 'answer':
      answer(bench, step.value)
      return
    case 'arm':
      if (bench.state().run.state !== 'armed') turn(bench, 'armed', bench.state().run.state !== 'ready')
      return
    case 'reset':
      turn(bench, bench.state().run.state === 'armed' ? 'armed' : 'ready', true)
      return
    case 'switch': {
      const model = textOf(compute(step.model, bench.scope))
      const until = step.until === null || model === null ? null : compute(step.until, bench.scope)
      if (bench.state().run.model !== model)
        bench.apply({ change: 'switched', model, until: typeof until === 'number' ? until : null })
      return
    }
    case 'pause':
      if (end(bench, 'paused', step.reason, null)) bench.effect({ effect: 'pause', reason: step.reason })
      return
    case 'stop': {
      const detail = step.detail === null ? null : renderText(bench, 'stop', step.detail)
      if (end(bench, 'stopped', step.reason, detail)) bench.effect({ effect: 'stop', reason: step.reason, detail })
      return
    }
    case 'abort':
      bench.effect({ effect: 'abort' })
      return
    case 'reconsider':
      bench.effect({ effect: 'reconsider' })
      return
    case 'archive':
      bench.effect({ effect: 'archive', file: bench.policy.project ?? '' })
      return
    case 'prompt':
      prompt(bench, step)
      return
    case 'reply': {
      const { text, unwritten } = replyTexts(bench, step.text)
      bench.effect({ effect: 'reply', text, unwritten })
      return
    }
    case 'notify':
      bench.effect({ effect: 'notify', text: renderText(bench, 'notify', step.text), level: step.level })
      return
    case 'instruct':
      bench.effect({ effect: 'instruct', text: renderText(bench, 'instruct', step.text) })
      return
    case 'show':
      bench.effect({ effect: 'show', view: view(compute(step.view, bench.scope)) })
      return
    case 'schedule': {
      const due = dueTime(bench, step.after, step.at)
      const session = bench.moment.session.id
      const byClock = step.at !== null
      bench.apply({ change: 'timer.set', timer: step.timer, due, byClock, session, by: bench.rule.id })
      bench.effect({ effect: 'schedule', timer: step.timer, due })
      return
    }
    case 'cancel':
      if (bench.state().timers[step.timer] !== undefined) bench.apply({ change: 'timer.cleared', timer: step.timer })
      bench.effect({ effect: 'cancel', timer: step.timer })
      return
    case 'record':
      performRecord(bench, step.record)
      return
    case 'close':
      close(bench, step)
      return
    case 'set':
    case 'add':
    case 'push':
    case 'remove':
    case 'put':
    case 'clear':
      performMemory(bench, step)
      return
    default:
      step satisfies never
  }
}

/** Each question that neither the person nor an earlier rule has answered. */
function answer(bench: Workbench, value: Expression): void {
  if (bench.event.type !== 'question.asked') return
  for (const item of bench.event.open) {
    const given = textOf(compute(value, { ...bench.scope, item: { ...item } }))
    if (given === null) continue
    bench.effect({ effect: 'answer', question: item.question, fingerprint: item.fingerprint, answer: given })
  }
}

function turn(bench: Workbench, to: 'ready' | 'armed', fresh: boolean): void {
  bench.apply({ change: 'run', to, reason: null, detail: null, at: bench.moment.now, fresh })
  if (to === 'ready' && bench.state().pending !== null) bench.apply({ change: 'prompt.dropped' })
}

/** True if the run ends by this: the first end holds until a new run begins. */
function end(bench: Workbench, to: 'paused' | 'stopped', reason: Reason, detail: string | null): boolean {
  if (bench.state().run.state === 'stopped') {
    bench.trace.dropped.push(`${to === 'paused' ? 'pause' : 'stop'} (the run is stopped)`)
    return false
  }
  bench.apply({ change: 'run', to, reason, detail, at: bench.moment.now, fresh: false })
  return true
}

function prompt(bench: Workbench, step: Extract<Step, { do: 'prompt' }>): void {
  const { run } = bench.state()
  const ceiling = ceilingReached(run, bench.moment.now)
  if (ceiling !== null) {
    if (end(bench, 'stopped', 'limit', ceiling)) bench.effect({ effect: 'stop', reason: 'limit', detail: ceiling })
    return
  }
  if (run.state !== 'armed') {
    bench.trace.dropped.push(`prompt (the run is ${run.state})`)
    return
  }
  const text = renderText(bench, 'prompt', step.text)
  const due = dueTime(bench, step.after, step.at)
  const why = step.why === null ? '' : renderText(bench, 'prompt', step.why).trim()
  const pending = {
    turn: turnKey(bench),
    text,
    due,
    byClock: step.at !== null,
    why: why === '' ? null : why,
    by: bench.rule.id,
  }
  bench.apply({ change: 'prompt.pending', prompt: pending })
  bench.effect({ effect: 'prompt', text, due })
}

/** One prompt a turn: the message that ended, and how often the session was compacted since. */
function turnKey({ event, moment, state }: Workbench): string {
  const compactions = state().compactions[moment.session.id] ?? 0
  return 'message' in event && event.type === 'turn.ended'
    ? `${event.message}+${compactions}`
    : `${event.type}@${moment.now}/${state().prompts}`
}

/** On the answer to a submitted record `failure` says why it is not yet on disk; else it is null. */
function replyTexts(bench: Workbench, text: Text): { text: string; unwritten: string | null } {
  const plain = renderText(bench, 'reply', text, { failure: null })
  if (bench.event.type !== 'record.submitted') return { text: plain, unwritten: null }
  const unwritten = renderText(bench, 'reply', text, { failure: failureMark })
  return { text: plain, unwritten: unwritten === plain ? null : unwritten }
}

function close(bench: Workbench, step: Extract<Step, { do: 'close' }>): void {
  const request = step.request === null ? null : textOf(compute(step.request, bench.scope))
  const fingerprint = step.fingerprint === null ? null : textOf(compute(step.fingerprint, bench.scope))
  const value = request ?? fingerprint
  const alike = value === null ? [] : recordsWith(bench.state(), request === null ? 'fingerprint' : 'request', value)
  for (const { id } of alike.filter(({ status }) => status === 'open')) {
    bench.apply({ change: 'record.closed', id, status: step.status, word: null })
    bench.effect({ effect: 'close', id, status: step.status })
  }
}

function dueTime(bench: Workbench, after: Expression | null, at: Expression | null): number {
  if (at !== null) return number(bench, at)
  return bench.moment.now + (after === null ? 0 : number(bench, after))
}

/** Null waits for ever. */
function timeOrNull(bench: Workbench, expression: Expression): number | null {
  return compute(expression, bench.scope) === null ? null : number(bench, expression)
}

function number(bench: Workbench, expression: Expression): number {
  const value = compute(expression, bench.scope)
  if (typeof value !== 'number')
    throw new EvaluationError(`Cannot use ${JSON.stringify(value)} as a time: a number is wanted`)
  return value
}

function view(value: Json): View {
  const found = views.find((name) => name === value)
  if (found === undefined)
    throw new EvaluationError(`Cannot show ${JSON.stringify(value)}; allowed are ${views.join(', ')}`)
  return found
}
