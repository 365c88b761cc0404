import type { Project } from './project.ts'

interface RunChange {
  to: string
  reason: string | null
  detail: string | null
}

/** Why the last run of a session tree stopped, by its journal; null if it goes on or is paused. */
export const stopReason = (project: Project, session: string): string | null =>
  lastStop(project, session)?.reason ?? null

/** The same with what is said beside the reason. */
export function lastStop(project: Project, session: string): RunChange | null {
  const last = project.journal(session).flatMap(runChanges).at(-1)
  return last?.to === 'stopped' ? last : null
}

/** The changes of the run anywhere in a journal line, in order. */
function runChanges(value: unknown): RunChange[] {
  if (Array.isArray(value)) return value.flatMap(runChanges)
  if (typeof value !== 'object' || value === null) return []
  if ('change' in value && value.change === 'run' && 'to' in value && 'reason' in value) {
    const detail = 'detail' in value && value.detail !== null ? String(value.detail) : null
    return [{ to: String(value.to), reason: value.reason === null ? null : String(value.reason), detail }]
  }
  return Object.values(value).flatMap(runChanges)
}
