import { join } from 'node:path'
import type { UserConfig } from '../../policy/schema.ts'
import { userConfig } from './shared-sources.ts'

/** The text of the user's own config; null where there is none. `read` gives null for what is not there. */
export const userConfigText = (userFolder: string | null, read: (path: string) => string | null): string | null =>
  userFolder === null ? null : read(join(userFolder, 'diverter.yaml'))

/** What such a text says; null if it has problems, which who loads policies tells. */
export async function readUserConfig(text: string): Promise<UserConfig | null> {
  const { readConfig } = await import('../../policy/config.ts')
  return readConfig({ name: userConfig, text }, 'user').config
}
