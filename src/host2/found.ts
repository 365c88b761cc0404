import { oneLine } from '../runtime/text/visible.ts'

/** What an OpenCode of version 2 or newer says of itself; null where it says nothing. */
export interface SecondHost {
  version: string | null
  /** The program that the plugin runs in, such as `opencode`. */
  app: string | null
  /** Where its releases come from, such as `latest`. */
  channel: string | null
  /** Those of `calls` that it offers. */
  calls: string[]
}

/** What a plugin needs of OpenCode 2. The core of it that OpenCode 1 carries offers none of these. */
const calls = ['permission.hook', 'session.hook', 'event.subscribe', 'tool.hook']

/** No word of a host is shown longer, in letters. */
const longest = 60

/**
 * The host that gave a plugin this context, if it is an OpenCode of version 2 or newer; null for OpenCode 1, which calls
 * `setup` beside `server`. What the context says of its version decides; where it says none, what it offers. Nothing is
 * called, and whatever is given, nothing is thrown.
 */
export function secondHost(context: unknown): SecondHost | null {
  const offered = calls.filter((path) => typeof at(context, path) === 'function')
  const version = word(at(context, 'app.version'))
  const major = Number(/^v?(\d+)\./.exec(version ?? '')?.[1] ?? 0)
  // A version of 0 is that of a build in between, which says nothing.
  const isSecond = major === 0 ? offered.length === calls.length : major >= 2
  if (!isSecond) return null
  return { version, app: word(at(context, 'app.name')), channel: word(at(context, 'app.channel')), calls: offered }
}

/** The value at a path of keys; undefined where a step of it is missing or cannot be read. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((found: unknown, key) => {
    try {
      return Reflect.get(Object(found), key)
    } catch {
      // A getter of the host may throw; that is no more than a value that is not there.
      return undefined
    }
  }, value)
}

const word = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? oneLine(value.slice(0, longest)) : null
