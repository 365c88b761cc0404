import { type CommandIo, exit } from '../io/io.ts'

/** True if this is only a person's to do and no person does it; the reason is written then. `what` is such as `answer b1`. */
export function isRefused(what: string, io: CommandIo): boolean {
  const why = io.notAPerson?.() ?? null
  if (why === null) return false
  io.writeError(`Cannot ${what}: ${why}, and only a person may do this; run it in a terminal of your own\n`)
  return true
}

/** Runs what only a person may do. Gives the exit code. */
export async function onlyAPerson(what: string, io: CommandIo, run: () => number | Promise<number>): Promise<number> {
  return isRefused(what, io) ? exit.refused : await run()
}
