import type { Json } from '../core/event.ts'
import { type Digest, requestFingerprint } from '../core/fingerprint.ts'
import { metadataOf } from './permission-kinds.ts'
import { fieldsOf, jsonOf, type Payload, textOf, textsOf } from './payload.ts'
import type { ProjectPaths } from './project-paths.ts'
import type { Decoded } from './decoded.ts'

export interface PermissionContext {
  digest: Digest
  paths: ProjectPaths
  /** A tool call of that session, null if it is unknown. */
  callOf: (session: string, call: string) => KnownCall | null
}

/** What a request does not tell of the call that it is for. */
export interface KnownCall {
  fingerprint: string
  /** The folder that a shell call runs in, as policies know it; null for the project's. */
  workdir: string | null
  /** Of tools of others; null for the host's own. */
  input: Json
}

/** Kinds whose patterns are paths. */
const pathKinds = new Set(['edit', 'write', 'read', 'list'])

/** `permission.asked`; null if ids or the kind are missing. */
export function permissionAsked(properties: Payload, context: PermissionContext): Decoded<'permission.asked'> | null {
  const request = textOf(properties['id'])
  const session = textOf(properties['sessionID'])
  const permission = textOf(properties['permission'])
  if (!request || !session || !permission) return null
  const metadata = fieldsOf(properties['metadata'])
  const patterns = textsOf(properties['patterns'])
  const command = textOf(metadata['command'])
  const call = textOf(fieldsOf(properties['tool'])['callID'])
  const known = call === null ? null : context.callOf(session, call)
  const says = command !== null || patterns.some((pattern) => pattern !== '*')
  // A tool of others, or a request that says nothing, is told apart by its call; a shell call by where it runs as well.
  const byCall = metadataOf(permission) === null || !says
  const isTold = says && (call === null || !(byCall || permission === 'bash'))
  const exact = known !== null || isTold
  const told = byCall ? (known?.fingerprint ?? null) : null
  return {
    session,
    event: {
      type: 'permission.asked',
      request,
      permission,
      patterns,
      command,
      paths: pathsOf(permission, patterns, metadata, context.paths),
      url: textOf(metadata['url']) ?? (permission === 'webfetch' ? (patterns[0] ?? null) : null),
      call,
      workdir: known?.workdir ?? null,
      input: byCall ? (known?.input ?? jsonOf(metadata)) : jsonOf(metadata),
      fingerprint: requestFingerprint(
        {
          permission,
          command,
          patterns,
          call: exact ? told : 'of an unknown call',
          workdir: known?.workdir ?? null,
        },
        context.digest,
      ),
      exact,
      class: classOf(permission, textsOf(properties['always'])),
    },
  }
}

/** What the host would remember for "always", such as `git push *`: alike requests have the same. `*` says nothing. */
function classOf(permission: string, always: readonly string[]): string | null {
  const patterns = always.filter((pattern) => pattern !== '*').sort()
  return patterns.length === 0 ? null : `${permission}: ${patterns.join(', ')}`
}

function pathsOf(permission: string, patterns: string[], metadata: Payload, paths: ProjectPaths): string[] {
  const file = textOf(metadata['filepath'])
  if (pathKinds.has(permission)) {
    // Patterns start at the work tree. For several files `filepath` is one text with commas.
    const fromPatterns = paths.of(patterns, 'worktree')
    return fromPatterns.length > 0 ? fromPatterns : paths.of(file ? [file] : [])
  }
  if (permission === 'external_directory') {
    const named = file ? [file] : textsOf(metadata['directories'])
    const parent = textOf(metadata['parentDir'])
    return paths.of(
      named.length > 0 ? named : parent ? [parent] : patterns.map((pattern) => pattern.replace(/\/\*+$/, '')),
    )
  }
  return paths.of([file, textOf(metadata['path'])].filter((path) => path !== null))
}
