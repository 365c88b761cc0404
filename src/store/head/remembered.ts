import type { Result } from '../problem.ts'

/** A value of the database that is read again only after somebody has written. */
export interface Remembered<T> {
  get: () => Result<T>
  /** This connection has changed what it was read from; the database tells of the others only. */
  forget: () => void
  /** The same where the value is changed alike. */
  amend: (change: (value: T) => T) => void
}

/** `version` is another number whenever another connection has committed. */
export function remembered<T>(version: () => Result<number>, read: () => Result<T>): Remembered<T> {
  let known: { version: number; value: T } | null = null
  return {
    get: () => {
      const now = version()
      if (!now.ok) return now
      if (known?.version === now.value) return { ok: true, value: known.value }
      const found = read()
      known = found.ok ? { version: now.value, value: found.value } : null
      return found
    },
    forget: () => {
      known = null
    },
    amend: (change) => {
      if (known !== null) known = { ...known, value: change(known.value) }
    },
  }
}
