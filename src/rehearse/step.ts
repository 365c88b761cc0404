import type { EventType } from '../core/event.ts'
import { readSpan } from '../core/text.ts'
import { todosChanged } from '../decode/todos.ts'
import { isEnd } from '../decode/turn.ts'
import { problemText } from '../runtime/answers/heard-text.ts'
import type { CaseStep } from '../policy/cases/schema.ts'
import { ExpectedError } from '../runtime/ports.ts'
import type { Session } from '../runtime/session.ts'
import { mainSession } from './case.ts'
import { eventOf } from './event-of-step.ts'
import type { Given } from './event-world.ts'
import type { Stage } from './stage.ts'

type Doing = CaseStep['does']
type StepOf<Does extends Doing> = Extract<CaseStep, { does: Does }>

/** How a step of each kind is done, and which event it is; null: it lets time pass or changes the world. */
interface Runner<Step> {
  event: (step: Step) => EventType | null
  run: (stage: Stage, session: Session, step: Step) => void
}

const noEvent = (): null => null

const runners: { [Does in Doing]: Runner<StepOf<Does>> } = {
  event: {
    event: ({ type }) => type,
    run: (stage, session, { type, fields }) => tell(stage, session, type, fields),
  },
  says: { event: () => 'turn.ended', run: says },
  wait: {
    event: noEvent,
    run: ({ clock }, _session, { wait }) => clock.pass(spanOf(wait)),
  },
  clock: {
    event: noEvent,
    run: (stage, _session, { clock }) => {
      stage.clock.set(Date.parse(clock))
      stage.clock.notice()
    },
  },
  suspend: {
    event: noEvent,
    run: ({ clock }, _session, { suspend }) => {
      clock.suspend(spanOf(suspend))
      clock.notice()
    },
  },
  edit: {
    event: noEvent,
    run: ({ files, path }, _session, { edit }) => {
      for (const [name, text] of Object.entries(edit)) {
        if (text === null) files.remove(path(name))
        else files.replace(path(name), text)
      }
    },
  },
  answer: {
    event: noEvent,
    run: ({ runtime }, session, { answer }) => {
      for (const [id, word] of Object.entries(answer)) {
        const problem = problemText(id, runtime.answer(session, id, { ...word, via: 'dialog', by: null }))
        if (problem !== null) throw new ExpectedError(problem)
      }
    },
  },
  spent: {
    event: () => 'step.ended',
    run: (stage, session, { spent }) => {
      const before = stage.runtime.state(session)?.run.cost ?? 0
      const cost = Number((spent - before).toPrecision(12))
      if (cost < 0) throw new ExpectedError(`Cannot have spent ${spent}: the run has cost ${before} already`)
      tell(stage, session, 'step.ended', { cost })
    },
  },
  todos: {
    event: () => 'todos.changed',
    run: (stage, session, { todos }) => {
      session.todos = todos.map(({ title, done = false }) => ({ title, done }))
      stage.runtime.handle(session, todosChanged(session.todos))
    },
  },
  busy: {
    event: noEvent,
    run: ({ runtime, clock }, session, { busy }) => {
      session.busy = busy
      session.sign = clock.awake()
      if (!busy) runtime.settle(session)
    },
  },
}

function spanOf(text: string): number {
  const span = readSpan(text)
  if (span === null) throw new ExpectedError(`Cannot wait "${text}"; write a span such as 30s or 1h30m`)
  return span
}

/** Does one step once. Throws for what no event of the host can have, and for what cannot be done. */
export function performStep(stage: Stage, step: CaseStep): void {
  run(step.does, stage, stage.runtime.session(step.session ?? mainSession), step)
}

function run<Does extends Doing>(does: Does, stage: Stage, session: Session, step: StepOf<Does>): void {
  runners[does].run(stage, session, step)
  // Right behind an event the page is brought up to date.
  stage.runtime.flush()
}

/** The event that a step is; for `says` the turn's end, null if time passes or the world changes. */
export const mainEvent = (step: CaseStep): EventType | null => eventIn(step.does, step)

function eventIn<Does extends Doing>(does: Does, step: StepOf<Does>): EventType | null {
  return runners[does].event(step)
}

function tell(stage: Stage, session: Session, type: EventType, given: Given): void {
  stage.runtime.handle(session, eventOf(type, given, stage.worldOf(session)))
}

/** A turn that ends with a text, as the host tells it: the last step, then the turn. */
function says(stage: Stage, session: Session, step: StepOf<'says'>): void {
  const { says: text, progress = false, finish = 'stop', calls = 0 } = step
  const message = stage.worldOf(session).fresh()
  const shared = { message, progress, finish, calls }
  tell(stage, session, 'step.ended', { ...shared, last: isEnd(finish) })
  tell(stage, session, 'turn.ended', { ...shared, text })
}
