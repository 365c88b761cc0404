import type { Hooks } from '@opencode-ai/plugin'

const key = Symbol.for('opencode-diverter hooks')

function shared(): Map<string, Hooks> {
  const process = globalThis as { [key]?: Map<string, Hooks> }
  process[key] ??= new Map()
  return process[key]
}

/** Leaves hooks for the next instance of the plugin in this process for a project folder. */
export function handOver(directory: string, hooks: Hooks): void {
  shared().set(directory, hooks)
}

/** The hooks that an instance before has left for this one; null if there are none. */
export function takeOver(directory: string): Hooks | null {
  const hooks = shared().get(directory) ?? null
  shared().delete(directory)
  return hooks
}
