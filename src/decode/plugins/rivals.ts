import { listOf } from '../payload.ts'
import { namesIn, pluginSpec } from './spec.ts'

/** Packages known to send prompts of their own when a turn ends. */
const known = [
  'oh-my-opencode',
  'oh-my-openagent',
  'oh-my-opencode-slim',
  'opencode-auto-resume',
  'opencode-autopilot',
  'opencode-goal-plugin',
  'opencode-loop',
]

/** The name of a plugin beside which an agent is told twice to go on; null for every other entry of the list. */
export function rivalOf(entry: unknown): string | null {
  const words = namesIn(pluginSpec(entry)?.spec ?? '')
  return known.find((each) => words.includes(each)) ?? null
}

/** What is wrong with the host's list of plugins, a line for each rival. */
export function rivalProblems(plugins: unknown): string[] {
  return listOf(plugins).flatMap((entry) => {
    const name = rivalOf(entry)
    return name === null
      ? []
      : `The plugin ${name} is loaded too and tells the agent by itself to go on, so it may be told twice: keep one of the two, or say /blockers off`
  })
}
