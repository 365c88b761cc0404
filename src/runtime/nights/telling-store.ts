import { isPassing } from '../../store/problem.ts'
import type { Result, StoreProblem } from '../../store/store.ts'
import type { NightStore, Ports } from '../ports.ts'

type Act = 'read' | 'write'

/** The store, with what is in its way told to a person once. */
export interface TellingStore {
  does: <T>(act: Act, work: (project: NightStore) => Result<T>) => Result<T>
  /** What is in the way, as a person was told; null if nothing is. */
  problem: (act: Act) => StoreProblem | null
}

/** `writes`: the store takes something after it had taken nothing. */
export function createTellingStore({ store, host }: Pick<Ports, 'store' | 'host'>, writes: () => void): TellingStore {
  const told: Record<Act, StoreProblem | null> = { read: null, write: null }
  return {
    does: (act, work) => {
      const project = store.project()
      const done = kept(project.ok ? work(project.value) : project)
      const problem = done.ok ? null : done.problem
      const isNews = Object.values(told).every((one) => one?.message !== problem?.message)
      const isBack = act === 'write' && told.write !== null && problem === null
      told[act] = problem
      if (isBack) writes()
      if (problem !== null && isNews) host.notify(null, problem.message, 'error')
      return done
    },
    problem: (act) => told[act],
  }
}

/** A session keeps what was not written; a command that ends does not. */
const kept = <T>(done: Result<T>): Result<T> =>
  done.ok || !isPassing(done.problem)
    ? done
    : { ok: false, problem: { ...done.problem, message: `${done.problem.message}; it is tried again` } }
