import { describeError, type ErrorData, isErrorData } from './error-data.ts'

/** An error that nobody expected, as data that a log and a journal can keep. */
export interface Fault {
  /** Six hexadecimal digits; the same fault has the same id again. */
  id: string
  /** What was worked on, such as `tool calls`. */
  where: string
  error: ErrorData
  /** Digest of the built file that the places in the stack are of; null when it runs from source. */
  build: string | null
}

/** True if a value from outside, such as a line of a file, has all that a fault has. */
export function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false
  const { id, where, error, build }: { [Name in keyof Fault]?: unknown } = value
  if (typeof id !== 'string' || !/^[0-9a-f]{6}$/.test(id) || typeof where !== 'string') return false
  return isErrorData(error) && (build === null || typeof build === 'string')
}

/** How many places of a stack tell one fault from another. */
const tellingPlaces = 3

/**
 * Makes a fault of whatever was thrown. `clean` takes out secrets; it is asked before anything is cut, and the id does
 * not depend on it.
 */
export function faultOf(where: string, thrown: unknown, build: string | null, clean: (text: string) => string): Fault {
  const id = shortDigest(kindOf(describeError(thrown, (text) => text))).slice(0, 6)
  return { id, where, error: describeError(thrown, clean), build }
}

/** The message of a fault with its id, for a sentence that a person reads. */
export const faultText = ({ id, error }: Fault): string => `${error.message || error.name} (fault ${id})`

/** The whole of an error: name, message and places, then the same of its cause. `shown` says how a place is written. */
export function errorText(error: ErrorData, shown: (place: string) => readonly string[] = (place) => [place]): string {
  const own = [
    error.message === '' ? error.name : `${error.name}: ${error.message}`,
    ...error.stack.flatMap(shown).map((line) => `    ${line}`),
  ]
  const cause = error.cause === null ? [] : [`Caused by ${errorText(error.cause, shown)}`]
  return [...own, ...cause].join('\n')
}

/** What makes faults equal: names, the messages but for what differs each time, and the innermost places. */
function kindOf({ name, message, stack, cause }: ErrorData): string {
  // Where a stack overflows is chance.
  const places = name === 'RangeError' ? [] : stack.flatMap((line) => placeIn(line) ?? []).slice(0, tellingPlaces)
  return [name, shapeOf(message), ...places, ...(cause === null ? [] : [kindOf(cause)])].join('\n')
}

/** File, line and column without the folder, which differs from machine to machine. */
const placeIn = (line: string): string | null => /[^/\\()\s]+\.\w+:\d+:\d+(?=\)?$)/.exec(line)?.[0] ?? null

/** A message without quoted texts, and without words that hold a digit or a path. */
const shapeOf = (message: string): string =>
  message
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, '""')
    .split(/\s+/)
    .map((word) => (/[\d/\\]/.test(word) ? '#' : word))
    .join(' ')

/** A digest for telling texts apart, not against forgery: 32 bits of FNV-1a, in hexadecimal. */
export function shortDigest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
