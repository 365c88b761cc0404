import { canonical } from '../../core/fingerprint.ts'
import type { DomainEvent } from '../../core/event.ts'
import type { Policy } from '../../core/policy.ts'
import type { Seals } from './seals.ts'
import { ownKeys } from './slots.ts'
import type { ProjectStore, Stand } from './store.ts'

/** What became of a project file without us. */
export interface Watched {
  /** To be decided before anything else. */
  events: DomainEvent[]
  /** Files that had gone back to what they said earlier and that say the last again. */
  healed: string[]
  problems: string[]
}

/**
 * Looks for changes of our keys that we did not make, and says each once; what others may change is left alone.
 * A text that we wrote ourselves earlier is no edit but a file put back to an earlier time, as an undo of the host
 * does: it is set to what we wrote last. `locked` runs something under the file's lock,
 * where the file that was `seen` without it is looked at again.
 */
export function watchFile(
  store: ProjectStore,
  seals: Seals,
  digest: (text: string) => string,
  locked: (file: string, work: () => void) => void,
  policies: readonly Policy[],
  file: string,
  seen: Stand,
): Watched {
  if (!isForeign(seen)) return nothing
  const found: Watched = { events: [], healed: [], problems: [] }
  locked(file, () => {
    const stand = store.look(policies, file)
    const seal = seals.get(file)
    if (seal === null || !isForeign(stand)) return
    const { status, data } = stand.project
    const say = (change: 'edited' | 'removed' | 'broken'): void => {
      found.events.push({ type: 'memory.tampered', file, change })
    }
    if (status === 'absent') {
      seals.drop(file)
      say('removed')
    } else if (status === 'broken') {
      const text = digest(stand.text ?? '')
      if (seal.said === text) return
      seals.put(file, { keys: seal.keys, text: null, said: text })
      say('broken')
    } else if (stand.text !== null && seal.texts.includes(digest(stand.text))) {
      store.write(policies, file, stand, seal.keys)
      found.healed.push(file)
    } else {
      seals.put(file, { keys: ownKeys(policies, file, data ?? {}), text: null, said: null })
      say('edited')
    }
  })
  return found

  function isForeign(stand: Stand): boolean {
    const seal = seals.get(file)
    if (seal === null) return false
    const { status, data } = stand.project
    if (status === 'broken') return seal.said !== digest(stand.text ?? '')
    return status === 'absent' || canonical(ownKeys(policies, file, data ?? {})) !== canonical({ ...seal.keys })
  }
}

const nothing: Watched = { events: [], healed: [], problems: [] }
