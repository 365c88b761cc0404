import type { Place } from '../../store/place.ts'
import type { Surroundings } from '../doctor/surroundings.ts'
import type { Beside } from './beside.ts'

/**
 * What a text is that a command writes. `painted`: it has colours of ours, and none of others. `data`: for another
 * program, to the letter. Without either a person reads it, and what nobody could see in it is shown as an escape.
 */
export type Form = 'painted' | 'data'

/** What a command needs of the process that it runs in. */
export interface CommandIo {
  /** The folder that paths are relative to. */
  cwd: string
  write: (text: string, form?: Form) => void
  writeError: (text: string, form?: Form) => void
  color: boolean
  /** The output is a terminal, which acts on control characters, whatever the text is for. */
  isTerminal?: boolean
  /** The folder of the user's own config and policies; without it the user has none. */
  userFolder?: string
  /** Where the store lies; without it where it lies for the user of this process. */
  place?: Place
  /** The version of this program, against which policies hold their `requires`. */
  version?: string
  /** The variables of its environment; without them none. */
  environment?: Readonly<Record<string, string | undefined>>
  /** Why whoever runs the command cannot be a person; null: nothing speaks against it. */
  notAPerson?: () => string | null
  /** What lies outside the project, for the doctor; without it he looks at the project alone. */
  surroundings?: Surroundings
  /** The whole standard input. */
  readInput?: () => string
  /** Opens an address in the person's browser; without it nothing is opened. */
  browse?: (address: string) => Promise<unknown>
  /** Runs this program once more, for what would keep this process from its work; without it nothing can. */
  beside?: Beside
  /** Asks whoever sits at the terminal a question of yes or no; without it nobody sits there. */
  confirm?: (question: string) => Promise<boolean>
  /** What the store says at its opening was said already. */
  isStoreNoticed?: boolean
  /** Nobody reads the output any more; without it somebody always does. */
  gone?: AbortSignal
}

/** Clean, findings, wrong usage, cannot load, not a person's to do, something inside failed. */
export const exit = { clean: 0, findings: 1, usage: 2, unreadable: 3, refused: 4, fault: 5 } as const

/** For a command that opens the store twice: the same is said once. */
export function sayingOnce(io: CommandIo): CommandIo {
  const said = new Set<string>()
  return {
    ...io,
    writeError: (text, form) => {
      if (!said.has(text)) io.writeError(text, form)
      said.add(text)
    },
  }
}
