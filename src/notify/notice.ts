import { basename } from 'node:path'
import { clockText } from '../core/operators/time/zone.ts'
import type { BodyName, NoticeKind } from '../policy/schema/notify.ts'
import { cut } from '../runtime/text/cut.ts'
import { redact } from '../runtime/text/redact.ts'
import { oneLine, visible } from '../runtime/text/visible.ts'
import type { Occasion } from './occasion.ts'

/** What leaves for a person: texts without secrets and without hidden characters. */
export interface Notice {
  /** The same for the same occasion, in each try. */
  id: string
  kind: NoticeKind | 'test'
  /** One line. */
  title: string
  text: string
  /** Milliseconds since 1970. */
  at: number
  /** The folder that OpenCode works in; null if it belongs to none. */
  directory: string | null
  /** The id of the session that the person began. */
  session: string | null
  /** Its title; empty if it has none. */
  name: string
  /** Why a run stopped. */
  reason: string | null
  /** The id of the entry that waits. */
  entry: string | null
  /** When the policies decide what waits, in milliseconds since 1970. */
  until: number | null
}

/** Where it happened. */
export interface Scene {
  at: number
  directory: string | null
  session: string | null
  name: string
  zone: string
}

const longestTitle = 120
const longestText = 1000
/** What is looked through for secrets, in UTF-16 units. */
const mostRead = 65_536

export function noticeOf(occasion: Occasion, scene: Scene, digest: (text: string) => string): Notice {
  const { at, directory, session, name, zone } = scene
  const { title, text } = wordsOf(occasion, zone)
  return {
    id: digest(JSON.stringify([occasion.kind, session, directory, subjectOf(occasion, at)])),
    kind: occasion.kind,
    title: cut(oneLine(redact(title.slice(0, mostRead))), longestTitle),
    text: cut(visible(redact(text.slice(0, mostRead))).trim(), longestText),
    at,
    directory,
    session,
    name: cut(oneLine(redact(name.slice(0, mostRead))), longestTitle),
    reason: occasion.kind === 'stopped' ? occasion.reason : null,
    entry: occasion.kind === 'hard' ? occasion.entry : null,
    until: occasion.kind === 'waiting' ? occasion.until : null,
  }
}

/** What makes an occasion another one: a request that is decided again is still the same. */
function subjectOf(occasion: Occasion, at: number): string | number {
  switch (occasion.kind) {
    case 'hard':
      return occasion.entry ?? at
    case 'waiting':
      return occasion.request
    case 'tampered':
      return `${at} ${occasion.file}`
    case 'stopped':
    case 'blocked':
    case 'stalled':
    case 'test':
      return at
    default:
      return occasion satisfies never
  }
}

function wordsOf(occasion: Occasion, zone: string): { title: string; text: string } {
  const own = (title: string, otherwise: string) => ({
    title,
    text: occasion.said.length > 0 ? occasion.said.join('\n') : otherwise,
  })
  const why = 'detail' in occasion && occasion.detail !== null ? ` (${occasion.detail})` : ''
  switch (occasion.kind) {
    case 'stopped':
      return own(`Stopped: ${occasion.reason}`, `The run stopped: ${occasion.reason}${why}.`)
    case 'blocked':
      return own('Blocked: all that is left waits for you', `The run stopped: blocked${why}.`)
    case 'stalled':
      return occasion.isOver
        ? own('Stalled: the run stopped', `The run stopped: stalled${why}.`)
        : own('Stalled: told to go on', `It was broken off and told to go on${why}.`)
    case 'hard': {
      const { entry, question } = occasion
      const how = entry === null ? '' : `\nAnswer it: npx opencode-diverter answer ${entry} YOUR ANSWER`
      return own('Needs your decision', `${question}${how}`)
    }
    case 'waiting': {
      const { until, subject } = occasion
      const clock = until === null ? null : clockText(until, zone)
      return clock === null
        ? own('Waits for you', `OpenCode asks you: ${subject}`)
        : own(`Waits for you until ${clock}`, `OpenCode asks you: ${subject}\nThe policies decide it at ${clock}.`)
    }
    case 'tampered':
      return own('Changed by somebody else', `${occasion.file} was ${changes[occasion.change]}.`)
    case 'test':
      return own('Test notice', 'Notices of opencode-diverter arrive here.')
    default:
      return occasion satisfies never
  }
}

const changes = {
  edited: 'changed by somebody else',
  removed: 'removed by somebody else',
  broken: 'changed so that it cannot be read any more',
} satisfies Record<Extract<Occasion, { kind: 'tampered' }>['change'], string>

/** What a body and a program may read, by the names that the documentation gives them. */
export function fieldsOf(notice: Notice): Record<BodyName, string | null> {
  const { id, kind, title, text, at, directory, session, name, reason, entry, until } = notice
  return {
    id,
    kind,
    title,
    text,
    at: new Date(at).toISOString(),
    project: directory === null ? null : oneLine(redact(basename(directory))),
    directory: directory === null ? null : oneLine(redact(directory)),
    session,
    name,
    reason,
    entry,
    until: until === null ? null : new Date(until).toISOString(),
  }
}

/** The notice as JSON. */
export const jsonOf = (notice: Notice): string => JSON.stringify({ version: 1, ...fieldsOf(notice) })
