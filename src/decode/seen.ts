import { createRecent, type Recent } from './recent.ts'

/** What a run has seen: results of calls and states of files. Going back and forth is nothing new. */
export interface Seen {
  /** True if this text is new in the run of that session tree. */
  first: (root: string, text: string) => boolean
  /** True if that state of a file was not told in that session tree yet, or another was told since. */
  isNews: (root: string, path: string, state: string) => boolean
  /** A new run has begun. */
  forget: (root: string) => void
}

const kept = 20_000

export function createSeen(): Seen {
  const runs = new Map<string, Recent>()
  const states = new Map<string, Map<string, string>>()
  const runOf = (root: string): Recent => {
    const found = runs.get(root) ?? createRecent(kept)
    runs.set(root, found)
    return found
  }
  return {
    first: (root, text) => runOf(root).add(text),
    isNews: (root, path, state) => {
      const told = states.get(root) ?? new Map<string, string>()
      if (told.get(path) === state) return false
      if (told.size >= kept) told.clear()
      states.set(root, told.set(path, state))
      return true
    },
    forget: (root) => {
      runs.delete(root)
      states.delete(root)
    },
  }
}
