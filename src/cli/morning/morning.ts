import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../morning/server.ts'
import { failureText } from '../../runtime/text/failure-text.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import { type ChoiceOptions, choiceOf, wantedIn } from '../night/chosen-nights.ts'
import { unexpected } from '../fault/unexpected.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { openNights } from '../night/nights.ts'
import { packageRoot } from '../policies/sources.ts'
import { morningPorts } from './ports.ts'
import { createSuggested } from './suggested.ts'

export interface MorningOptions extends ChoiceOptions {
  /** Without it one that is free. */
  port?: number
  /** False: the address is only named. */
  open?: boolean
}

/** Serves the page of the morning on this machine, until nobody looks any more. */
export async function morningCommand(
  sessions: readonly string[],
  options: MorningOptions,
  io: CommandIo,
): Promise<number> {
  const clock = systemClock()
  const fail = (why: string, code: number): number => {
    io.writeError(`Cannot open the morning: ${why}\n`)
    return code
  }
  const choice = choiceOf(sessions, options, clock.now(), clock.zone)
  if (typeof choice === 'string') return fail(choice, exit.usage)
  const nights = openNights(io)
  if (typeof nights === 'number') return nights
  if (nights === null) return fail('the store has no night of this project', exit.findings)
  const suggested = createSuggested(io.beside, io.cwd, clock)
  try {
    const wanted = wantedIn(nights.project, choice, io)
    if (typeof wanted === 'number') return wanted
    const token = randomBytes(32).toString('base64url')
    const ports = { ...morningPorts(nights, wanted, io), suggestions: suggested.ask, token, script: pageScript() }
    const { port = 0 } = options
    const gone = io.gone ?? new AbortController().signal
    const fault = (error: unknown): void => void unexpected(error, io)
    const serving = await serve(ports, { port, after: clock.after, fault, gone }).catch((error: unknown) =>
      failureText(error),
    )
    if (typeof serving === 'string')
      return fail(`port ${port} cannot be had: ${serving}; name another with --port`, exit.unreadable)
    const address = `http://127.0.0.1:${serving.port}/${token}/`
    io.write(`The morning: ${address}\nIt is served until you press Ctrl+C, or nobody has looked for 30 minutes.\n`)
    if (options.open !== false) await browse(address, io)
    const why = await serving.ended
    if (why === 'unvisited') io.write('Nobody has looked for 30 minutes, so the page is not served any more.\n')
    return exit.clean
  } finally {
    suggested.close()
    nights.close()
  }
}

/** A browser that does not open is no reason to end: the address stands in the terminal. */
async function browse(address: string, { browse: open, writeError }: CommandIo): Promise<void> {
  try {
    await open?.(address)
  } catch (error) {
    writeError(`No browser could be opened (${failureText(error)}): open the address yourself\n`)
  }
}

/** What runs in the browser; the build makes it of src/morning/browser. */
const pageScript = (): string => readFileSync(join(packageRoot(), 'dist/morning.js'), 'utf8')
