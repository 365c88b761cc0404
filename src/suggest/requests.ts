import type { DomainEvent, EventOf } from '../core/event.ts'
import { refused } from '../core/judging/subject.ts'
import type { Verdict } from '../core/decision.ts'
import { alteration, type NumberedLine } from '../replay/read-journal.ts'
import type { DecisionLine } from '../runtime/nights/journal-line.ts'

/** Where a request was refused. */
export interface Sighting {
  root: string
  /** The line of the night. */
  line: number
  session: string
  at: number
}

/** What was asked, as far as a line of a policy may answer it. */
export type Asked =
  | { is: 'command'; command: string }
  | { is: 'permission'; permission: string; patterns: readonly string[] }
  | { is: 'question'; question: string; text: string; options: readonly string[]; isSingle: boolean }
  /** A call that never came to be a request, since a policy refused it before. */
  | { is: 'call' }

/** One thing that was refused in these nights, however often. */
export interface Request {
  asked: Asked
  /** As it was told last. */
  event: DomainEvent
  /** In one line. */
  subject: string
  /** By which a person's word is found. */
  fingerprint: string
  /** The rule that refused it last, as `policy/rule`. */
  by: string
  sightings: readonly Sighting[]
  /** Not all that was asked is known any more: it was redacted or cut. */
  isAltered: boolean
}

export interface RequestFold {
  take: (root: string, lines: readonly NumberedLine[]) => void
  /** What was refused most comes first, then what was refused last. */
  done: () => Request[]
}

/** Collects what was refused in the lines of nights. */
export function foldRequests(): RequestFold {
  const found = new Map<string, Request & { sightings: Sighting[] }>()

  function add(key: string, request: Omit<Request, 'sightings'>, sighting: Sighting): void {
    const before = found.get(key)
    const sightings = before?.sightings ?? []
    sightings.push(sighting)
    found.set(key, { ...request, isAltered: request.isAltered || (before?.isAltered ?? false), sightings })
  }

  return {
    take: (root, lines) => {
      for (const { number, line } of lines) {
        if (line.line !== 'decision' || line.verdict.outcome !== 'deny') continue
        const sighting = { root, line: number, session: line.session, at: line.at }
        for (const { key, ...request } of refusedIn(line, line.verdict)) add(key, request, sighting)
      }
    },
    done: () =>
      [...found.values()].sort(
        (one, other) => other.sightings.length - one.sightings.length || lastOf(other) - lastOf(one),
      ),
  }
}

export const lastOf = ({ sightings }: Request): number => sightings.at(-1)?.at ?? 0

type Refused = Omit<Request, 'sightings'> & { key: string }

function refusedIn({ event }: DecisionLine, { by }: Extract<Verdict, { outcome: 'deny' }>): Refused[] {
  const what = refused(event)
  if (what === null || isOfTheRun(event, by)) return []
  const common = { by, event, isAltered: alteration(JSON.stringify(event)) !== null }
  if (event.type === 'question.asked')
    return event.open.map(({ question, header, options, multiple, fingerprint }) => ({
      ...common,
      key: `question ${fingerprint}`,
      asked: {
        is: 'question',
        question,
        text: [header, question, ...options].join('\n'),
        options,
        isSingle: !multiple,
      },
      subject: question,
      fingerprint,
    }))
  const asked = event.type === 'permission.asked' ? askedBy(event) : { is: 'call' as const }
  const { subject, fingerprint } = what
  return [{ ...common, key: `${event.type} ${fingerprint}`, asked, subject, fingerprint }]
}

function askedBy({ permission, command, patterns }: EventOf<'permission.asked'>): Asked {
  return permission === 'bash' && command !== null
    ? { is: 'command', command }
    : { is: 'permission', permission, patterns }
}

/** What ends a run, or turns it round, says nothing of what was asked. */
function isOfTheRun(event: DomainEvent, by: string): boolean {
  if (event.type === 'permission.asked') return event.permission === 'doom_loop'
  return event.type !== 'question.asked' && by.startsWith('blockers/')
}
