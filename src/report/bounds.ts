import { cut } from '../runtime/text/cut.ts'
import { redact } from '../runtime/text/redact.ts'

/** The longest text of others in a report, in UTF-16 units; of a question and a claim, of anything else. */
export const longestSaid = 600
export const longestShort = 200
/** The longest list of one kind in a session. */
export const mostListed = 50
/** Moments of one session. */
export const mostMoments = 300
/** Moments that a page shows of all sessions together, and of each at least. */
export const mostOnPage = 3000
export const fewestMoments = 10
/** Cards of one kind in a view for people; the data has all. */
export const mostCards = 200
/** Subjects of one rule. */
export const mostSubjects = 10
/** Files of one session. */
export const mostFiles = 200

/** A text of others as a report holds it. */
export const said = (text: string, longest: number = longestSaid): string => redact(cut(text.trim(), longest))

/** A list that keeps its first and its last ones; what is between is counted. */
export interface Bounded<T> {
  first: T[]
  /** Made only once they are wanted: blacking out a text takes long. */
  last: (() => T)[]
  more: number
}

export const bounded = <T>(): Bounded<T> => ({ first: [], last: [], more: 0 })

export function put<T>(list: Bounded<T>, make: () => T, most: number = mostListed): void {
  const { first, last } = list
  if (first.length < most / 2) first.push(make())
  else if (last.push(make) > most / 2) {
    last.shift()
    list.more += 1
  }
}

export const itemsOf = <T>({ first, last }: Bounded<T>): T[] => [...first, ...last.map((make) => make())]
