/** Wraps a callback so that nothing is thrown into the host, where nobody would see it. */
export type Guard = <Given extends unknown[]>(work: (...given: Given) => unknown) => (...given: Given) => void

/** The first failure is told to the person, and no other. */
export function createGuard(tell: (message: string) => void): Guard {
  let told = false
  const failed = (error: unknown) => {
    if (told) return
    told = true
    const reason = error instanceof Error ? error.message : String(error)
    tell(`Cannot go on in the terminal: ${reason}. The commands of opencode-diverter work as before.`)
  }
  return (work) =>
    (...given) => {
      try {
        const result = work(...given)
        if (result instanceof Promise) result.catch(failed)
      } catch (error) {
        failed(error)
      }
    }
}
