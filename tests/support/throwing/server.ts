import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hooks, PluginInput, ToolDefinition } from '@opencode-ai/plugin'
import plugin from '../../../src/server.ts'
import { type Happening, running } from './running.ts'

/** The file in the project that tells which hooks there are and what happened in each call. */
export const happenings = 'happenings.jsonl'

type Call = (...given: unknown[]) => Promise<unknown>

/** The plugin, with a note of each call of a hook. */
async function server(input: PluginInput, options?: unknown): Promise<Hooks> {
  const write = (line: object) => appendFileSync(join(input.directory, happenings), `${JSON.stringify(line)}\n`)
  const watched = (hook: string, call: Call): Call => {
    write({ hook, happened: 'offered' })
    const note = (happened: Happening) => write({ hook, happened })
    return (...given) =>
      running.run({ note }, async () => {
        note('entered')
        try {
          return await call(...given)
        } catch (error) {
          note('let out')
          throw error
        }
      })
  }
  const hooks = await plugin.server(input, options)
  const tools = Object.entries(hooks.tool ?? {}).map(([name, tool]): [string, ToolDefinition] => [
    name,
    { ...tool, execute: watched(`tool ${name}`, tool.execute as Call) as ToolDefinition['execute'] },
  ])
  const others = Object.entries(hooks).filter(([name]) => name !== 'tool')
  return {
    ...Object.fromEntries(others.map(([name, hook]) => [name, watched(name, hook as Call)])),
    tool: Object.fromEntries(tools),
  }
}

export default { id: plugin.id, server }
