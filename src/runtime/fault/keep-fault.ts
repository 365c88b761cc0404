import { type Fault, isFault } from '../../fault/fault.ts'
import type { ProjectStore, Result } from '../../store/store.ts'
import { type Clock, ExpectedError, type Ports } from '../ports.ts'

const code = 'fault'

/** A fault as the store has it. */
export interface KeptFault {
  fault: Fault
  /** Milliseconds since 1970. */
  at: number
  /** The root of the tree in which it was met; null for what belongs to no session. */
  session: string | null
}

/** Keeps a fault once for each tree, and once for what belongs to none. Throws where the store takes nothing. */
export function keepFault(
  { store, clock }: Pick<Ports, 'store'> & { clock: Pick<Clock, 'now'> },
  fault: Fault,
  session: string | null,
): void {
  const project = store.project()
  const subject = session === null ? fault.id : `${fault.id} ${session}`
  const detail = JSON.stringify({ fault, session })
  const done = project.ok ? project.value.note({ code, subject, at: clock.now(), detail }) : project
  if (!done.ok) throw new ExpectedError(done.problem.message)
}

/** All faults of a project, the newest first. */
export function keptFaults(project: Pick<ProjectStore, 'notes'>): Result<KeptFault[]> {
  const found = project.notes(code)
  if (!found.ok) return found
  const faults = found.value.flatMap(({ at, detail }): KeptFault[] => {
    const { fault, session }: { fault: unknown; session: string | null } = JSON.parse(detail)
    return isFault(fault) ? [{ fault, at, session }] : []
  })
  return { ok: true, value: faults.reverse() }
}
