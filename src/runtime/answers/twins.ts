import type { RecordEntry } from '../../core/event.ts'
import type { Grant } from '../../store/store.ts'
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

/** An entry with the word that closed it. */
interface Closed {
  root: string
  record: Pick<RecordEntry, 'fingerprint' | 'answeredAt' | 'answeredAs' | 'answeredVia'>
}

/** A word closes all of its entries at the same time. */
export const isTogether = (one: Closed, other: Closed): boolean =>
  one.record.answeredAt === other.record.answeredAt &&
  one.record.answeredVia === other.record.answeredVia &&
  twinKey(one) === twinKey(other)

/** Whether the word that closed an entry gave this grant. */
export const gave = ({ record }: Closed, { fingerprint, at, reach }: Grant): boolean =>
  record.fingerprint === fingerprint && record.answeredAt === at && record.answeredAs === reach
