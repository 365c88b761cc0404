import type { RecordEntry } from '../event.ts'

/** What an entry keeps from its first to its last day, so that it can be found by it. */
const lasting = ['id', 'fingerprint', 'class', 'request'] as const satisfies readonly (keyof RecordEntry)[]
export type Lasting = (typeof lasting)[number]

/** Where the first `upTo` entries of a tree stand, by what they keep; those behind them are looked through. */
export interface RecordPlaces {
  upTo: number
  by: Readonly<Record<Lasting, ReadonlyMap<string, readonly number[]>>>
  /** The highest number in the ids of these, by the letter before it. */
  highest: ReadonlyMap<string, number>
}

/** The entries of a tree, the oldest first, and where they stand. */
export interface Records {
  records: readonly RecordEntry[]
  places: RecordPlaces
}

/** So many entries are looked through faster than they are put in order. */
const fewest = 64
/** Or as many as this share of those whose places are known, so that each is put in order a few times in all. */
const share = 8

const none: ReadonlyMap<string, readonly number[]> = new Map()
export const noPlaces: RecordPlaces = {
  upTo: 0,
  by: { id: none, fingerprint: none, class: none, request: none },
  highest: new Map(),
}

export const isLasting = (name: string): name is Lasting => lasting.some((one) => one === name)

/** Places of the entries that are good enough: the known ones, or new ones if many came since. */
export function placesOf(records: readonly RecordEntry[], known: RecordPlaces): RecordPlaces {
  if (records.length - known.upTo <= Math.max(fewest, known.upTo / share)) return known
  const by = (name: Lasting) => placesBy(records, name)
  return {
    upTo: records.length,
    by: { id: by('id'), fingerprint: by('fingerprint'), class: by('class'), request: by('request') },
    highest: highestIn(records),
  }
}

function highestIn(records: readonly RecordEntry[]): ReadonlyMap<string, number> {
  const highest = new Map<string, number>()
  for (const { id } of records) {
    const letter = id.charAt(0)
    highest.set(letter, Math.max(highest.get(letter) ?? 0, Number(id.slice(1))))
  }
  return highest
}

/** The highest number of an id with this letter, which need not be that of the newest entry; 0 for none. */
export function highestNumber({ records, places }: Records, letter: string): number {
  const since = highestIn(records.slice(places.upTo)).get(letter) ?? 0
  return Math.max(since, places.highest.get(letter) ?? 0)
}

function placesBy(records: readonly RecordEntry[], name: Lasting): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [at, record] of records.entries()) {
    const value = record[name]
    if (value === null) continue
    const known = places.get(value)
    if (known === undefined) places.set(value, [at])
    else known.push(at)
  }
  return places
}

/** The places of the entries with this value, in order. */
export function placesWith({ records, places }: Records, name: Lasting, value: string): number[] {
  const found = [...(places.by[name].get(value) ?? [])]
  for (let at = places.upTo; at < records.length; at++) if (records[at]?.[name] === value) found.push(at)
  return found
}

/** The entries with this value, in order. */
export const recordsWith = (all: Records, name: Lasting, value: string): RecordEntry[] =>
  placesWith(all, name, value).flatMap((at) => all.records[at] ?? [])
