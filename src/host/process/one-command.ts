import { writeSync } from 'node:fs'
import { unlessFault } from '../../runtime/text/failure-text.ts'
import type { Clock } from '../../runtime/ports.ts'
import { visible } from '../../runtime/text/visible.ts'
import type { HostClient } from '../client.ts'
import type { SessionMirror } from '../mirror.ts'
import { within } from '../within.ts'

/** The process of `opencode run --command`, which was started for one command and leaves after it. */
export interface OneCommand {
  /** Writes on standard output at once. */
  print: (text: string) => void
  /** Whether standard output wants a JSON object a line. */
  json: boolean
  exit: (code: number) => void
}

/** How long the host may take to end what belongs to the project, in milliseconds. */
const patience = 3000

/** Null where a person or a program can go on to say something: also `opencode run` may be a screen. */
export function oneCommand({ argv }: { argv: readonly string[] }): OneCommand | null {
  const [, , command, ...options] = argv
  if (command !== 'run' || !options.some((option) => /^--command(?:=|$)/.test(option))) return null
  return {
    print: (text) => writeAtOnce(process.stdout.fd, text),
    json: /(?:^|\s)--format[\s=]json(?:\s|$)/.test(options.join(' ')),
    exit: (code) => process.exit(code),
  }
}

/** The answer in the form that `opencode run` gives to a text. */
export function printed({ json, print }: OneCommand, session: string, text: string, now: number): void {
  const event = { type: 'text', timestamp: now, sessionID: session, part: { type: 'text', text } }
  print(`${json ? JSON.stringify(event) : visible(text)}\n`)
}

/** Ends the process with this code. */
export type Leave = (mirror: SessionMirror, code: number) => Promise<void>

/**
 * Leaves by itself once nothing is left to do for the command: OpenCode has no way to take a command as answered, and
 * would call it an unexpected error. What the command set going is waited for, as OpenCode waits for a prompt.
 */
export function createLeave(one: OneCommand, client: HostClient, clock: Clock, disposed: Promise<void>): Leave {
  return async (mirror, code) => {
    if (mirror.prompt !== 'none' || mirror.user !== null) await rest(mirror)
    void client.dispose()
    await within(clock, patience, disposed, undefined)
    one.exit(code)
  }
}

const rest = (mirror: SessionMirror): Promise<void> =>
  new Promise((resolve) => {
    mirror.rested = resolve
  })

/** Seen to its end though the process leaves right behind it; a terminal that is gone reads nothing. */
export function writeAtOnce(file: number, text: string): void {
  try {
    writeSync(file, text)
  } catch (error) {
    unlessFault(error, undefined)
  }
}
