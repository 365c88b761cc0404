import { realpathSync } from 'node:fs'
import type { Trust } from '../../policy/trust/in-force.ts'
import { isStoreThere, type Place } from '../../store/place.ts'
import type { Result, Store } from '../../store/store.ts'
import { unlessFault } from '../text/failure-text.ts'
import { openUserStore } from '../files/user-store.ts'

/** How long another process may hold the database, in milliseconds. */
const patience = 500

/** What the user trusts, read from their store. */
export interface TrustReader {
  /** Of the project with this folder. What cannot be read is not trusted. */
  trust: (home: string) => Trust
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
export function trustReader(place: Result<Place>, name: string, ci: boolean): TrustReader {
  let store: Store | null = null
  const said: string[] = []
  let seen: { version: number; home: string; body: string | null } | null = null

  /** Null where there is no store, which who only reads does not make. */
  function open(): Result<Store | null> {
    if (store !== null) return { ok: true, value: store }
    if (!place.ok) return place
    const isThere = isStoreThere(place.value)
    if (!isThere.ok || !isThere.value) return isThere.ok ? { ok: true, value: null } : isThere
    const opened = openUserStore(place.value, name, patience)
    if (!opened.ok) return opened
    store = opened.value
    said.push(...store.notices.filter(({ code }) => code === 'key-lost').map(({ message }) => message))
    return opened
  }

  function bodyOf(home: string): Result<string | null> {
    const opened = open()
    if (!opened.ok || opened.value === null) return opened.ok ? { ok: true, value: null } : opened
    const version = opened.value.version()
    if (!version.ok) return version
    if (seen !== null && seen.version === version.value && seen.home === home) return { ok: true, value: seen.body }
    const found = opened.value.trusted(trustedFolder(home))
    if (!found.ok) return found
    seen = { version: version.value, home, body: found.value?.body ?? null }
    return { ok: true, value: seen.body }
  }

  return {
    trust: (home) => {
      const body = bodyOf(home)
      return body.ok
        ? { body: body.value, isCi: ci, unread: null }
        : { body: null, isCi: ci, unread: body.problem.message }
    },
    notices: () => said,
    close: () => {
      store?.close()
      store = null
    },
  }
}
