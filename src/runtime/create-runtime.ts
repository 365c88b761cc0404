import type { DomainEvent } from '../core/event.ts'
import type { Change } from '../core/state.ts'
import { createAlarm } from './time/alarm.ts'
import { createAnswering } from './answers/answering.ts'
import { createElsewhere } from './answers/elsewhere.ts'
import type { GivenWord, Shown } from './answers/give-word.ts'
import { takeWanted } from './answers/go-on.ts'
import { createSaid } from './answers/said.ts'
import { createDecide, type Given, listening, type Made } from './decide.ts'
import { factReader } from './facts/facts.ts'
import { createFaults } from './fault/faults.ts'
import { createGuarding } from './fault/guarding.ts'
import { keepFault } from './fault/keep-fault.ts'
import { ownBuild } from './fault/own-build.ts'
import { createForest } from './nights/forest.ts'
import { createGate } from './gate.ts'
import type { Reason } from '../core/vocabulary.ts'
import { cutOffRoots } from './start/cut-off.ts'
import { followClock } from './time/clock-jump.ts'
import { createHousekeeping, retryPause } from './time/housekeeping.ts'
import { noteSign } from './time/silence.ts'
import type { LineBody } from './nights/journal-line.ts'
import { modeOf, type RuntimeOptions } from './options.ts'
import { createOthers } from './others.ts'
import { createOwnFolder, ownFolder } from './files/own-folder.ts'
import { createKinds, filesOf as pagesOf } from './page/kinds.ts'
import { createInstructed } from './instructed.ts'
import { treesOf } from './page/trees-of.ts'
import { createDelivery } from './page/delivery.ts'
import { createRecordView } from './page/record-view.ts'
import { createPerform } from './perform.ts'
import type { Ports } from './ports.ts'
import type { Look } from './project-file/look.ts'
import { createProjectMemory } from './project-file/project-memory.ts'
import { createSeals } from './project-file/seals.ts'
import { filesOf } from './project-file/slots.ts'
import { settleRequest } from './requests.ts'
import type { Answered, Outcome, Runtime } from './runtime.ts'
import { untouched } from './untouched.ts'
import type { Session } from './session.ts'
import { createReadings } from './readings.ts'
import { advance, type Tree } from './nights/tree.ts'
import { createViewText } from './view-text.ts'

