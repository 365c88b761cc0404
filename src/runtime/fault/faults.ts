import { cleanedError } from '../../fault/error-data.ts'
import { errorText, type Fault, faultOf, faultText } from '../../fault/fault.ts'
import { expectedText } from '../text/failure-text.ts'
import { redact } from '../text/redact.ts'
import type { Session } from '../session.ts'

/** How an error is told. */
export interface Told {
  /** For a sentence; a fault's ends with its id. */
  text: string
  isFault: boolean
  /** False for a fault that a person was told of from here before. */
  isNews: boolean
}

/** The one place where errors are told: what may fail in words, what nobody expected as a fault with an id. */
export interface Faults {
  /** Never throws. `about` names the session whose tree keeps the fault; null if there is none. */
  tell: (where: string, error: unknown, about: Session | null) => Told
  /** The same for a fault that another process has made. */
  take: (fault: Fault, about: Session | null) => Told
}

export interface FaultParts {
  /** Digest of the built file that runs; null where there is none. */
  build: () => string | null
  log: (message: string) => void
  /** Writes a fault to the journal of the session's tree, or of the project. */
  keep: (fault: Fault, about: Session | null) => void
}

/** From how many places a person is told of one fault. */
const mostPlaces = 3
/** More faults than these are logged and kept no more: something throws ever new ones. */
const mostFaults = 200

export function createFaults({ build, log, keep }: FaultParts): Faults {
  /** Where each fault was met, by id. */
  const met = new Map<string, Set<string>>()
  let isKeeping = false

  function take(fault: Fault, about: Session | null): Told {
    const places = met.get(fault.id) ?? new Set()
    const isNews = !places.has(fault.where) && places.size < mostPlaces && met.size < mostFaults
    if (isNews && places.size === 0) log(`Cannot work on ${fault.where} (fault ${fault.id}): ${errorText(fault.error)}`)
    if (isNews) met.set(fault.id, places.add(fault.where))
    if (met.has(fault.id)) keepSafely(fault, about)
    return { text: faultText(fault), isFault: true, isNews }
  }

  /** Keeping one fault may meet the next, which then stands in the log alone. What a tree cannot keep the project does. */
  function keepSafely(fault: Fault, about: Session | null): void {
    if (isKeeping) return
    isKeeping = true
    for (const place of about === null ? [null] : [about, null]) {
      if (isKept(fault, place)) break
    }
    isKeeping = false
  }

  function isKept(fault: Fault, about: Session | null): boolean {
    try {
      keep(fault, about)
      return true
    } catch (error) {
      const { text, isFault } = tell('the journal', error, null)
      if (!isFault) log(`Cannot keep the fault ${fault.id}: ${text}`)
      return false
    }
  }

  function tell(where: string, error: unknown, about: Session | null): Told {
    const text = expectedText(error)
    return text === null ? take(faultOf(where, error, build(), redact), about) : { text, isFault: false, isNews: true }
  }

  return { tell, take: (fault, about) => take({ ...fault, error: cleanedError(fault.error, redact) }, about) }
}
