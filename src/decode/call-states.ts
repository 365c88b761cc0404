/** What files hold, by path, as something that differs if they do. */
export type FileStates = ReadonlyMap<string, string>

/** What the files that calls name held before each of them ran. */
export interface CallStates {
  keep: (call: string, states: FileStates) => void
  /** Null for a call of which nothing was kept. */
  take: (call: string) => FileStates | null
}

/** Calls that never end must not fill the memory. */
const mostCalls = 200

export function createCallStates(): CallStates {
  const kept = new Map<string, FileStates>()
  return {
    keep: (call, states) => {
      kept.set(call, states)
      const [oldest] = kept.keys()
      if (kept.size > mostCalls && oldest !== undefined) kept.delete(oldest)
    },
    take: (call) => {
      const found = kept.get(call) ?? null
      kept.delete(call)
      return found
    },
  }
}