/** One project's engine: sessions, memory, journal, prompts and records behind `handle`. */
export function createRuntime(ports: Ports, options: RuntimeOptions): Runtime {
  const { files, host, clock } = ports
  const folder = createOwnFolder(files, options.directory)
  const faults = createFaults({
    build: ownBuild(files),
    log: (message) => host.log('error', message),
    keep: (fault, about) => keepFault(ports, fault, about === null ? null : (forest.tree(about)?.root.id ?? null)),
  })
  const { tell, guarded, settle } = createGuarding(host, faults, () => forest.trees())
  const forest = createForest(ports, options, {
    kept: (rows) => records.news(rows),
    written: () => {
      delivery.soon()
      alarm.by(clock.now())
    },
  })
  const project = createProjectMemory(files, options.directory, createSeals(files, folder, ports.digest), ports.digest)
  const known = treesOf(forest, options)
  const records = createRecordView(ports, options.directory, known)
  const kinds = createKinds(known, ports.digest)
  const { set } = options.policies()
  const own = (options.ownPaths ?? []).concat(`${ownFolder}/**`, filesOf(set.policies), pagesOf(set))
  const said = createSaid(ports.store, kinds)
  const reader = factReader(files, options.directory, own, said)
  const taken = (tree: Tree, letter: string) => Math.max(records.taken(tree.policies.set, letter), forest.given(letter))
  const decide = createDecide(ports, options, forest, project, reader, said, taken, (...given) => tell(...given).text)
  const isInstructed = createInstructed(ports, forest, project, reader, (...given) => tell(...given).text)
  const answering = createAnswering(ports, forest, kinds, records, takeInOthers)
  const viewText = createViewText(ports, options, forest, records, answer, createElsewhere(ports.store, kinds))
  const gate = createGate(ports, options, forest, {
    change,
    expire: (tree, now) => housekeeping.expire(tree, now),
    stop,
    failed,
    wake: (at) => alarm.by(at),
    settle: (tree, attempt, settled) => settle(tree.root, attempt, settled),
  })
  const housekeeping = createHousekeeping(clock, forest, gate, records, { guarded, run, end })
  const alarm = createAlarm(clock, (now) =>
    guarded('what is due', null, now + retryPause, () => housekeeping.ring(now)),
  )

  const delivery = createDelivery(clock, records, deliver)
  const perform = createPerform({
    host,
    gate,
    records,
    delivery,
    viewText,
    instructed: isInstructed,
    reconsider,
    archive: (tree, file) => project.archive(file, tree.lastNow),
    settle,
  })

  const others = createOthers(ports, () => {
    for (const tree of forest.trees()) guarded('what others wrote', tree.root, undefined, () => takeInOthers(tree))
    guarded('the pages', null, undefined, lookAtPages)
  })

  /** What another process decided may send what waits here on its way. */
  function takeInOthers(tree: Tree): void {
    if (!forest.catchUp(tree)) return
    attend(tree)
    gate.look(tree, 'later')
    const due = housekeeping.due(tree)
    if (due !== null) alarm.by(due)
  }

  /** Somebody outside of OpenCode may want the run to go on. */
  function attend(tree: Tree): void {
    const wanted = takeWanted(forest, tree, clock.now())
    if (wanted !== null) run(tree, tree.root, { type: 'run.wanted', via: wanted.via }, [], false)
  }

  function deliver(isLast = false): void {
    if (guarded('the pages', null, null, () => records.deliver(isLast)) !== null) alarm.by(clock.now() + retryPause)
  }

  /** A page may have been set back, and another process may have ended before it wrote. */
  function lookAtPages(): void {
    records.doubt()
    deliver()
  }

  function stop(tree: Tree, reason: Reason, detail: string): void {
    const at = advance(tree, clock.now())
    const stopped: Change = { change: 'run', to: 'stopped', reason, detail, at, fresh: false }
    const line: LineBody = { line: 'change', why: detail, changes: [stopped] }
    follow(tree, tree.root, { type: 'run.stopped', reason, detail }, line)
  }

  function end(tree: Tree, reason: Reason, detail: string): void {
    settle(tree.root, host.abort(tree.root), (attempt) => {
      if (!attempt.ok) failed(tree, 'abort', '', attempt.error, 1)
    })
    stop(tree, reason, detail)
  }

  function change(tree: Tree, why: string, changes: Change[]): void {
    advance(tree, clock.now())
    forest.write(tree, tree.root, { line: 'change', why, changes })
  }

  function failed(tree: Tree, effect: string, rule: string, error: string, attempts: number): void {
    guarded('a failed effect', tree.root, undefined, () =>
      follow(tree, tree.root, { type: 'effect.failed', effect, rule, error, attempts }),
    )
  }

  function follow(tree: Tree, session: Session, event: DomainEvent, ...opening: LineBody[]): void {
    run(tree, session, event, [], true, { opening })
  }

  function run(
    tree: Tree,
    session: Session,
    event: DomainEvent,
    without: readonly string[],
    derived: boolean,
    given: Pick<Given, 'look' | 'opening'> = {},
  ): Outcome {
    const [first, ...following] = decide(tree, session, event, { without, follows: !derived, ...given })
    const outcome = act(tree, session, first, derived)
    for (const next of following) act(tree, session, next, true)
    const due = housekeeping.due(tree)
    if (due !== null) alarm.by(due)
    return modeOf(options, tree.root.id) === 'run' ? decideWaits(tree, event, outcome) : outcome
  }

  /** Answers the host and does what was decided. What follows from something else raises nothing further. */
  function act(tree: Tree, session: Session, made: Made, derived: boolean): Outcome {
    const { at, event, decision, run: after } = made
    options.onDecision?.({ at, session: session.id, event, decision, run: after })
    const raise = (effect: string, rule: string, error: string): void => {
      tree.problem = `${effect}: ${error}`
      if (!derived) failed(tree, effect, rule, error, 1)
    }
    settleRequest(host, session, event, decision.verdict, {
      failed: (error, rule) => raise('answer', rule, error),
      settle: (attempt, settled) => settle(session, attempt, settled),
    })
    // What was decided stands, whatever becomes of it.
    const decided: Outcome = { decision, verdict: decision.verdict, reply: null, instructions: [] }
    return guarded('what was decided', session, decided, () => perform(tree, session, made, raise))
  }

  /** Where nobody can answer, nobody is waited for. */
  function decideWaits(tree: Tree, event: DomainEvent, outcome: Outcome): Outcome {
    const request = 'request' in event ? event.request : null
    if (outcome.verdict.outcome !== 'ask' || request === null || request === undefined) return outcome
    return tree.state.waits[request] === undefined ? outcome : housekeeping.giveUp(tree, request)
  }

  /** Open requests are decided again, such as after switching on. */
  function reconsider(tree: Tree): void {
    for (const session of forest.members(tree)) {
      for (const { event } of [...session.requests.values()]) run(tree, session, event, [], true)
    }
  }

  /** What others did to project memory is said before the event is decided. */
  function lookAround(tree: Tree, session: Session, event: DomainEvent): Look {
    const policies = listening(tree, event)
    const look = project.look(policies)
    const { events, healed, problems } = project.watch(policies, look)
    for (const problem of problems) host.log('warning', problem)
    for (const file of healed) {
      host.notify(session, `${file} had gone back to an earlier state and was set to the last one again`, 'warning')
    }
    for (const found of events) follow(tree, session, found)
    return events.length + healed.length === 0 ? look : project.look(policies)
  }

  /** The tree of a session, by the clock as it is now. */
  function treeOf(session: Session): Tree | null {
    const tree = forest.tree(session)
    if (tree !== null) followClock(tree, clock, (line) => forest.write(tree, tree.root, line))
    return tree
  }

  function answer(session: Session, entry: string | Shown, word: GivenWord): Answered {
    const failed: Answered = { result: 'refused', code: 'not-written', why: 'see the log of OpenCode', page: null }
    return guarded('an answer', session, failed, () => answering(session, entry, word))
  }

  return {
    session: forest.session,
    handle: (session, event) =>
      guarded('an event', session, untouched(), () => {
        const tree = treeOf(session)
        if (tree === null) {
          host.log('debug', `${event.type} of the session ${session.id} is left alone: its root is not known yet`)
          return untouched()
        }
        if (others.begin()) delivery.soon()
        noteSign(session, event, clock)
        const outcome = run(tree, session, event, [], false, { look: lookAround(tree, session, event) })
        if (event.type === 'session.closed') forest.forget(session)
        else attend(tree)
        return outcome
      }),
    cutOff: (isAlive) => guarded('nights that were cut off', null, [], () => cutOffRoots(ports, forest, isAlive)),
    settle: (session) =>
      guarded('what is due', session, undefined, () => {
        const tree = treeOf(session)
        if (tree === null) return
        gate.look(tree, 'later')
        const due = housekeeping.due(tree)
        if (due !== null) alarm.by(due)
      }),
    setBack: () => guarded('the pages', null, undefined, lookAtPages),
    arrived: (session, _message, mark) =>
      guarded('a prompt', session, undefined, () => {
        const tree = treeOf(session)
        if (tree !== null) gate.arrived(tree, mark)
      }),
    instructed: (session) =>
      guarded('the instructions', session, false, () => {
        const tree = treeOf(session)
        return tree !== null && isInstructed(tree, session)
      }),
    ...createReadings(forest, clock, guarded),
    answer,
    faults,
    flush: () => delivery.flush(),
    close: () => {
      alarm.stop()
      others.stop()
      guarded('what waits to be written', null, undefined, housekeeping.flush)
      delivery.flush(true)
      ports.store.close()
    },
  }
}
