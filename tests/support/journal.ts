import type { Project } from './project.ts'

interface RunChange {
  to: string
  reason: string | null
}

/** Why the last run of a session tree stopped, by its journal; null if it goes on or is paused. */
export function stopReason(project: Project, session: string): string | null {
  const last = project.journal(session).flatMap(runChanges).at(-1)
  return last?.to === 'stopped' ? last.reason : null
}

/** The changes of the run anywhere in a journal line, in order. */
function runChanges(value: unknown): RunChange[] {
  if (Array.isArray(value)) return value.flatMap(runChanges)
  if (typeof value !== 'object' || value === null) return []
  if ('change' in value && value.change === 'run' && 'to' in value && 'reason' in value) {
    return [{ to: String(value.to), reason: value.reason === null ? null : String(value.reason) }]
  }
  return Object.values(value).flatMap(runChanges)
}
