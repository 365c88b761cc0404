import type { RecordEntry } from '../../core/event.ts'
import { isDigest } from '../files/node-digest.ts'

/** An entry with the root of its session tree. */
interface Asked {
  root: string
  record: Pick<RecordEntry, 'fingerprint'>
}

/** Entries with an equal key ask the same: a person is shown one of them, and one answer closes all. */
export const twinKey = ({ root, record: { fingerprint } }: Asked): string =>
  isDigest(fingerprint) ? fingerprint : `${root} ${fingerprint}`

/** Entries in groups that ask the same, in the order of the first ones. */
export function twinsOf<Entry extends Asked>(entries: readonly Entry[]): Entry[][] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = twinKey(entry)
    const same = groups.get(key)
    if (same === undefined) groups.set(key, [entry])
    else same.push(entry)
  }
  return [...groups.values()]
}
