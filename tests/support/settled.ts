import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a settings folder of the host look as if its own dependencies were installed.
 * Else the host fetches `@opencode-ai/plugin` into every new folder, half a minute each, which no plugin of ours needs.
 */
export function settleDependencies(folder: string): void {
  const dependencies = { '@opencode-ai/plugin': '*' }
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': { dependencies } } }))
}
