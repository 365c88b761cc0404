import type { Process } from './lineage.ts'

/** Names of OpenCode's program, as its packages install it. */
const names = /^\.?opencode(?:-(?:linux|darwin|windows)-[a-z0-9-]+)?(?:\.exe)?$/

/**
 * Why a command cannot be a person's: it was started below OpenCode, where an agent works. Null if nothing speaks
 * against a person. A terminal that a client opened in OpenCode is a person's: its shell has a terminal of its own,
 * which the shell of an agent has not, and OpenCode holds the other end of it. `processes` are this one and those above
 * it, the nearest first.
 */
export function notAPerson(
  processes: readonly Process[],
  environment: Readonly<Record<string, string | undefined>>,
  holds: (pid: number, terminal: string) => boolean,
): string | null {
  const told = environment['OPENCODE_PID']
  const at = processes.findIndex(
    ({ pid, program }, place) => place > 0 && (names.test(program) || String(pid) === told),
  )
  const host = processes[at]
  const shell = processes[at - 1]
  if (host === undefined || shell === undefined) {
    const isMarked = told !== undefined || environment['OPENCODE'] !== undefined
    return isMarked ? 'it was started by OpenCode, as its environment says' : null
  }
  const isOwnTerminal = shell.terminal !== '' && shell.terminal !== host.terminal && holds(host.pid, shell.terminal)
  return isOwnTerminal ? null : `it was started below OpenCode (process ${host.pid})`
}
