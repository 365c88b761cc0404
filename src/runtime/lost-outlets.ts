import type { ProjectStore, Result } from '../store/store.ts'
import type { Clock, Ports } from './ports.ts'
import { redact } from './text/redact.ts'

const code = 'outlet'

/** An outlet by which notices of this project did not arrive. */
export interface LostOutlet {
  outlet: string
  why: string
  /** Milliseconds since 1970. */
  at: number
}

/** Keeps it for the report. A store that takes nothing is told by whoever writes the night. */
export function keepLost(
  { store, clock }: Pick<Ports, 'store'> & { clock: Pick<Clock, 'now'> },
  outlet: string,
  why: string,
): void {
  const project = store.project()
  if (!project.ok) return
  const at = clock.now()
  project.value.note({ code, subject: `${outlet} ${at}`, at, detail: JSON.stringify({ outlet, why: redact(why) }) })
}

/** All of a project, the oldest first. */
export function lostOutlets(project: Pick<ProjectStore, 'notes'>): Result<LostOutlet[]> {
  const found = project.notes(code)
  if (!found.ok) return found
  const lost = found.value.flatMap(({ at, detail }): LostOutlet[] => {
    const { outlet, why }: { outlet: unknown; why: unknown } = JSON.parse(detail)
    return typeof outlet === 'string' && typeof why === 'string' ? [{ outlet, why, at }] : []
  })
  return { ok: true, value: lost }
}
