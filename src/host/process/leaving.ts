import { fieldsOf, type Payload, textOf } from '../../decode/payload.ts'
import type { Clock } from '../../runtime/ports.ts'
import type { HostClient } from '../client.ts'
import { writeAtOnce } from './one-command.ts'

/** The process of `opencode run`, which leaves once its session rests, whatever is about to be sent. */
export interface Leaving {
  /** Writes on standard output. */
  print: (text: string) => void
  /** Standard output wants a JSON object a line. */
  json: boolean
  /** OpenCode was told to allow whatever is asked. */
  allows: boolean
  /** The process ends as after a success, though it met an error. */
  succeed: () => void
}

/** A screen, on which a person goes on. */
const interactive = /^(?:--interactive|-[a-z]*i[a-z]*)$/
const allowing = /^--(?:auto|yolo|dangerously-skip-permissions)$/

/** Null where the process stays. */
export function leavingRun({ argv }: { argv: readonly string[] }): Leaving | null {
  const [, , command, ...options] = argv
  if (command !== 'run' || options.some((option) => interactive.test(option))) return null
  return {
    print: (text) => writeAtOnce(process.stdout.fd, text),
    json: /(?:^|\s)--format[\s=]json(?:\s|$)/.test(options.join(' ')),
    allows: options.some((option) => allowing.test(option)),
    succeed: () => {
      process.exitCode = 0
    },
  }
}

const nobody = 'OpenCode runs without a person here who could allow it'

/** Does for these sessions what `opencode run` does as long as it listens: prints, and answers what nobody answered. */
export function standIn(
  { print, json, allows }: Leaving,
  client: HostClient,
  clock: Clock,
): (event: Payload, roots: ReadonlySet<string>) => void {
  const say = (type: string, session: string, about: object): void => {
    if (json) print(`${JSON.stringify({ type, timestamp: clock.now(), sessionID: session, ...about })}\n`)
  }
  const said = (session: string, part: Payload): void => {
    const state = fieldsOf(part['state'])['status']
    const isOver = fieldsOf(part['time'])['end'] !== undefined
    const text = (textOf(part['text']) ?? '').trim()
    if (part['type'] === 'tool' && (state === 'completed' || state === 'error')) say('tool_use', session, { part })
    if (part['type'] === 'step-start') say('step_start', session, { part })
    if (part['type'] === 'step-finish') say('step_finish', session, { part })
    if (part['type'] !== 'text' || !isOver) return
    say('text', session, { part })
    if (!json && text !== '') print(`${text}\n`)
  }
  return (event, roots) => {
    const properties = fieldsOf(event['properties'])
    const part = fieldsOf(properties['part'])
    const session = textOf(properties['sessionID']) ?? textOf(part['sessionID']) ?? ''
    const request = textOf(properties['id'])
    // Ours is on its way before, and the first one counts.
    if (event['type'] === 'permission.asked' && request !== null)
      void client.replyToPermission(request, allows ? { reply: 'once' } : { reply: 'reject', message: nobody })
    if (!roots.has(session)) return
    if (event['type'] === 'message.part.updated') said(session, part)
    if (event['type'] === 'session.error') say('error', session, { error: properties['error'] })
  }
}
