import { join } from 'node:path'
import { userConfig } from '../shared-sources.ts'

const day = 86_400_000
/** Where the user says nothing. */
export const usualKeep = 90 * day

/**
 * How long the user keeps the lines of a night, in milliseconds; null for ever. A config that cannot be read may have
 * said so.
 */
export async function keepOf(userFolder: string | null, read: (path: string) => string | null): Promise<number | null> {
  const text = userFolder === null ? null : read(join(userFolder, 'diverter.yaml'))
  if (text === null) return usualKeep
  const [{ readConfig }, { readSpan }] = await Promise.all([
    import('../../policy/config.ts'),
    import('../../core/text.ts'),
  ])
  const { config } = readConfig({ name: userConfig, text }, 'user')
  if (config === null) return null
  const { keep } = config
  return keep === undefined ? usualKeep : keep === null ? null : readSpan(keep)
}
