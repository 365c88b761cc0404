/** Whatever was thrown, as data of a bounded size. */
export interface ErrorData {
  name: string
  message: string
  /** Places, the innermost first, each as the engine writes it: `at read (file:///…/dist/server.js:3:120)`. */
  stack: string[]
  cause: ErrorData | null
}

/** In UTF-16 units. */
const longestMessage = 1000
const longestPlace = 300
const mostPlaces = 12
const mostCauses = 4
/** More of a text is not even looked at. */
const lookedAt = 50_000

/** Never throws, whatever was thrown. `clean` takes out secrets, before anything is cut. */
export function describeError(thrown: unknown, clean: (text: string) => string, depth = 0): ErrorData {
  const bounded = (text: string, limit: number): string => cut(clean(text.slice(0, lookedAt)), limit)
  if (typeof thrown !== 'object' || thrown === null)
    return { name: typeof thrown, message: bounded(String(thrown), longestMessage), stack: [], cause: null }
  const message = textIn(thrown, 'message') ?? ''
  const cause = fieldOf(thrown, 'cause') ?? listIn(thrown, 'errors')[0]
  return {
    name: bounded(textIn(thrown, 'name') ?? 'object', 100),
    message: bounded(message, longestMessage),
    stack: placesIn(textIn(thrown, 'stack') ?? '', message)
      .slice(0, mostPlaces)
      .map((place) => bounded(place, longestPlace)),
    cause: cause === undefined || depth >= mostCauses ? null : describeError(cause, clean, depth + 1),
  }
}

/** The same error without what `clean` takes out. */
export function cleanedError(error: ErrorData, clean: (text: string) => string): ErrorData {
  return {
    name: clean(error.name),
    message: clean(error.message),
    stack: error.stack.map(clean),
    cause: error.cause === null ? null : cleanedError(error.cause, clean),
  }
}

/** True if a value from outside has all that an error has, and is as small. */
export function isErrorData(value: unknown, depth = 0): value is ErrorData {
  if (typeof value !== 'object' || value === null || depth > mostCauses) return false
  const { name, message, stack, cause }: { [Name in keyof ErrorData]?: unknown } = value
  if (typeof name !== 'string' || typeof message !== 'string' || message.length > longestMessage) return false
  if (!Array.isArray(stack) || stack.length > mostPlaces) return false
  if (!stack.every((place) => typeof place === 'string' && place.length <= longestPlace)) return false
  return cause === null || isErrorData(cause, depth + 1)
}

/** The lines of a stack that name a place; the message stands before them, and may look like one. */
function placesIn(stack: string, message: string): string[] {
  const begin = message === '' ? 0 : Math.max(0, stack.indexOf(message) + message.length)
  return stack
    .slice(begin, begin + lookedAt)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .|@.*:\d+:\d+$/.test(line))
}

/** A member of what was thrown; reading it may throw again. */
function fieldOf(thrown: object, name: string): unknown {
  try {
    return Reflect.get(thrown, name)
  } catch {
    return undefined
  }
}

function textIn(thrown: object, name: string): string | null {
  const value = fieldOf(thrown, name)
  return typeof value === 'string' ? value : null
}

function listIn(thrown: object, name: string): readonly unknown[] {
  const value = fieldOf(thrown, name)
  return Array.isArray(value) ? value : []
}

const cut = (text: string, limit: number): string => (text.length <= limit ? text : `${text.slice(0, limit - 1)}…`)
