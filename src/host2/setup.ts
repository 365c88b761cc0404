import { nodeFiles } from '../runtime/files/node-files.ts'
import { ownVersion } from '../runtime/files/own-version.ts'
import { type SecondHost, secondHost } from './found.ts'

export interface SetupPorts {
  /** Writes a line into OpenCode's log. */
  say: (line: string) => void
  /** The version of this plugin; null if it cannot be told. */
  version: () => string | null
}

/**
 * What OpenCode 2 calls in the place of `server`. It is not supported yet, and it says so, that nobody counts on a
 * plugin which is loaded and does nothing. OpenCode 1 calls it beside `server`: then it touches nothing.
 */
export function createSetup({ say, version }: SetupPorts): (context: unknown) => Promise<void> {
  return async (context) => {
    const host = secondHost(context)
    if (host === null) return
    attempt(() => say(notSupported(host, attempt(version))))
  }
}

export const setup = createSetup({
  say: (line) => console.warn(line),
  version: () => ownVersion((path) => nodeFiles().read(path)),
})

/** That this version of the plugin does nothing here, what was found, and what to do. */
export function notSupported({ version, app, channel, calls }: SecondHost, plugin: string | null): string {
  const named = [app === null ? [] : `app ${app}`, channel === null ? [] : `channel ${channel}`].flat()
  const found = [
    version === null ? 'an OpenCode that does not tell its version' : `OpenCode ${version}`,
    ...(named.length === 0 ? [] : [`(${named.join(', ')})`]),
  ].join(' ')
  const offered = calls.length === 0 ? 'none of the calls that we know' : calls.join(', ')
  return `opencode-diverter${plugin === null ? '' : ` ${plugin}`} does nothing here: it does not support OpenCode 2 or newer yet. Found: ${found}, a host of plugins with ${offered}. Use OpenCode 1.18 or a newer 1.x; npx opencode-diverter doctor looks at what is installed`
}

/** What it gives, or null if it fails: a plugin that throws here counts as one that cannot be loaded. */
function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch {
    return null
  }
}
