import type { ProjectStore, Result } from '../../store/store.ts'
import type { Night } from '../../suggest/trial.ts'
import { nightIn } from '../night/night-file.ts'

/** Which nights of a project are meant. */
export interface NightsMeant {
  project: ProjectStore
  /** Those with work since then; milliseconds since 1970. */
  from: number
  /** IANA name of the time zone. */
  zone: string
}

/** The store refused in the middle of the work. */
export class UnreadNight extends Error {
  readonly result: Extract<Result<never>, { ok: false }>
  constructor(result: Extract<Result<never>, { ok: false }>) {
    super(result.problem.message)
    this.result = result
  }
}

/** The value, or an UnreadNight is thrown. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new UnreadNight(result)
  return result.value
}

export function readNight(project: ProjectStore, root: string, zone: string): Night {
  const { lines, find, directory } = must(nightIn(project, root))
  return { root, lines, find, directory, zone }
}
