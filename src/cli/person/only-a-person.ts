import { type CommandIo, exit } from '../io.ts'

/** Runs what only a person may do, such as `answer b1`; below OpenCode it is refused with a reason. Gives the exit code. */
export async function onlyAPerson(what: string, io: CommandIo, run: () => number | Promise<number>): Promise<number> {
  const why = io.notAPerson?.() ?? null
  if (why === null) return await run()
  io.writeError(`Cannot ${what}: ${why}, and only a person may do this; run it in a terminal of your own\n`)
  return exit.refused
}
