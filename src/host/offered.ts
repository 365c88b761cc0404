import type { Command, PolicySet } from '../core/policy.ts'
import type { RecordKind } from '../core/records/kind.ts'
import { modeSpec } from '../core/vocabulary.ts'

/** What the policies in force offer to the person and to the agent. */
export interface Offered {
  commands: ReadonlyMap<string, Command>
  /** Kinds of record with a tool, by the tool's name. */
  records: ReadonlyMap<string, RecordKind & { tool: string }>
  /** Files that the plugin writes for these policies, relative to the project. */
  files: ReadonlySet<string>
}

export function offeredBy(set: PolicySet): Offered {
  const commands = new Map<string, Command>()
  const records = new Map<string, RecordKind & { tool: string }>()
  const files = new Set<string>()
  for (const policy of set.policies) {
    if (policy.project !== null) files.add(policy.project)
    if (!modeSpec[policy.mode].asked) continue
    for (const [name, command] of Object.entries(policy.commands)) if (!commands.has(name)) commands.set(name, command)
    for (const [name, kind] of Object.entries(policy.records)) {
      files.add(kind.file)
      if (kind.tool !== null && !records.has(name)) records.set(name, { ...kind, tool: kind.tool })
    }
  }
  return { commands, records, files }
}
