import type { Level } from '../core/vocabulary.ts'
import type { ProjectStore, Result } from '../store/store.ts'
import type { OpenRequest, Session } from './session.ts'

/** Time, so that a night passes in a test at once. */
export interface Clock {
  /** What the clock on the wall shows, in milliseconds since 1970. It can be set. */
  now: () => number
  /** Milliseconds that have passed since some moment, with those that the machine slept. It is never set. */
  elapsed: () => number
  /** The same without those that the machine slept. */
  awake: () => number
  /** IANA name of the local time zone. */
  zone: string
  /** Runs once after `milliseconds`; the result cancels it. */
  after: (milliseconds: number, run: () => void) => () => void
}

/** What stands at a path, links not followed. */
export type FileKind = 'file' | 'folder' | 'link' | 'other' | 'absent'

/**
 * Synchronous files below one project. Paths are absolute.
 * Failures are thrown as `FileFailure`; anything else that is thrown is a fault.
 */
export interface Files {
  /** The text of a plain file of at most 64 MB; null if there is no such file. */
  read: (path: string) => string | null
  /** Appends in one write, so that several processes never mix within a text; makes the folder. */
  append: (path: string, text: string) => void
  /** Replaces the whole file at once; makes the folder. */
  replace: (path: string, text: string) => void
  /**
   * Replaces the whole file at once if it still is as it was read, byte for byte (null: there is none), never through a
   * link; false if it is not. Makes the folder.
   */
  exchange: (path: string, was: string | null, text: string) => boolean
  /** Removes a file; nothing happens if there is none. */
  remove: (path: string) => void
  kind: (path: string) => FileKind
  /** The path with all links resolved, as far as it exists. */
  real: (path: string) => string
  /** Names in a folder; empty if there is none. */
  names: (path: string) => string[]
  /** Bytes of a file; null if there is none. */
  size: (path: string) => number | null
  /** Locks a file against other processes, waiting at most `milliseconds`; the result gives the lock back and never throws. */
  lock: (path: string, milliseconds: number) => () => void
}

export class FileFailure extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Something that a person did or wrote does not work; the message is for that person. Any other error is a fault. */
export class ExpectedError extends Error {}

/** The result of asking the host for something: done, or a reason in words. */
export type Attempt = { ok: true } | { ok: false; error: string }

/** What the runtime wants of the program that it lives in. Nothing here throws. */
export interface HostPort {
  /** Answers an open permission request; must begin before it returns: `opencode run` answers by itself a moment later. */
  answer: (session: Session, request: OpenRequest, verdict: 'allow' | { deny: string }) => Promise<Attempt>
  /**
   * Sends our text as an ordinary user message; must begin before it returns. `model` answers it, as `provider/model`,
   * and the session keeps its own for whoever writes next; null: the session's own answers.
   */
  prompt: (session: Session, text: string, mark: string, model: string | null) => Promise<Attempt>
  notify: (session: Session | null, text: string, level: Level) => void
  abort: (session: Session) => Promise<Attempt>
  /** One line in the host's log; never awaited. */
  log: (level: 'debug' | Level, message: string) => void
}

/** What the runtime needs of the store of one project. */
export type NightStore = Pick<
  ProjectStore,
  | 'tree'
  | 'since'
  | 'sets'
  | 'roots'
  | 'rootOf'
  | 'elsewhere'
  | 'commit'
  | 'shared'
  | 'given'
  | 'inForce'
  | 'records'
  | 'answers'
  | 'grants'
  | 'titles'
  | 'page'
  | 'pageState'
  | 'keepPage'
  | 'pageStamp'
  | 'note'
>

/** The way to the store. */
export interface StorePort {
  /** Opens it when it is first asked for, and again after it could not be. */
  project: () => Result<NightStore>
  /** Nobody else ever writes to it. */
  isAlone: boolean
  /** Another number whenever another process has committed; null if that is not known. Costs microseconds. */
  version: () => number | null
  /** Nothing is going on here: does what would hold up a decision later. Waits for nobody; what fails comes next time. */
  rest: () => void
  close: () => void
}

export interface Ports {
  clock: Clock
  files: Files
  store: StorePort
  host: HostPort
  /** A short stable digest of a text. */
  digest: (text: string) => string
  /** Names this process in the lines of a night: id and start time. The store was opened under this name. */
  process: string
}
