import type { Hooks } from '@opencode-ai/plugin'
import type { Digest } from '../core/fingerprint.ts'
import { readResetTime } from '../core/operators/time/reset-time.ts'
import { createProjectPaths } from '../decode/project-paths.ts'
import type { Sealing } from '../channel/sealed.ts'
import { createRuntime } from '../runtime/create-runtime.ts'
import { ownFolder } from '../runtime/files/own-folder.ts'
import { keepLost } from '../runtime/lost-outlets.ts'
import type { Clock, Files, HostPort, StorePort } from '../runtime/ports.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Session } from '../runtime/session.ts'
import { isAlive } from './process/alive.ts'
import { createAlerts } from './away/alerts.ts'
import { createAwayNotices } from './away/away.ts'
import { type BoundFiles, changedText, mayChangeFiles } from './files/bound-files.ts'
import { carefulClock } from './careful-clock.ts'
import { channelNames, createChannels } from './telling/channels.ts'
import type { HostClient } from './client.ts'
import { contentReader } from './files/content-reader.ts'
import { createFeed } from './feed/feed.ts'
import { messageHandlers } from './feed/messages.ts'
import { requestHandlers } from './feed/requests.ts'
import { sessionHandlers } from './feed/sessions.ts'
import { statusHandlers } from './feed/status.ts'
import { createGuard } from './guard.ts'
import type { CommandParts } from './hooks/command.ts'
import { createConfigHook } from './hooks/config.ts'
import { createHooks } from './hooks/hooks.ts'
import { createIntake } from './intake.ts'
import { lastWords } from './telling/last-words.ts'
import { logLines, markersOf } from './telling/log-lines.ts'
import { createMirrors, type SessionMirror } from './mirror.ts'
import { createNotices } from './telling/notices.ts'
import { offeredBy } from './offered.ts'
import { createOrphanRepair } from './process/orphan.ts'
import { createLeave, type OneCommand, printed } from './process/one-command.ts'
import { holding } from './process/hold.ts'
import type { Leaving } from './process/leaving.ts'
import { createPerformer } from './perform.ts'
import type { ProjectPolicies } from './files/policies.ts'
import { realReader } from './files/real-reader.ts'
import { createSubmit, defineRecordTool, recordTools } from './record-tool/tool.ts'
import { unknownRequest } from './self-check.ts'
import { createShow } from './telling/show.ts'
import { createStatus } from './telling/status.ts'
import { openCutOff, startTakes } from './start.ts'
import { createBoard } from './tui/board.ts'
import { sessionState, tuiHandlers } from './tui/handlers.ts'
import { createInterviews } from './tui/interviews.ts'
import { createLink } from './tui/link.ts'

export interface HalfParts {
  directory: string
  worktree: string
  mode: 'run' | 'serve' | 'tui'
  client: HostClient
  clock: Clock
  files: Files
  /** `say` hears what a person should know of the store when it is opened. */
  store: (say: (message: string) => void) => StorePort
  /** Takes old nights away as time passes; gives a way to stop it. */
  upkeep: (clock: Clock, log: (message: string) => void) => () => void
  /** Globs of where the store lies. */
  statePaths: readonly string[]
  digest: Digest
  /** Seals what is said to the halves in terminals. */
  sealing: Sealing
  /** Names this process in the lines of a night. */
  process: string
  policies: ProjectPolicies
  /** What binds the agents at work here. */
  bound: Pick<BoundFiles, 'changed'>
  /** What reaches a person who is away: the text of the user's own config, and where programs of theirs run. */
  away: { config: () => string | null; environment: Readonly<Record<string, string | undefined>>; home: string }
  /** Of this plugin; null if it cannot be read. */
  version: string | null
  /** What is wrong with the options or with this OpenCode, to be said as soon as that is possible. */
  startProblems: readonly string[]
  /** Writes to the terminal in which `opencode run` ends. */
  say: (text: string) => void
  /** The process was started for one command; null if it goes on after commands. */
  oneCommand: OneCommand | null
  /** The process leaves when its session rests; null if it stays. */
  leaving: Leaving | null
  /** Gives the claim on the project back. */
  release: () => void
  makeRuntime?: typeof createRuntime
}

