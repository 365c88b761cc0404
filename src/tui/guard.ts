/** Wraps a callback so that nothing is thrown into the host, where nobody would see it; undefined if it failed. */
export type Guard = <Given extends unknown[], Result>(
  work: (...given: Given) => Result,
) => (...given: Given) => Result | undefined

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
        return result
      } catch (error) {
        failed(error)
        return undefined
      }
    }
}
