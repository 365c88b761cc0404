import { readUserConfig, userConfigText } from '../files/user-config.ts'

const day = 86_400_000
/** Where the user says nothing. */
export const usualKeep = 90 * day

/**
 * How long the user keeps the lines of a night, in milliseconds; null for ever. A config that cannot be read may have
 * said so.
 */
export async function keepOf(userFolder: string | null, read: (path: string) => string | null): Promise<number | null> {
  const text = userConfigText(userFolder, read)
  if (text === null) return usualKeep
  const [config, { readSpan }] = await Promise.all([readUserConfig(text), import('../../core/text.ts')])
  if (config === null) return null
  const { keep } = config
  return keep === undefined ? usualKeep : keep === null ? null : readSpan(keep)
}