/** Puts the host half together around a runtime. */
export function createHalf(parts: HalfParts): Hooks {
  const { client, files, digest, directory, oneCommand } = parts
  // One that was started for a command ends by our own hand.
  const leaving = oneCommand === null ? parts.leaving : null
  const departure = { leaves: leaving !== null }
  const clock = carefulClock(parts.clock, (error) => failed('a timer', error))
  let gone = (): void => undefined
  const offered = offeredBy(parts.policies.current().set)
  const channels = createChannels()
  const mirrors = createMirrors((id): Session => runtime.session(id))
  const performer = createPerformer(client, mirrors)
  const { answered } = performer
  // What happens by a timer is always told, so that who watches hears of it too.
  const port: HostPort = {
    ...performer.port,
    prompt: (...given) => {
      const attempt = performer.port.prompt(...given)
      const [session, , mark] = given
      client.log('info', 'Injected continuation prompt', { session: session.id, mark })
      return attempt
    },
    notify: (...given) => {
      performer.port.notify(...given)
      board.touch()
    },
  }
  const link = createLink(client, directory, parts.sealing, (message) => notices.say(message, 'warning'))
  const stateOf = (session: string) => sessionState(runtime, mirrors, session)
  const board = createBoard(link, clock, stateOf)
  const notices = createNotices((text, level) => port.notify(null, text, level))
  const tell = (where: string, error: unknown, session: string | null) =>
    runtime.faults.tell(where, error, session === null ? null : runtime.session(session))
  const guard = createGuard(channels, tell, (message) => notices.say(message, 'warning'))
  const failed = (where: string, error: unknown) => {
    const { text, isNews } = tell(where, error, null)
    if (isNews) notices.say(`Cannot work on ${where}: ${text}`, 'warning')
  }
  const alerts = createAlerts(link, parts.clock)
  const store = parts.store((message) => notices.say(message, 'warning'))
  const away = createAwayNotices({
    ...parts.away,
    // Its timers go on while the instance ends.
    clock: parts.clock,
    digest,
    directory,
    desktop: alerts.send,
    set: () => parts.policies.current().set,
    canAsk: parts.mode !== 'run',
    rootOf: (id) => mirrors.of(mirrors.rootOf(id)).session,
    say: (message) => notices.say(message, 'warning'),
    keep: (outlet, why) => keepLost({ store, clock }, outlet, why),
    failed: (error) => failed('a notice', error),
  })
  const config = createConfigHook(offered, (problem) => notices.say(problem, 'warning'))
  const problems = () => [
    ...parts.startProblems,
    ...parts.policies.problems(),
    ...config.problems(),
    ...away.problems(),
  ]
  for (const problem of problems()) notices.say(problem, 'warning')

  const runtime: Runtime = (parts.makeRuntime ?? createRuntime)(
    {
      clock: parts.clock,
      files,
      store,
      host: port,
      digest,
      process: parts.process,
    },
    {
      directory,
      mode: parts.mode,
      policies: parts.policies.current,
      ownPaths: [...parts.policies.paths(), ...parts.statePaths],
      onDecision: (decided) => {
        for (const { level, message, extra } of logLines(decided, markersOf(parts.policies.current)))
          client.log(level, message, extra)
        away.decided(decided)
        if (mayChangeFiles(decided.event)) tellChanges(parts.bound.changed())
      },
      channels: () => channelNames.map((name) => ({ name, state: channels.state(name).state })),
    },
  )

  function tellChanges(changed: readonly string[]): void {
    if (changed.length === 0) return
    const text = changedText(changed, directory)
    notices.say(text, 'warning')
    away.changed(changed, text)
  }

  const stopUpkeep = parts.upkeep(clock, (message) => port.log('warning', message))

  const abort = (mirror: SessionMirror): void => {
    port.abort(mirror.session).catch((error: unknown) => failed('an abort', error))
  }
  const debug = (message: string) => port.log('debug', message)
  const owned = (path: string) => path.startsWith(`${ownFolder}/`) || offered.files.has(path)
  const intake = createIntake({
    runtime,
    mirrors,
    client,
    clock,
    digest,
    paths: createProjectPaths(directory, parts.worktree, realReader(files)),
    content: contentReader(files),
    isOwn: owned,
    decided: board.touch,
    debug,
    warn: (message) => notices.say(message, 'warning'),
  })
  const tools = recordTools(offered, createSubmit(intake), guard)
  const commands: CommandParts = {
    intake,
    offered,
    show:
      oneCommand === null
        ? createShow(client, clock)
        : async ({ session }, text) => printed(oneCommand, session.id, text, clock.now()),
    leave:
      oneCommand === null ? null : createLeave(oneCommand, client, clock, new Promise((resolve) => (gone = resolve))),
    interviews: createInterviews(link, intake),
    canAsk: parts.mode !== 'run',
    status: createStatus(client, clock, channels, problems, parts.policies.origin, parts.version),
  }
  const resetTime = (text: string, now: number) => readResetTime(text, now, clock.zone)
  const handlers = [
    requestHandlers(intake, answered, parts.mode === 'run'),
    messageHandlers(intake, (tool) => Object.hasOwn(tools, tool)),
    sessionHandlers(intake),
    statusHandlers(intake, createOrphanRepair(client, clock, debug), resetTime, abort, departure),
    tuiHandlers({
      guard,
      link,
      board,
      commands,
      stateOf,
      alerted: alerts.shown,
      fault: (fault, session) => void runtime.faults.take(fault, session === null ? null : runtime.session(session)),
    }),
  ]
  const heard = (session: string): void => {
    const mirror = mirrors.find(session)
    if (mirror !== null) mirror.session.sign = clock.awake()
  }
  const feed = createFeed(guard, handlers, heard, (type) => {
    const problem = unknownRequest(type)
    if (problem !== null && channels.failed('permission requests', problem)) notices.say(problem, 'error')
  })

  const sayLast = (session: Session): void => {
    const state = runtime.state(session)
    const { set } = parts.policies.current()
    const words = state === null ? null : lastWords(set, state, clock.zone, directory, session.id)
    if (words !== null) parts.say(words)
  }

  // `opencode run` works on its own session and leaves.
  if (parts.mode !== 'run') {
    openCutOff(runtime, intake, isAlive)
    // A terminal without a session, in which nothing happens, knows by it that the plugin is on.
    clock.after(startTakes, link.open)
  }

  const hooks = createHooks({
    guard,
    intake,
    feed,
    config,
    chat: { intake, arrived: (mirror, message, mark) => runtime.arrived(mirror.session, message, mark) },
    commands,
    step: {
      intake,
      instructed: (session) => runtime.instructed(runtime.session(session)),
      continueOnDeny: config.continueOnDeny,
      usersContinueOnDeny: config.usersContinueOnDeny,
      abort,
      tools: Object.keys(tools),
    },
    tools,
    defineTool: (input, output) => defineRecordTool(offered, input, output),
    uninstructed: (session) => {
      const mirror = mirrors.of(session)
      if (mirror.uninstructed) return
      mirror.uninstructed = true
      notices.say('Nothing is diverted in this session: its agent could not be given the instructions', 'warning')
    },
    alive: () => {
      notices.open()
      if (parts.mode !== 'run') link.open()
    },
    dispose: () => {
      clock.stop()
      parts.release()
      stopUpkeep()
      runtime.close()
      // A session in which nobody wrote was only looked at.
      if (parts.mode === 'run') for (const { session } of roots()) sayLast(session)
    },
    left: async () => {
      await away.close()
      gone()
    },
  })
  const roots = () => mirrors.roots().filter(({ user }) => user !== null)
  if (leaving === null) return hooks
  return holding(hooks, { leaving, departure, directory, client, clock, runtime, roots, say: parts.say })
}
