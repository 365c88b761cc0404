import { plusCost } from '../core/limits/costs.ts'
import type { DomainEvent } from '../core/event.ts'
import { foldProof } from '../core/proofs.ts'
import { type Change, noProofs, type Proofs } from '../core/state.ts'
import { refused } from '../core/judging/subject.ts'
import { changesOf, type DecisionLine, type JournalLine } from '../runtime/nights/journal-line.ts'
import { longestShort, mostFiles, mostMoments, put, said } from './bounds.ts'
import { momentsIn } from './moments.ts'
import type { Mishap, SessionOutcome, WaitReport } from './schema.ts'
import { countCall, emptyNight, judge, type Night, type Warned } from './tally.ts'

type Asks = Extract<SessionOutcome, { is: 'at-work' }>['asks']

interface RunNow {
  outcome: SessionOutcome
  proofs: Proofs
  /** When the prompt that waits is due. */
  due: number | null
  /** Of the run that is told. */
  cost: number
  /** What a person is asked in OpenCode, by request. */
  asks: Map<string, () => Asks[number]>
}

export interface NightFold {
  take: (line: JournalLine) => void
  /** Null if nothing reaches into the time that is asked for. */
  done: () => (Night & { outcome: SessionOutcome }) | null
}

const emptyNow = (): RunNow => ({
  outcome: { is: 'no-run' },
  proofs: noProofs,
  due: null,
  cost: 0,
  asks: new Map(),
})

/**
 * Folds the lines of one tree, in order. A run that was over before `from` is left out; one that reaches into that time
 * counts from its begin. `proofsOf` gives the commands that a set of policies wants to see end well.
 */
