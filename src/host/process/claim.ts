const key = Symbol.for('opencode-diverter')

/**
 * Claims a project folder for this process, so that a plugin loaded twice does not answer twice.
 * The result gives it back; null: another instance holds it.
 */
export function claim(directory: string): (() => void) | null {
  const shared = globalThis as { [key]?: Set<string> }
  shared[key] ??= new Set()
  const held = shared[key]
  if (held.has(directory)) return null
  held.add(directory)
  return () => {
    held.delete(directory)
  }
}
