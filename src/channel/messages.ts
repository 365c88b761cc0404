import { isFault } from '../fault/fault.ts'
import {
  type Check,
  hasFields,
  isCount,
  isFlag,
  isName,
  isText,
  listOf,
  type MessageOf,
  oneOf,
  orNull,
} from './shapes.ts'

/** What a person is asked about one record. */
export interface Question {
  record: string
  question: string
  /** Lines that say more: why it is asked, what it holds up, what the agent chose. */
  details: string[]
  options: string[]
  /** What the agent says of each option, in their order. */
  about: string[]
  /** It is a refused request for permission, which a person can allow. */
  allowable: boolean
}

const isQuestion: Check<Question> = (value): value is Question =>
  hasFields(value, {
    record: isName,
    question: isText,
    details: listOf(isText),
    options: listOf(isText),
    about: listOf(isText),
    allowable: isFlag,
  })

const decisions = ['words', 'once', 'project', 'never', 'skip'] as const
const alertWays = ['notification', 'bell', 'nothing'] as const
const runStates = ['ready', 'armed', 'paused', 'stopped'] as const

/** From a TUI half to the server half. */
export const toServer = {
  /** It is there and can show dialogs. */
  hello: {},
  /** It shows this session and wants to know its state. */
  look: { session: isName },
  /** The person switches diverting on or off, by the command of this name. */
  toggle: { session: isName, command: isName },
  /** The person gives a command. */
  run: { session: isName, command: isName, words: isText },
  /** It will ask the questions that were offered. */
  take: { session: isName, interview: isName },
  /** What the person decided about one question; only an answer in words has a text. */
  answer: {
    session: isName,
    interview: isName,
    record: isName,
    decision: oneOf(decisions),
    text: orNull(isName),
  },
  /** What it made of a notice. */
  alerted: { alert: isName, by: oneOf(alertWays) },
  /** Something inside it failed; the session is the one on the screen. */
  fault: { session: orNull(isName), fault: isFault },
} as const

/** From the server half to TUI halves. */
export const toTui = {
  /** It is there: the answer to a hello, or said to all when it begins. */
  here: {},
  /** How a session stands now. */
  state: {
    session: isName,
    on: isFlag,
    open: isCount,
    run: oneOf(runStates),
    reason: orNull(isText),
    /** What is waited for and until when; null if nothing is. */
    waits: orNull(isText),
  },
  /** Somebody who shows this session may ask the person now. */
  offer: { session: isName, interview: isName },
  /** The questions, for the one who asks. */
  ask: { session: isName, interview: isName, questions: listOf(isQuestion) },
  /** A notice for whoever is near the screen. */
  alert: { alert: isName, title: isText, text: isText },
  /** The answer to a command. */
  reply: { session: isName, text: isText },
} as const

export type ToServer = MessageOf<typeof toServer>
export type ToTui = MessageOf<typeof toTui>
export type SessionState = Extract<ToTui, { say: 'state' }>