export function foldNight(root: string, from: number, proofsOf: (set: string) => readonly string[] | null): NightFold {
  let night = emptyNight()
  const now = emptyNow()
  let set = ''
  const wait = (make: () => WaitReport): void => put(night.waits, make)
  const mishap = (make: () => Mishap): void => put(night.mishaps, make)
  const warn = (make: () => Warned): void => put(night.warned, make)

  function begin(at: number, head: string | undefined, isFresh: boolean): void {
    if (isFresh && night.last !== null && night.last < from) night = { ...emptyNight(), entries: night.entries }
    night.head.begin ??= head ?? null
    night.begun ??= at
  }

  function change(one: Change, line: JournalLine, session: string): void {
    const { at } = line
    switch (one.change) {
      case 'run':
        turn(one, 'head' in line ? line.head : undefined)
        return
      case 'spent': {
        const { spent } = night
        spent.turns += one.turns
        spent.tokens += one.tokens
        spent.cost = plusCost(spent.cost, one.cost)
        now.cost = plusCost(now.cost, one.cost)
        if (one.tokens + one.cost > 0) night.course.spend(at, one.tokens, one.cost, session !== root)
        if (session === root) return
        spent.helpers.tokens += one.tokens
        spent.helpers.cost = plusCost(spent.helpers.cost, one.cost)
        return
      }
      case 'prompt.sent':
        night.spent.prompts += 1
        now.due = null
        return
      case 'prompt.dropped':
        now.due = null
        return
      case 'prompt.pending': {
        const { due, why } = one.prompt
        now.due = due
        if (due > at && why !== null && why !== '')
          wait(() => ({ for: 'time', at, until: due, why: said(why, longestShort) }))
        return
      }
      case 'wait.set': {
        const { due: until, event } = one.wait
        const subject = (): string => said(refused(event)?.subject ?? event.type, longestShort)
        wait(() => ({ for: 'person', at, until, subject: subject() }))
        now.asks.set(one.request, () => ({ subject: subject(), until }))
        return
      }
      case 'wait.cleared':
        now.asks.delete(one.request)
        return
      case 'record.added':
        night.entries.set(one.record.id, line.seq)
        return
      case 'switched':
        mishap(() => ({
          is: 'switched',
          at,
          model: one.model === null ? null : said(one.model, longestShort),
        }))
        return
      case 'proof.begun':
      case 'proof.ended':
      case 'proof.outdated':
        now.proofs = foldProof(now.proofs, one)
        return
      case 'slot':
      case 'turned':
      case 'compacted':
      case 'record.counted':
      case 'record.closed':
      case 'record.reopened':
      case 'record.dropped':
      case 'timer.set':
      case 'timer.cleared':
      case 'wanted':
      case 'wanted.taken':
      case 'grant.used':
      case 'clock':
      case 'shadow':
        return
      default:
        one satisfies never
    }
  }

  function turn(one: Extract<Change, { change: 'run' }>, head: string | undefined): void {
    const { to, reason, detail, at, fresh } = one
    if (fresh) now.proofs = noProofs
    switch (to) {
      case 'ready':
        begin(at, head, fresh)
        now.cost = 0
        now.outcome = { is: 'no-run' }
        return
      case 'armed':
        begin(at, head, fresh)
        night.runs += 1
        now.cost = 0
        now.outcome = { is: 'at-work', since: at, next: null, asks: [] }
        return
      case 'paused':
      case 'stopped': {
        night.head.end = head ?? null
        now.due = null
        const why = { at, reason: reason ?? 'user', detail: detail === null ? null : said(detail) } as const
        put(night.stops, () => ({ as: to, ...why }))
        if (to === 'paused') now.outcome = { is: to, ...why }
        else now.outcome = why.reason === 'done' ? doneAt(at) : { is: to, ...why, cost: now.cost }
      }
    }
  }

  /** Done is verified only if every command that the policies want was shown since the last file was written. */
  function doneAt(at: number): SessionOutcome {
    const wanted = proofsOf(set)
    const shown = (wanted ?? []).flatMap((pattern) => now.proofs.shown[pattern] ?? [])
    if (wanted === null || wanted.length === 0 || shown.length < wanted.length)
      return { is: 'claimed', at, wanted: wanted?.map((pattern) => said(pattern, longestShort)) ?? null }
    const by = [...new Set(shown.map(({ command }) => command))].map((command) => said(command, longestShort))
    return { is: 'verified', at, by, shownAt: Math.max(...shown.map((one) => one.at)) }
  }

  function decided(line: JournalLine & DecisionLine): void {
    const { at, event, session } = line
    set = line.set
    const isRoot = session === root
    switch (event.type) {
      case 'user.wrote':
        if (isRoot) night.request ??= { text: said(event.text), at }
        if (isRoot) night.course.goOn(at)
        break
      case 'turn.ended':
        if (isRoot) night.course.end(at)
        if (isRoot && event.text.trim() !== '') night.claim = { text: lastOf(event.text), at }
        break
      case 'user.interrupted':
        if (isRoot) night.course.end(at)
        break
      case 'step.ended':
        night.spent.steps += 1
        night.spent.calls += event.calls
        if (!isRoot) night.spent.helpers.steps += 1
        night.course.step(at)
        break
      case 'tool.finished':
        countCall(night, event, at)
        for (const path of event.wrote) wrote(path)
        break
      case 'files.changed':
        for (const path of event.paths) wrote(path)
        break
      case 'turn.failed':
        if (isRoot) night.course.end(at)
        mishap(() => ({ is: 'failed', at, kind: event.kind, message: said(event.message, longestShort) }))
        break
      case 'session.silent':
        mishap(() => ({ is: 'silent', at, doing: event.doing, lasted: event.lasted }))
        break
      case 'effect.failed':
        warn(() => ({ is: 'unwritten', at, text: said(`${event.effect}: ${event.error}`, longestShort) }))
        break
      case 'memory.tampered':
        warn(() => ({ is: 'changed', at, file: said(event.file, longestShort), change: event.change }))
        break
      default:
    }
    judge(night, line)
    for (const effect of line.effects) {
      if (effect.effect !== 'notify' || effect.level === 'info' || !isOnTheWay(event)) continue
      mishap(() => ({ is: 'warned', at, rule: effect.by, text: said(effect.text, longestShort) }))
    }
  }

  function wrote(path: string): void {
    if (night.wrote.size < mostFiles) night.wrote.add(path)
  }

  return {
    take: (line) => {
      // The first change of a run begins it, so that all of its line is counted with it.
      for (const one of changesOf(line)) change(one, line, 'session' in line ? line.session : root)
      for (const { is, rule, text } of momentsIn(line))
        put(
          night.moments,
          () => ({ line: line.seq, at: line.at, is, text: said(text(), longestShort), rule }),
          mostMoments,
        )
      switch (line.line) {
        case 'decision':
          decided(line)
          break
        case 'sent':
          night.prompts.set(line.by, (night.prompts.get(line.by) ?? 0) + 1)
          night.course.goOn(line.at)
          break
        case 'call':
          countCall(night, line, line.at)
          for (const path of line.wrote) wrote(path)
          break
        case 'set':
          set = line.set
          break
        case 'session':
        case 'answer':
        case 'change':
          break
        default:
          line satisfies never
      }
      if (!isWork(line)) return
      night.begun ??= line.at
      night.last = Math.max(night.last ?? line.at, line.at)
    },
    done: () => {
      if (night.last === null || night.last < from) return null
      const { outcome, due, asks } = now
      if (outcome.is !== 'at-work') return { ...night, outcome }
      return { ...night, outcome: { ...outcome, next: due, asks: [...asks.values()].map((ask) => ask()) } }
    },
  }
}

/** A person who answers or looks in the morning makes no night of it. */
function isWork(line: JournalLine): boolean {
  switch (line.line) {
    case 'sent':
    case 'call':
    case 'change':
      return true
    case 'decision':
      return !looks.has(line.event.type) || line.changes.some(({ change }) => change === 'run')
    case 'set':
    case 'session':
    case 'answer':
      return false
  }
}

const looks: ReadonlySet<DomainEvent['type']> = new Set(['command.run', 'session.opened', 'session.closed'])

/** What was refused, what failed and what ended is told by itself. */
const isOnTheWay = ({ type }: DomainEvent): boolean =>
  type === 'step.ended' || type === 'turn.ended' || type === 'tool.called' || type === 'host.retrying'

/** The end of an answer is where an agent says what it claims. */
const longestClaim = 500
const lastOf = (text: string): string => {
  const whole = text.trim()
  return whole.length <= longestClaim ? whole : `… ${whole.slice(-longestClaim)}`
}
