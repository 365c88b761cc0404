/**
 * Remembers the results of a pure function for its last `limit` keys, so that patterns are compiled once.
 * The memory lives in the returned function and is never visible in a result.
 */
export function memo<T>(limit: number, compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = compute(key)
    if (known.size >= limit) {
      const oldest = known.keys().next()
      if (!oldest.done) known.delete(oldest.value)
    }
    known.set(key, made)
    return made
  }
}

/** A value that is made when it is first asked for. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => {
    made ??= make()
    return made
  }
}
