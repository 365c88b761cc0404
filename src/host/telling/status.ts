import type { Clock } from '../../runtime/ports.ts'
import { type Channels, channelNames } from './channels.ts'
import type { HostClient } from '../client.ts'
import { within } from '../within.ts'

const patience = 1000

/** What status tells beside the runtime's own lines: both versions, the config, failing channels, faults of the start. */
export function createStatus(
  client: HostClient,
  clock: Clock,
  channels: Channels,
  problems: () => readonly string[],
  origin: () => string,
  own: string | null,
): () => Promise<string[]> {
  return async () => {
    const version = await within(clock, patience, client.version(), null)
    const failing = channelNames.flatMap((name) => {
      const now = channels.state(name)
      return now.state === 'failing' ? [`Failing: ${name}: ${now.error}`] : []
    })
    return [
      [
        ...(own === null ? [] : [`opencode-diverter ${own}`]),
        ...(version === null ? [] : [`OpenCode ${version}`]),
      ].join(', '),
      origin(),
      ...failing,
      ...problems().map((problem) => `Problem: ${problem}`),
    ]
  }
}
