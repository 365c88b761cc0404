import type { Level } from '../../core/vocabulary.ts'

/** What is to be said to the person as soon as the host can be talked to; nothing is possible while it starts us. */
export interface Notices {
  say: (text: string, level: Level) => void
  /** Says all that has waited, and from now on everything at once. */
  open: () => void
}

export function createNotices(notify: (text: string, level: Level) => void): Notices {
  const waiting: [string, Level][] = []
  let opened = false
  return {
    say: (text, level) => {
      if (opened) notify(text, level)
      else waiting.push([text, level])
    },
    open: () => {
      if (opened) return
      opened = true
      for (const [text, level] of waiting) notify(text, level)
    },
  }
}
