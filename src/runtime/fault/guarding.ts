import type { Attempt, HostPort } from '../ports.ts'
import type { Session } from '../session.ts'
import type { Tree } from '../nights/tree.ts'
import type { Faults, Told } from './faults.ts'

/** Whatever goes wrong inside, the host goes on, and it is told. */
export interface Guarding {
  /** The words for an error; a person is told of a new fault at once. */
  tell: (where: string, error: unknown, about: Session | null) => Told
  guarded: <T>(where: string, about: Session | null, otherwise: T, work: () => T) => T
  /** Goes on when the host has answered; nobody waits for it, so nobody else would hear of what fails. */
  settle: (about: Session, attempt: Promise<Attempt>, settled: (attempt: Attempt) => void) => void
}

export function createGuarding(host: HostPort, faults: Faults, trees: () => Iterable<Tree>): Guarding {
  function tell(where: string, error: unknown, about: Session | null): Told {
    const told = faults.tell(where, error, about)
    if (told.isFault && told.isNews) sayFault(`Cannot work on ${where}: ${told.text}`, about)
    return told
  }

  function sayFault(message: string, about: Session | null): void {
    try {
      host.notify(about, message, 'error')
    } catch (error) {
      faults.tell('a notice', error, null)
    }
  }

  function guarded<T>(where: string, about: Session | null, otherwise: T, work: () => T): T {
    try {
      return work()
    } catch (error) {
      failing(where, error, about)
      return otherwise
    }
  }

  function failing(where: string, error: unknown, about: Session | null): void {
    const { text, isFault } = tell(where, error, about)
    if (!isFault) host.log('error', `Cannot work on ${where}: ${text}`)
    const tree = about === null ? undefined : [...trees()].find(({ root }) => root === about)
    if (tree !== undefined) tree.problem = text
  }

  function settle(about: Session, attempt: Promise<Attempt>, settled: (attempt: Attempt) => void): void {
    attempt.then(settled).catch((error: unknown) => failing('an answer of the host', error, about))
  }

  return { tell, guarded, settle }
}
