import { realpathSync } from 'node:fs'
import type { Trust } from '../../policy/trust/in-force.ts'
import { isStoreThere, type Place } from '../../store/place.ts'
import type { Result, Store } from '../../store/store.ts'
import type { ChangedFile } from '../../policy/trust/reading.ts'
import { unlessFault } from '../text/failure-text.ts'
import { openUserStore } from '../files/user-store.ts'
import { type HeldFiles, holding, nothingHeld, ownFilesIn, ownFilesText, ownName, type OwnFiles } from './own-files.ts'

/** How long another process may hold the database, in milliseconds. */
const patience = 500

/** What the user trusts, read from their store. */
export interface TrustReader {
  /** Of the project with this folder. What cannot be read is not trusted. */
  trust: (home: string) => Trust
  /** What decides in place of files of the user's own config that changed while an agent was at work. */
  held: () => HeldFiles
  /**
   * Keeps what files of the user's own config were, by absolute paths, until the user takes what they are now. The
   * problem if only this process knows of it.
   */
  hold: (changes: readonly ChangedFile[], at: number) => string | null
  /** What the store says once, to whoever opens it first: that its key was lost. */
  notices: () => string[]
  close: () => void
}

/** The name under which a folder is trusted: where its links lead. */
export function trustedFolder(home: string): string {
  try {
    return realpathSync.native(home)
  } catch (error) {
    return unlessFault(error, home)
  }
}

/** True where CI runs, as its environment says. */
export const isCi = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment['CI'] === 'true' || environment['CI'] === '1'

/** Opens the store when it is first asked, if there is one, and reads a row again only after a change. */
export function trustReader(
  place: Result<Place>,
  name: string,
  ci: boolean,
  userFolder: string | null = null,
): TrustReader {
  let store: Store | null = null
  const said: string[] = []
  const seen = new Map<string, { version: number; body: string | null }>()
  const own = userFolder === null ? null : ownName(trustedFolder(userFolder))
  /** What could not be kept in the store yet. */
  let unkept: ChangedFile[] = []
  let held: { own: OwnFiles; files: HeldFiles } | null = null

  /** Null where there is no store, which who only reads does not make. */
  function open(): Result<Store | null> {
    if (store !== null) return { ok: true, value: store }
    if (!place.ok) return place
    const isThere = isStoreThere(place.value)
    if (!isThere.ok || !isThere.value) return isThere.ok ? { ok: true, value: null } : isThere
    return openAt(place.value)
  }

  function openAt(where: Place): Result<Store> {
    if (store !== null) return { ok: true, value: store }
    const opened = openUserStore(where, name, patience)
    if (!opened.ok) return opened
    store = opened.value
    said.push(...store.notices.filter(({ code }) => code === 'key-lost').map(({ message }) => message))
    return opened
  }

  /** By the name under which it is kept. */
  function bodyOf(directory: string): Result<string | null> {
    const opened = open()
    if (!opened.ok || opened.value === null) return opened.ok ? { ok: true, value: null } : opened
    const version = opened.value.version()
    if (!version.ok) return version
    const known = seen.get(directory)
    if (known?.version === version.value) return { ok: true, value: known.body }
    const found = opened.value.trusted(directory)
    if (!found.ok) return found
    const body = found.value?.body ?? null
    seen.set(directory, { version: version.value, body })
    return { ok: true, value: body }
  }

  /** What cannot be read holds nothing: of a project nothing is trusted then. */
  function ownNow(): OwnFiles {
    const body = own === null ? null : bodyOf(own)
    return holding(ownFilesIn(body?.ok === true ? body.value : null), unkept)
  }

  function keep(directory: string, at: number): Result<void> {
    if (!place.ok) return place
    const opened = openAt(place.value)
    if (!opened.ok) return opened
    const known = bodyOf(directory)
    if (!known.ok) return known
    const body = ownFilesText(holding(ownFilesIn(known.value), unkept))
    if (body !== ownFilesText(ownFilesIn(known.value))) {
      const done = opened.value.trust({ directory, at, via: 'watch', name: null, body })
      if (!done.ok) return done
    }
    unkept = []
    seen.delete(directory)
    return { ok: true, value: undefined }
  }

  return {
    trust: (home) => {
      const body = bodyOf(trustedFolder(home))
      return body.ok
        ? { body: body.value, isCi: ci, unread: null }
        : { body: null, isCi: ci, unread: body.problem.message }
    },
    held: () => {
      if (own === null) return nothingHeld
      const now = ownNow()
      if (held === null || ownFilesText(held.own) !== ownFilesText(now))
        held = { own: now, files: new Map(Object.entries(now.held)) }
      return held.files
    },
    hold: (changes, at) => {
      if (own === null || changes.length === 0) return null
      unkept = [...unkept, ...changes]
      const done = keep(own, at)
      return done.ok ? null : done.problem.message
    },
    notices: () => said,
    close: () => {
      store?.close()
      store = null
    },
  }
}
