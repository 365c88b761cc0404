import type { Json } from '../core/event.ts'

/** Values that an expectation may give once or several times. */
export type Some<T> = T | T[]

/** What must hold after a step; the golden file pins the rest. */
export interface Expectation {
  verdict?: string
  by?: string
  /** Each of these rules matched, as the log writes it. */
  rules?: Some<string>
  /** Prompts that left. */
  prompts?: number
  /** `armed`, `stopped (done)`. */
  run?: string
  /** Texts that the step's part of the log has, breaks and runs of spaces read as one space. */
  says?: Some<string>
  not?: Some<string>
  /** Records in all sessions together. */
  records?: number
  /** Parts of files, by path. */
  file?: Record<string, Some<string>>
  /** The effects of the first decision, in order. */
  effects?: string[]
}

export interface CaseSession {
  parent?: string
  agent?: string
  model?: string
  title?: string
  mode?: 'run' | 'serve' | 'tui'
  hasTask?: boolean
}

export interface CaseWorld {
  sessions?: Record<string, CaseSession>
  files?: Record<string, string>
  todos?: { title: string; done?: boolean }[]
  own?: string[]
  /** Sessions that are at work. */
  busy?: string[]
}

/** One step: an event by its name with fields, or one of the short forms. */
export type CaseStep = { session?: string; times?: number; expect?: Expectation } & {
  [event: string]: unknown
}

export interface Case {
  name: string
  /** It does not hold yet, and that is known. */
  todo?: boolean
  policies: string[]
  params?: Record<string, Record<string, Json>>
  mode?: Record<string, 'enforce' | 'observe' | 'disabled'>
  /** ISO time at which the case begins. */
  clock?: string
  zone?: string
  world?: CaseWorld
  steps: CaseStep[]
}

/** All sessions of a case; the main one is there without being named. */
export const sessionsOf = ({ world = {} }: Case): [string, CaseSession][] =>
  Object.entries<CaseSession>({ [mainSession]: {}, ...world.sessions })

/** The session that a step means unless it names another. */
export const mainSession = 'S1'
