import type { Json } from '../core/event.ts'
import type { Digest } from '../core/fingerprint.ts'
import { type CallStates, createCallStates } from '../decode/call-states.ts'
import type { KnownCall } from '../decode/permission.ts'
import type { CalledKind } from '../decode/record/call.ts'
import { createProjectPaths, type ProjectPaths } from '../decode/project-paths.ts'
import { ExpectedError } from '../runtime/ports.ts'

/** The fields that a case gives of an event. */
export type Given = Readonly<Record<string, Json>>

/** What surrounds an event that is made: what the host would know when it tells it. */
export interface EventWorld {
  digest: Digest
  paths: ProjectPaths
  /** Milliseconds since 1970. */
  now: () => number
  /** IANA name of the local time zone. */
  zone: string
  /** A new message id. */
  fresh: () => string
  /** True if this text is new in the run. */
  first: (text: string) => boolean
  /** The content of a file, null if there is none. */
  content: (absolute: string) => string | null
  states: CallStates
  /** The kinds of record that there are, by name. */
  kinds: Readonly<Record<string, CalledKind>>
  /** A tool call that was told before. */
  callOf: (call: string) => KnownCall | null
}

/** A world in which nothing has happened yet, and no file is there. */
export function emptyWorld(directory: string, now: number, digest: Digest, fresh: () => string): EventWorld {
  return {
    digest,
    paths: createProjectPaths(directory, '', (path) => path),
    now: () => now,
    zone: 'UTC',
    fresh,
    first: () => true,
    content: () => null,
    states: createCallStates(),
    kinds: {},
    callOf: () => null,
  }
}

/** No event of the host has what a case gives. */
export class ImpossibleEvent extends ExpectedError {}
