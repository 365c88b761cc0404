import type { DomainEvent, EventOf, EventType } from '../event.ts'
import type { events } from '../events.ts'

/** Events that nobody can refuse. */
type Unrefusable = { [Type in EventType]: 'deny' extends Taken<Type> ? never : EventOf<Type> }[EventType]
type Taken<Type extends EventType> = (typeof events)[Type] extends { verdicts: readonly (infer Name)[] } ? Name : never

/** What was refused, in one line, with what tells it apart. */
export function refused(event: DomainEvent): { subject: string; request: string | null; fingerprint: string } | null {
  switch (event.type) {
    case 'permission.asked':
      return { subject: asked(event), request: event.request, fingerprint: event.fingerprint }
    case 'question.asked': {
      // What a person has answered already needs nobody.
      const subject = event.open.map((question) => question.question).join(' / ')
      return { subject, request: event.request, fingerprint: event.fingerprint }
    }
    case 'tool.called':
      return { subject: called(event), request: null, fingerprint: event.fingerprint }
    case 'skill.requested':
      return { subject: `skill ${event.skill}`, request: null, fingerprint: `skill ${event.skill}` }
    case 'command.run':
      return { subject: `/${event.name}`, request: null, fingerprint: `command ${event.name}` }
    // It has a refusal of its own for the agent, and nobody is to log that a record was refused.
    case 'record.submitted':
      return null
    default:
      event satisfies Unrefusable
      return null
  }
}

const asked = (event: EventOf<'permission.asked'>): string =>
  `${event.permission}: ${event.command ?? event.patterns.join(', ')}`

/**
 * Whether a line says all of what is asked for, in its own words. Templates of a project may say anything, and nobody is
 * to allow another request than the one they read.
 */
export function isShownBy(line: string, { command, patterns, workdir }: EventOf<'permission.asked'>): boolean {
  const words = [...(command === null ? patterns : [command]), ...(workdir === null ? [] : [workdir])]
  const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()
  const said = flat(line)
  return words.every((word) => said.includes(flat(word)))
}

const called = (event: EventOf<'tool.called'>): string => {
  const what = event.command ?? event.url ?? event.paths.join(', ')
  return what === '' ? event.tool : `${event.tool}: ${what}`
}
