import { cut } from '../runtime/cut.ts'
import { redact } from '../runtime/redact.ts'

/** The longest text of others in a report, in UTF-16 units; of a question and a claim, of anything else. */
export const longestSaid = 600
export const longestShort = 200
/** The longest list of one kind in a session. */
export const mostListed = 50
/** Moments of one session. */
export const mostMoments = 300
/** Subjects of one rule. */
export const mostSubjects = 10
/** Files of one session. */
export const mostFiles = 200

/** A text of others as a report holds it. */
export const said = (text: string, longest: number = longestSaid): string => redact(cut(text.trim(), longest))

/** A list that takes only so many; the rest is counted. */
export interface Bounded<T> {
  items: T[]
  more: number
}

export const bounded = <T>(): Bounded<T> => ({ items: [], more: 0 })

/** `make` is asked only if there is room: blacking out a text takes long. */
export function put<T>(list: Bounded<T>, make: () => T, most: number = mostListed): void {
  if (list.items.length < most) list.items.push(make())
  else list.more += 1
}
