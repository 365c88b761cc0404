import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Fault, faultOf, faultText, shortDigest } from '../fault/fault.ts'

/** Wraps a callback so that nothing is thrown into the host, where nobody would see it; undefined if it failed. */
export type Guard = <Given extends unknown[], Result>(
  work: (...given: Given) => Result,
) => (...given: Given) => Result | undefined

/** What may well fail here, in words for the person; any other error is a fault. */
export class ExpectedError extends Error {}

export interface GuardParts {
  tell: (message: string) => void
  /** Brings a fault to the other half, which has a log and a journal. */
  send: (fault: Fault) => void
  /** Digest of the built file that runs; null where there is none. */
  build: () => string | null
}

/** Each fault is told and sent once, and what may well fail is told once. */
export function createGuard({ tell, send, build }: GuardParts): Guard {
  const told = new Set<string>()
  const once = (id: string, reason: string): boolean => {
    if (told.has(id) || told.size >= mostFaults) return false
    told.add(id)
    tell(`Cannot go on in the terminal: ${reason}. The commands of opencode-diverter work as before.`)
    return true
  }
  const failed = (error: unknown) => {
    if (error instanceof ExpectedError) return void once('', error.message)
    const fault = faultOf('the terminal', error, build(), (text) => text)
    if (once(fault.id, faultText(fault))) send(fault)
  }
  return (work) =>
    (...given) => {
      try {
        const result = work(...given)
        if (result instanceof Promise) result.catch(failed)
        return result
      } catch (error) {
        failed(error)
        return undefined
      }
    }
}

/** More messages than these help nobody. */
const mostFaults = 20

/** Tells the file that runs from other builds of it. A host that has put it elsewhere has none for us. */
export function ownBuild(self: string = import.meta.url): string | null {
  try {
    return self.endsWith('.js') ? shortDigest(readFileSync(fileURLToPath(self), 'utf8')) : null
  } catch {
    return null
  }
}
