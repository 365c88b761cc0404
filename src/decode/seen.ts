import { createRecent, type Recent } from './recent.ts'

/** What a run has seen: results of calls and states of files. Going back and forth is nothing new. */
export interface Seen {
  /** True if this text is new in the run of that session tree. */
  first: (root: string, text: string) => boolean
  /** A new run has begun. */
  forget: (root: string) => void
}

const kept = 20_000

export function createSeen(): Seen {
  const runs = new Map<string, Recent>()
  const runOf = (root: string): Recent => {
    const found = runs.get(root) ?? createRecent(kept)
    runs.set(root, found)
    return found
  }
  return {
    first: (root, text) => runOf(root).add(text),
    forget: (root) => {
      runs.delete(root)
    },
  }
}
