import type { Hooks, PluginInput } from '@opencode-ai/plugin'
import { digest } from '../runtime/node-digest.ts'
import { nodeFiles } from '../runtime/node-files.ts'
import type { Files } from '../runtime/ports.ts'
import { userFolder } from '../runtime/shared-sources.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { claim } from './claim.ts'
import { createHostClient, type RawClient } from './client.ts'
import { errorText } from './guard.ts'
import { createHalf } from './half.ts'
import { readOptions } from './options.ts'
import { ownVersion } from './own-version.ts'
import { loadPolicies } from './policies.ts'
import { missingCalls } from './self-check.ts'
import { silentHooks } from './silent.ts'
import { within } from './within.ts'

const doubled = 'Loaded twice for this project: this second instance does nothing; list the plugin once'
/** How long the host may take to say its version, in milliseconds. */
const versionPatience = 1000

/**
 * OpenCode's entry: builds the plugin for one project folder. No request may be made in here but that for the host's
 * health: all others wait for the plugin, which waits for them.
 */
export async function server(input: PluginInput, given?: unknown): Promise<Hooks> {
  const { options, problems } = readOptions(given)
  if (!options.enabled) return {}
  const { directory } = input
  // The published types lack endpoints that every server has; this is the one place that looks behind them.
  const client = createHostClient(input.client as unknown as RawClient)
  const release = claim(directory)
  if (release === null) return silentHooks(client, doubled, 'warning')
  try {
    const files = nodeFiles()
    const policies = await loadPolicies({
      directory,
      config: options.config,
      userFolder: userFolder(process.env),
      read: textReader(files),
      digest,
      versions: async () => ({
        opencode: await within(systemClock(), versionPatience, client.version(), null),
        plugin: ownVersion(textReader(files)),
      }),
    })
    return createHalf({
      directory,
      worktree: input.worktree,
      mode: modeOf(process.argv[2]),
      client,
      clock: systemClock(),
      files,
      digest,
      process: `${process.pid}-${Date.now().toString(36)}`,
      policies,
      startProblems: [...problems, ...missingCalls(input.client)],
      release,
    })
  } catch (error) {
    release()
    return silentHooks(client, `The plugin is off: ${errorText(error)}`, 'error')
  }
}

function modeOf(command: string | undefined): 'run' | 'serve' | 'tui' {
  if (command === 'run') return 'run'
  return command === 'serve' || command === 'web' || command === 'acp' ? 'serve' : 'tui'
}

function textReader(files: Files): (path: string) => string | null {
  return (path) => {
    try {
      return files.read(path)
    } catch {
      return null
    }
  }
}
