import { fileURLToPath } from 'node:url'
import { createSources } from '../../src/cli/policies/sources.ts'
import type { FindSource } from '../../src/policy/source.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Finds built-in policies, and others in the given texts, by their names. */
export function sourcesOf(texts: Record<string, string>): FindSource {
  const { find } = createSources(root)
  return (reference, from) => {
    const name = reference.replace(/^\.\//, '')
    const text = texts[name]
    return text === undefined ? find(reference, from) : { name, text }
  }
}
