import type { TuiPluginApi } from '@opencode-ai/plugin/tui'
import { type Bound, chooseKeys, keysOf, takenText } from './keys.ts'

/** A row of the host's command palette. */
export interface PaletteCommand {
  name: string
  title: string
  run: () => void
}

interface Stroke {
  match: string
}

/** The part of the host's keymap that we use; its own types come with native code. */
interface Keymap {
  registerLayer: (layer: { mode?: 'base'; commands?: object[]; bindings?: object[] }) => unknown
  parseKeySequence: (key: string) => Stroke[]
  getCommandEntries: (query: { visibility: 'registered' }) => {
    command: { name: string }
    bindings: { sequence: Stroke[] }[]
  }[]
}

export const category = 'Blockers'

export function addCommands(api: TuiPluginApi, commands: readonly PaletteCommand[]): void {
  const keymap: Keymap = api.keymap
  keymap.registerLayer({ commands: commands.map((one) => ({ ...one, category, namespace: 'palette' })) })
}

/** Gives a command the keys that nobody else has; the texts say which are taken, and what is wrong with the options. */
export function bindKeys(api: TuiPluginApi, options: unknown, cmd: string): string[] {
  const keymap: Keymap = api.keymap
  const { keys, problem } = keysOf(options)
  const strokes = (key: string) => strokesOf(keymap.parseKeySequence(key))
  const { free, taken } = chooseKeys(keys, [...registered(keymap), ...configured(api, strokes)], strokes)
  if (free.length > 0) {
    // Also beside a request of OpenCode, but not in a dialog.
    keymap.registerLayer({
      mode: 'base',
      bindings: free.map((key) => ({ key, cmd, desc: 'Switch diverting on or off' })),
    })
  }
  return [problem, takenText(taken)].filter((text) => text !== null)
}

const strokesOf = (sequence: readonly Stroke[]): string => sequence.map(({ match }) => match).join(' ')

/** Keys in use now, also by other plugins. */
const registered = (keymap: Keymap): Bound[] =>
  keymap
    .getCommandEntries({ visibility: 'registered' })
    .flatMap(({ command, bindings }) =>
      bindings.map(({ sequence }) => ({ strokes: strokesOf(sequence), command: command.name })),
    )

/** Keys of the person's settings and the host's defaults; many are in use only while a session is shown. */
const configured = (api: TuiPluginApi, strokes: (key: string) => string): Bound[] => {
  const bindings: readonly { key: unknown; cmd: unknown }[] = api.tuiConfig.keybinds.bindings
  return bindings.flatMap(({ key, cmd }) =>
    typeof key === 'string' && typeof cmd === 'string'
      ? key.split(',').map((one) => ({ strokes: strokes(one.trim()), command: cmd }))
      : [],
  )
}
