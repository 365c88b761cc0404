import type { SessionFacts } from '../core/event.ts'
import type { TreeState } from '../core/state.ts'
import type { LearntSession } from '../runtime/nights/journal-line.ts'
import type { HostMode } from '../runtime/options.ts'

/** What is known of a night that its journal does not say. */
export interface Surroundings {
  /** The project that the night was in; empty if nobody knows. */
  directory: string
  /** IANA name of the time zone. */
  zone: string
  /** How the host ran, where the journal does not say. */
  mode: HostMode
}

/** The sessions of a journal as far as its lines have told. */
export interface Sessions {
  learn: (line: LearntSession) => void
  /** `missing` hears of every value that a rule reads and the journal does not know. */
  facts: (id: string, state: TreeState, missing: (what: string) => void) => SessionFacts
}

const deepestTree = 50

export function createSessions(surroundings: Surroundings): Sessions {
  const known = new Map<string, LearntSession>()

  function pathOf(id: string): string[] {
    const path = [id]
    for (let parent = known.get(id)?.parent; typeof parent === 'string'; parent = known.get(parent)?.parent) {
      path.unshift(parent)
      if (path.length > deepestTree) break
    }
    return path
  }

  return {
    learn: (line) => known.set(line.session, line),
    facts: (id, state, missing) => {
      const learnt = known.get(id)
      const path = pathOf(id)
      const { model } = learnt ?? { model: null }
      return {
        id,
        root: path[0] ?? id,
        depth: path.length - 1,
        path,
        agent: learnt?.agent ?? '',
        model: model === null ? '' : `${model.provider}/${model.id}`,
        get title() {
          missing('session.title is not in the journal')
          return ''
        },
        get directory() {
          if (surroundings.directory === '') missing('session.directory is not in the journal')
          return surroundings.directory
        },
        mode: learnt?.mode ?? surroundings.mode,
        prompts: state.prompts,
        turn: state.turn,
        readable: true,
        hasTask: known.get(path[0] ?? id)?.hasTask ?? true,
      }
    },
  }
}
