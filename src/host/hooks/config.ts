import { rivalProblems } from '../../decode/plugins/rivals.ts'
import type { Offered } from '../offered.ts'

/** The part of OpenCode's configuration that we touch. The object stays live: changes work at once. */
export interface LiveConfig {
  command?: Record<string, { template: string; description?: string }>
  plugin?: unknown
  experimental?: Record<string, unknown>
}

export interface ConfigHook {
  configure: (config: LiveConfig) => void
  /** Whether a refusal lets the agent go on; null restores what the user configured. */
  continueOnDeny: (go: true | null) => void
  /** What the user configured. */
  usersContinueOnDeny: () => boolean
  /** What is wrong with the configuration beside us. */
  problems: () => readonly string[]
}

const flag = 'continue_loop_on_deny'

export function createConfigHook(offered: Offered, say: (problem: string) => void): ConfigHook {
  let live: LiveConfig | null = null
  let users: unknown
  let problems: string[] = []
  return {
    configure: (config) => {
      live = config
      users = config.experimental?.[flag]
      problems = rivalProblems(config.plugin)
      for (const problem of problems) say(problem)
      config.command ??= {}
      for (const [name, { description, actions, prompt }] of offered.commands) {
        config.command[name] = {
          template:
            prompt ??
            `/${name} $ARGUMENTS is answered by opencode-diverter and not by you. Say so, and do nothing else.`,
          // The popup has room for some 60 letters, and what one can type is what one looks for there.
          description: actions.length > 0 ? `${actions.join(', ')}: ${description}` : description,
        }
      }
    },
    usersContinueOnDeny: () => users === true,
    problems: () => problems,
    continueOnDeny: (go) => {
      if (live === null) return
      const { [flag]: _before, ...others } = live.experimental ?? {}
      const value = go ?? users
      live.experimental = value === undefined ? others : { ...others, [flag]: value }
    },
  }
}
