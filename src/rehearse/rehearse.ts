import { readSpan } from '../core/text.ts'
import { events } from '../core/vocabulary.ts'
import { digest } from '../runtime/node-digest.ts'
import type { Policies } from '../runtime/policies.ts'
import { type Case, type CaseStep, mainSession, sessionsOf } from './case.ts'
import { eventOf } from './event-of-step.ts'
import { unmet } from './expectation.ts'
import { isQuiet, type LogEntry, runWords } from './log-entry.ts'
import { createSight, type Sightings } from './sightings.ts'
import { createStage, type Stage } from './stage.ts'

/** Something that a case expected and that did not happen. */
export interface Failure {
  /** From 1. */
  step: number
  message: string
  /** The part of the log that the step made. */
  log: string
  /** Why the rules that were expected did not match, in lines. */
  why: string[]
}

export interface Rehearsal {
  log: LogEntry[]
  /** The log as the golden file holds it. */
  text: string
  failures: Failure[]
  sightings: Sightings
  /** What lies in the project at the end, its journals with it, by absolute path. */
  files: ReadonlyMap<string, string>
}

/** Keys of a step that are no event. */
const settings = new Set(['session', 'times', 'expect', 'progress', 'finish', 'calls'])

/**
 * Runs a case on the real runtime. `write` turns the log into the text of golden files.
 * Throws for a step that cannot be understood.
 */
export function rehearse(test: Case, policies: Policies, write: (log: readonly LogEntry[]) => string): Rehearsal {
  const sight = createSight(policies.set)
  const stage = createStage(test, policies, sight)
  const failures: Failure[] = []
  let messages = 0
  const fresh = (): string => {
    messages += 1
    return `m${messages}`
  }
  for (const [index, step] of test.steps.entries()) {
    const times = step.times ?? 1
    const expected = expectedRules(step)
    for (let round = 1; round <= times; round++) {
      const before = stage.log.length
      sight.begin(expected)
      try {
        perform(stage, step, fresh)
      } catch (error) {
        throw new Error(`Step ${index + 1}: ${error instanceof Error ? error.message : String(error)}`)
      }
      stage.arrive()
      if (step.expect === undefined || round < times) continue
      const entries = stage.log.slice(before)
      const text = write(entries)
      const result = {
        entries,
        text,
        run: runOf(stage, step),
        records: recordsOf(stage, test),
        file: (name: string) => stage.files.read(stage.path(name)),
        main: mainEvent(step),
      }
      const missing = expected.filter((rule) => !entries.some((entry) => hasMatched(entry, rule)))
      for (const message of unmet(step.expect, result)) {
        const named = missing.filter((rule) => message.endsWith(` ${rule}`))
        failures.push({ step: index + 1, message, log: text, why: named.flatMap(sight.why) })
      }
    }
  }
  stage.runtime.close()
  const log = stage.log.filter((entry) => !('event' in entry) || entry.event !== 'step.ended' || !isQuiet(entry))
  return { log, text: write(log), failures, sightings: sight.sightings, files: stage.files.all() }
}

/** The rules that a step says matched. */
function expectedRules({ expect = {} }: CaseStep): string[] {
  return [...new Set([...(expect.by === undefined ? [] : [expect.by]), ...[expect.rules ?? []].flat()])]
}

const hasMatched = (entry: LogEntry, rule: string): boolean =>
  'event' in entry && entry.rules.some((one) => one === rule || one.startsWith(`${rule} (`))

function perform(stage: Stage, step: CaseStep, fresh: () => string): void {
  const name = Object.keys(step).find((key) => !settings.has(key))
  if (name === undefined) throw new Error('Cannot do anything: the step names no event and no short form')
  const { runtime, clock, files } = stage
  const value = step[name]
  const session = runtime.session(step.session ?? mainSession)
  switch (name) {
    case 'wait': {
      const span = readSpan(String(value))
      if (span === null) throw new Error(`Cannot wait "${String(value)}"; write a span such as 30s or 1h30m`)
      clock.pass(span)
      return
    }
    case 'says':
      says(stage, step, String(value), fresh())
      return
    case 'edit':
      for (const [path, text] of Object.entries(fieldsOf(value))) {
        if (text === null) files.remove(stage.path(path))
        else files.replace(stage.path(path), String(text))
      }
      return
    case 'answer':
      for (const [id, text] of Object.entries(fieldsOf(value))) runtime.answer(session, id, 'answered', String(text))
      return
    case 'todos':
      session.todos = Array.isArray(value) ? value.map((todo) => ({ title: '', done: false, ...fieldsOf(todo) })) : []
      return
    case 'busy':
      session.busy = value === true
      if (!session.busy) runtime.settle(session)
      return
    default:
      runtime.handle(session, eventOf(name, fieldsOf(value), digest, fresh))
  }
}

/** A turn that ends with a text, as the host tells it: the last step, then the turn. */
function says(stage: Stage, step: CaseStep, text: string, message: string): void {
  const session = stage.runtime.session(step.session ?? mainSession)
  const { progress = false, finish = 'stop', calls = 0 } = step
  const shared = { message, progress, finish, calls }
  const none = (): string => message
  stage.runtime.handle(session, eventOf('step.ended', { ...shared, last: true }, digest, none))
  const empty = text.trim() === '' && calls === 0
  stage.runtime.handle(session, eventOf('turn.ended', { ...shared, text, empty }, digest, none))
}

/** The event that a step is; for `says` the turn's end, null if time passes or the world changes. */
function mainEvent(step: CaseStep): string | null {
  if (step['says'] !== undefined) return 'turn.ended'
  return Object.keys(step).find((key) => Object.hasOwn(events, key)) ?? null
}

function runOf({ runtime }: Stage, step: CaseStep): string {
  const state = runtime.state(runtime.session(step.session ?? mainSession))
  return state === null ? 'unknown' : runWords(state.run)
}

function recordsOf({ runtime }: Stage, test: Case): number {
  const roots = sessionsOf(test).filter(([, { parent }]) => parent === undefined)
  return roots.reduce((sum, [id]) => sum + (runtime.state(runtime.session(id))?.records.length ?? 0), 0)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return Object.fromEntries(Object.entries(value))
  throw new Error(`Cannot use ${JSON.stringify(value)} here: a map of fields is wanted`)
}
