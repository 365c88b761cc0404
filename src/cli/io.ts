/** What a command needs of the process that it runs in. */
export interface CommandIo {
  /** The folder that paths are relative to. */
  cwd: string
  write: (text: string) => void
  writeError: (text: string) => void
  color: boolean
  /** The folder of the user's own config and policies; without it the user has none. */
  userFolder?: string
  /** The version of this program, against which policies hold their `requires`. */
  version?: string
  /** The whole standard input. */
  readInput?: () => string
}

/** Clean, findings, wrong usage, cannot load. */
export const exit = { clean: 0, findings: 1, usage: 2, unreadable: 3 } as const
