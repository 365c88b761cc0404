import { readOptions } from '../../policy/options/read.ts'
import type { ChangedFile } from '../../policy/trust/reading.ts'
import { type InForce, loadInForce, type Trust } from '../../policy/trust/in-force.ts'
import type { ConfigFiles } from '../../runtime/files/config-files.ts'
import type { PluginEntry } from '../../runtime/config/plugin-entry.ts'
import { sourceText } from '../../runtime/reading/source-text.ts'
import { waitingIn } from '../../runtime/trust/own-files.ts'
import { homeOfTrust } from '../../runtime/trust/home-of-trust.ts'
import { type ProjectInputs, projectInputs } from '../../runtime/trust/project-inputs.ts'
import { isCi, trustReader } from '../../runtime/trust/trust-reader.ts'
import { ownPlace } from '../../runtime/files/user-store.ts'
import type { CommandIo } from '../io/io.ts'

/** What decides in a project, by the names that the plugin gives its files, and how the user stands to it. */
export interface Standing {
  inForce: InForce
  inputs: ProjectInputs
  /** The folder by which it is trusted. */
  home: string
  trust: Trust
  /** Files of the user's own config that changed while an agent was at work, by absolute paths. */
  waiting: readonly ChangedFile[]
}

/** Loads a project as the plugin does. */
export function standingOf(directory: string, files: ConfigFiles, entry: PluginEntry | null, io: CommandIo): Standing {
  const { userFolder, place, version, environment = {} } = io
  const { settings } = readOptions(entry?.options).options
  const reader = trustReader(
    place === undefined ? ownPlace() : { ok: true, value: place },
    'command',
    isCi(environment),
    userFolder,
  )
  try {
    const held = reader.held()
    const inputs = projectInputs({
      directory,
      files,
      userFolder: userFolder ?? null,
      settings,
      held,
      note: () => undefined,
    })
    const { config, find, layering } = inputs
    const home = homeOfTrust(reader.trust, files, directory)
    const trust = reader.trust(home)
    if (io.isStoreNoticed !== true) for (const notice of reader.notices()) io.writeError(`${notice}\n`)
    const inForce = loadInForce(config, find, layering, trust, { plugin: version ?? null })
    return { inForce, inputs, home, trust, waiting: waitingIn(held, sourceText) }
  } finally {
    reader.close()
  }
}
