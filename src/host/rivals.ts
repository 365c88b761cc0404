import { listOf } from '../decode/payload.ts'

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

/** What is wrong with the host's list of plugins: those beside which an agent is told twice to go on. */
export function rivalProblems(plugins: unknown): string[] {
  return listOf(plugins).flatMap((entry) => {
    const listed = Array.isArray(entry) ? entry[0] : entry
    const words = typeof listed === 'string' ? listed.toLowerCase().split(/[/\\]|(?<=.)@|\.[cm]?[jt]s$/) : []
    const name = known.find((each) => words.includes(each))
    return name === undefined
      ? []
      : `The plugin ${name} is loaded too and tells the agent by itself to go on, so it may be told twice: keep one of the two, or say /blockers off`
  })
}
