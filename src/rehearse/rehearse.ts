import type { Case } from '../policy/cases/schema.ts'
import { failureText } from '../runtime/text/failure-text.ts'
import type { Decided } from '../runtime/options.ts'
import type { Policies } from '../runtime/policies.ts'
import { ExpectedError } from '../runtime/ports.ts'
import { exportTree } from '../store/export.ts'
import { mainSession, sessionsOf } from './case.ts'
import { expectedRules, hasMatched, unmet } from './expectation.ts'
import { isQuiet, type LogEntry, runWords } from './log-entry.ts'
import { createSight, type Sightings } from './sightings.ts'
import { createStage, type Stage } from './stage.ts'
import { mainEvent, performStep } from './step.ts'

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
  /** What lies in the project at the end, by absolute path. */
  files: ReadonlyMap<string, string>
  /** The lines of each tree by its root, as an export has them. */
  nights: ReadonlyMap<string, string>
}

/** A step that is no real event, or that cannot be done. */
export class StepFailure extends ExpectedError {
  /** From 1. */
  readonly step: number
  constructor(step: number, cause: unknown) {
    super(failureText(cause), { cause })
    this.step = step
  }
}

/**
 * Runs a case on the real runtime. `write` turns the log into the text of golden files.
 * Throws a StepFailure for a step that cannot be done.
 */
export function rehearse(test: Case, policies: Policies, write: (log: readonly LogEntry[]) => string): Rehearsal {
  const sight = createSight(policies.set)
  const decided: Decided[] = []
  const stage = createStage(test, policies, {
    watch: sight.watch,
    watchGate: sight.watchGate,
    decided: (one) => {
      decided.push(one)
      sight.decided(one)
    },
  })
  const failures: Failure[] = []
  for (const [index, step] of test.steps.entries()) {
    const { times = 1, expect = {}, session = mainSession } = step
    const expected = expectedRules(expect)
    for (let round = 1; round <= times; round++) {
      const before = stage.log.length
      decided.length = 0
      sight.begin(expected)
      try {
        performStep(stage, step)
      } catch (error) {
        throw new StepFailure(index + 1, error)
      }
      stage.arrive()
      for (const message of stage.problems.splice(0))
        failures.push({ step: index + 1, message, log: write(stage.log.slice(before)), why: [] })
      if (round < times) continue
      const entries = stage.log.slice(before)
      const text = write(entries)
      const messages = unmet(expect, {
        decided,
        text,
        prompts: entries.filter((entry) => 'sent' in entry).length,
        run: runOf(stage, session),
        records: recordsOf(stage, test),
        file: (name) => stage.files.read(stage.path(name)),
        main: mainEvent(step),
      })
      const missing = expected.filter((rule) => !decided.some((one) => hasMatched(one, rule)))
      for (const message of messages) {
        const named = missing.filter((rule) => message.includes(` ${rule}`))
        failures.push({ step: index + 1, message, log: text, why: named.flatMap(sight.why) })
      }
    }
  }
  stage.runtime.close()
  const log = stage.log.filter((entry) => !('event' in entry) || entry.event !== 'step.ended' || !isQuiet(entry))
  return {
    log,
    text: write(log),
    failures,
    sightings: sight.sightings,
    files: stage.files.all(),
    nights: nightsOf(stage),
  }
}

const nightsOf = ({ store }: Stage): Map<string, string> =>
  new Map(
    store.roots().map((root) => {
      let text = ''
      exportTree(store.night, root, (line) => {
        text += line
      })
      return [root, text]
    }),
  )

function runOf({ runtime }: Stage, session: string): string {
  const state = runtime.state(runtime.session(session))
  return state === null ? 'unknown' : runWords(state.run)
}

function recordsOf({ runtime }: Stage, test: Case): number {
  const roots = sessionsOf(test).filter(([, { parent }]) => parent === undefined)
  return roots.reduce((sum, [id]) => sum + (runtime.state(runtime.session(id))?.records.length ?? 0), 0)
}
