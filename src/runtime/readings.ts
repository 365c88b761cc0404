import type { Forest } from './nights/forest.ts'
import type { Guarding } from './fault/guarding.ts'
import { waitingIn } from './page/kinds.ts'
import type { Clock } from './ports.ts'
import type { Runtime } from './runtime.ts'
import type { Session } from './session.ts'
import type { Tree } from './nights/tree.ts'
import { asksOf } from './views/clarify.ts'
import { waitingLines } from './views/waiting.ts'

type Readings = Pick<Runtime, 'state' | 'waits' | 'waiting' | 'toClarify'>

/** What the host reads of a session's tree without an event. */
export function createReadings({ tree }: Forest, { zone }: Clock, guarded: Guarding['guarded']): Readings {
  /** `none` while the root of the session is not known. */
  function read<T>(session: Session, none: T, look: (tree: Tree) => T): T {
    return guarded('the state', session, none, () => {
      const found = tree(session)
      return found === null ? none : look(found)
    })
  }

  return {
    state: (session) => read(session, null, ({ state }) => state),
    waits: (session) => read(session, [], ({ state, gate }) => waitingLines(state, gate.obstacle, zone)),
    waiting: (session) => read(session, 0, ({ policies, state }) => waitingIn(policies.set, state.records).length),
    toClarify: (session, withSkipped) =>
      read(session, [], ({ policies, state }) => asksOf(policies.set, state.records, withSkipped)),
  }
}
