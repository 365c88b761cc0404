import type { ProjectStore, Result } from '../../store/store.ts'
import type { Night } from '../../suggest/trial.ts'
import { type KnownSets, nightIn } from '../night/night-file.ts'

/** Which nights of a project are meant. */
export interface NightsMeant {
  project: ProjectStore
  /** Those with work since then; milliseconds since 1970. */
  from: number
  /** IANA name of the time zone. */
  zone: string
  /** How many lines the newest of them may have together; null: all nights are read. */
  most: number | null
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

/** Reads nights of a project one by one; policies that they share are compiled once. */
export function nightReader({ project, zone }: Pick<NightsMeant, 'project' | 'zone'>): (root: string) => Night {
  const known: KnownSets = new Map()
  return (root) => {
    const { lines, find, directory } = must(nightIn(project, root, known))
    return { root, lines, find, directory, zone }
  }
}

/** Of these nights, the oldest first, the newest that have at most so many lines together; one at least, if any has. */
export function newestOf(roots: readonly string[], most: number, linesOf: (root: string) => number): string[] {
  const newest: string[] = []
  let all = 0
  for (const root of [...roots].reverse()) {
    const lines = linesOf(root)
    if (lines === 0) continue
    all += lines
    if (all > most && newest.length > 0) break
    newest.unshift(root)
  }
  return newest
}
