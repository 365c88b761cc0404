/** A set that forgets its oldest members, so that a long night does not fill the memory. */
export interface Recent {
  /** True if the text was not there yet. */
  add: (text: string) => boolean
  has: (text: string) => boolean
  delete: (text: string) => void
  clear: () => void
}

export function createRecent(limit: number): Recent {
  const members = new Set<string>()
  return {
    add: (text) => {
      if (members.has(text)) return false
      members.add(text)
      if (members.size > limit) {
        for (const oldest of members) {
          members.delete(oldest)
          break
        }
      }
      return true
    },
    has: (text) => members.has(text),
    delete: (text) => {
      members.delete(text)
    },
    clear: () => members.clear(),
  }
}
