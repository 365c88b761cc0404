import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** What is sealed: a name of its kind first, so that nothing of one kind passes as another. */
export type Sealed = readonly [kind: string, ...fields: (string | number | null)[]]

/** Seals what is written and tells what was sealed. */
export interface Sealer {
  /** Names the key without telling it. */
  id: string
  /** 32 bytes over the fields and the seal before them. */
  seal: (fields: Sealed, before: Uint8Array) => Uint8Array
  isSealed: (fields: Sealed, before: Uint8Array, seal: unknown) => boolean
}

/** What stands before the first line. */
export const nothingBefore = new Uint8Array(32)

export function createSealer(key: Uint8Array): Sealer {
  const prepared = createSecretKey(key)
  const seal: Sealer['seal'] = (fields, before) =>
    createHmac('sha256', prepared).update(before).update(JSON.stringify(fields)).digest()
  return {
    id: createHash('sha256').update('opencode-diverter key').update(key).digest('hex').slice(0, 16),
    seal,
    isSealed: (fields, before, found) =>
      found instanceof Uint8Array && found.length === 32 && timingSafeEqual(seal(fields, before), found),
  }
}

/** What a head covers and can be looked through by itself. */
export const parts = ['answers', 'grants', 'trees', 'entries'] as const
export type Part = (typeof parts)[number]

/** The parts that were looked through when the database was at `version`, and the seal that the head had. */
export interface SeenHead {
  version: number
  seal: Uint8Array
  fitting: ReadonlySet<Part>
}

/** The key, and what this process has seen by it. */
export interface SealedBy {
  sealer: Sealer
  /** Lines sealed up to this rowid were sealed by a key that is gone. */
  lostUpTo: number
  /** By the id of a project. */
  heads: Map<number, SeenHead>
  /** By the directory of a project: the lowest revision that its head may have. */
  floors: Map<string, number>
  /** By the name of a tree. */
  marks: Map<string, { seq: number; mark: Uint8Array }>
}

export const sealedBy = (sealer: Sealer, lostUpTo: number, floors: Map<string, number>): SealedBy => ({
  sealer,
  lostUpTo,
  heads: new Map(),
  floors,
  marks: new Map(),
})
