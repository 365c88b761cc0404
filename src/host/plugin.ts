import { tmpdir } from 'node:os'
import { dirname, relative, sep } from 'node:path'
import type { Hooks, PluginInput } from '@opencode-ai/plugin'
import { createSealing, lifeName } from '../channel/sealed.ts'
import { makeSharedKey, sharedKeyPath } from '../channel/shared-key.ts'
import { readOptions } from '../policy/options/read.ts'
import { createFaults, type Faults } from '../runtime/fault/faults.ts'
import { keepFault } from '../runtime/fault/keep-fault.ts'
import { ownBuild } from '../runtime/fault/own-build.ts'
import { keepOf } from '../runtime/keep/setting.ts'
import { startUpkeep } from '../runtime/keep/upkeep.ts'
import { digest } from '../runtime/files/node-digest.ts'
import { nodeFiles } from '../runtime/files/node-files.ts'
import { ownRoot } from '../runtime/files/find-source.ts'
import { ownVersion } from '../runtime/files/own-version.ts'
import type { Files, StorePort } from '../runtime/ports.ts'
import { redact } from '../runtime/text/redact.ts'
import { visible } from '../runtime/text/visible.ts'
import { isOutside } from '../runtime/reading/outside.ts'
import { sourceText } from '../runtime/reading/source-text.ts'
import { userFolder } from '../runtime/files/shared-sources.ts'
import { systemClock } from '../runtime/time/system-clock.ts'
import { isCi, trustReader } from '../runtime/trust/trust-reader.ts'
import { readingHeld } from '../runtime/trust/own-files.ts'
import { userConfigText } from '../runtime/files/user-config.ts'
import { homeFolder, openUserStore, ownPlace, userStore } from '../runtime/files/user-store.ts'
import { processName } from './process/alive.ts'
import { boundFiles, hostFiles, ownFiles, packageFolders } from './files/bound-files.ts'
import { claim } from './process/claim.ts'
import { createHostClient, type RawClient } from './client.ts'
import { createHalf, type HalfParts } from './half.ts'
import { loadPolicies } from './files/policies.ts'
import { realReader } from './files/real-reader.ts'
import { leavingRun } from './process/leaving.ts'
import { takeOver } from './process/handed-over.ts'
import { oneCommand, writeAtOnce } from './process/one-command.ts'
import { missingCalls } from './self-check.ts'
import { silentHooks } from './process/silent.ts'
import { within } from './within.ts'

const doubled = 'Loaded twice for this project: this second instance does nothing; list the plugin once'
/** How long the host may take to say its version, in milliseconds. */
const versionPatience = 1000
/** How long old nights wait for others that write, in milliseconds; the host stands still so long. */
const upkeepPatience = 20

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
  const handed = takeOver(directory)
  if (handed !== null) return handed
  const release = claim(directory)
  if (release === null) return silentHooks(client, doubled, 'warning')
  const files = nodeFiles()
  const name = processName()
  const place = ownPlace()
  const configs = userFolder(process.env)
  const trust = trustReader(place, name, isCi(process.env), configs)
  const readOwn = readingHeld(trust.held, sourceText)
  const store = (say: (message: string) => void): StorePort =>
    userStore(place, { directory: realReader(files)(directory), process: name }, ({ message }) => say(message))
  try {
    // What changed is held before sessions begin by it.
    let look = (): void => undefined
    const version = ownVersion(sourceText)
    const policies = await loadPolicies({
      directory,
      config: options.config,
      settings: options.settings,
      userFolder: configs,
      read: sourceText,
      digest,
      trust: trust.trust,
      held: trust.held,
      changing: () => look(),
      tell: (error) =>
        startFaults(store, files, (line) => client.log('error', line)).tell('the policies', error, null).text,
      versions: async () => ({
        opencode: await within(systemClock(), versionPatience, client.version(), null),
        plugin: version,
      }),
    })
    const bound = boundFiles(
      () => [...policies.files(), ...ownFiles(configs), ...hostFiles(directory, configs, homeFolder() || null)],
      sourceText,
      packageFolders(directory, ownRoot()),
      (changes) => {
        const own = changes.filter((change) => !isOutside(relative(configs, change.name)))
        const problem = trust.hold(own, systemClock().now())
        if (problem !== null) client.log('warn', `Cannot keep what your own config was: ${problem}`)
      },
    )
    look = bound.look
    return createHalf({
      directory,
      worktree: input.worktree,
      mode: modeOf(process.argv[2]),
      client,
      clock: systemClock(),
      files,
      store,
      upkeep: (clock, log) =>
        startUpkeep({
          clock,
          open: () => (place.ok ? openUserStore(place.value, name, upkeepPatience) : place),
          keep: () => keepOf(configs, readOwn),
          log,
        }),
      statePaths: place.ok ? statePaths(place.value.folder, files) : [],
      digest,
      sealing: createSealing(lifeName(), sharedKey()),
      process: name,
      policies,
      bound,
      away: {
        config: () => userConfigText(configs, readOwn),
        environment: process.env,
        home: homeFolder() || tmpdir(),
      },
      version,
      startProblems: [...problems, ...missingCalls(input.client), ...trust.notices()],
      say: (text) => writeAtOnce(process.stderr.fd, visible(redact(text))),
      oneCommand: oneCommand(process),
      leaving: leavingRun(process),
      release: () => {
        trust.close()
        release()
      },
    })
  } catch (error) {
    release()
    const details: string[] = []
    const { text } = startFaults(store, files, (line) => details.push(line)).tell('the start', error, null)
    return silentHooks(client, `The plugin is off: ${text}`, 'error', details)
  }
}

/** The key of this user's halves, made when it is first asked for; without one nothing is said to terminals. */
function sharedKey(): () => Uint8Array | null {
  const path = sharedKeyPath()
  let key: Uint8Array | null = null
  return () => {
    if (path !== null) key ??= makeSharedKey(dirname(path), path)
    return key
  }
}

/** While there is no runtime: what fails belongs to no session. */
function startFaults(store: HalfParts['store'], files: Files, log: (line: string) => void): Faults {
  const parts = { store: store(log), clock: systemClock() }
  return createFaults({ build: ownBuild(files), log, keep: (fault) => keepFault(parts, fault, null) })
}

/** The folder of the store as globs, for the fact `own`: as it is named, and where links lead. */
function statePaths(folder: string, files: Files): string[] {
  const named = [folder, realReader(files)(folder)].map((path) => path.split(sep).join('/'))
  return [...new Set(named)].map((path) => `${path.replace(/[\\*?[\](){}!+@|]/g, '\\$&')}/**`)
}

function modeOf(command: string | undefined): 'run' | 'serve' | 'tui' {
  if (command === 'run') return 'run'
  return command === 'serve' || command === 'web' || command === 'acp' ? 'serve' : 'tui'
}
