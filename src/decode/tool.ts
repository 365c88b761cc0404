import type { EventOf } from '../core/event.ts'
import { callFingerprint, type Digest, outcomeFingerprint } from '../core/fingerprint.ts'
import { fieldsOf, jsonOf, numberOf, textOf } from './payload.ts'
import type { KnownCall } from './permission.ts'
import type { ProjectPaths } from './project-paths.ts'
import { type Access, accessOf, writtenPaths } from './arguments.ts'
import { shellReach } from './shell.ts'

export interface ToolContext {
  digest: Digest
  paths: ProjectPaths
}

/** What tells two calls apart. */
export const fingerprintOfCall = (tool: string, input: unknown, digest: Digest): string =>
  callFingerprint(tool, input, accessOf(tool) === 'run', digest)

/** What a request for permission does not tell of its call. */
export const knownCall = (tool: string, input: unknown, { digest, paths }: ToolContext): KnownCall => ({
  fingerprint: fingerprintOfCall(tool, input, digest),
  workdir: accessOf(tool) === 'run' ? (paths.of([textOf(fieldsOf(input)['workdir']) ?? ''])[0] ?? null) : null,
  input: accessOf(tool) === 'unknown' ? jsonOf(input) : null,
})

/** A call before it runs, as the model wrote it. */
export function toolCalled(tool: string, call: string, input: unknown, context: ToolContext): EventOf<'tool.called'> {
  const reach = reachOf(tool, input, context.paths)
  return {
    type: 'tool.called',
    tool,
    call,
    access: reach.access,
    paths: reach.paths,
    command: commandOf(tool, input),
    url: textOf(fieldsOf(input)['url']),
    input: jsonOf(input),
    fingerprint: fingerprintOfCall(tool, input, context.digest),
  }
}

export function skillCalled(input: unknown): EventOf<'skill.requested'> {
  return { type: 'skill.requested', skill: textOf(fieldsOf(input)['name']) ?? '', via: 'tool', text: '' }
}

/** What a finished call left behind, for telling new results from old ones. */
export interface FinishedContext extends ToolContext {
  /** True if this text is new in the run. */
  first: (text: string) => boolean
  /** The content of a file, null if there is none; never throws. */
  content: (absolute: string) => string | null
  /** True for files that the plugin itself writes. */
  isOwn: (path: string) => boolean
}

const outputKept = 32_000

export interface FinishedCall {
  tool: string
  call: string
  input: unknown
  ok: boolean
  /** What the model was answered, an error included. */
  output: string
  /** What the tool tells beside its output; a shell call has its exit code there. */
  metadata: unknown
}

export function toolFinished(finished: FinishedCall, context: FinishedContext): EventOf<'tool.finished'> {
  const { tool, call, input, ok, output } = finished
  const reach = reachOf(tool, input, context.paths)
  const fingerprint = fingerprintOfCall(tool, input, context.digest)
  const repeated = !context.first(`result ${context.digest(`${fingerprint}\n${output}`)}`)
  const command = commandOf(tool, input)
  const exit = command === null ? null : numberOf(fieldsOf(finished.metadata)['exit'])
  return {
    type: 'tool.finished',
    tool,
    call,
    ok,
    changed: ok && changedBy(reach, repeated, context),
    paths: reach.paths,
    command,
    exit,
    output: output.slice(-outputKept),
    repeated,
    fingerprint,
    outcome: command === null ? null : outcomeFingerprint(fingerprint, exit, output, context.digest),
  }
}

/** Notes the files as they are, so that going back to this state is no change later. */
export function noteFileStates(paths: readonly string[], context: FinishedContext): boolean {
  return paths
    .filter((path) => !context.isOwn(path))
    .map((path) => context.first(`file ${path}\n${stateOf(path, context)}`))
    .includes(true)
}

function stateOf(path: string, context: FinishedContext): string {
  const content = context.content(context.paths.absolute(path))
  return content === null ? 'absent' : context.digest(content)
}

function changedBy(reach: { access: Access; paths: string[] }, repeated: boolean, context: FinishedContext): boolean {
  if (reach.access === 'read') return false
  return reach.access === 'write' && reach.paths.length > 0 ? noteFileStates(reach.paths, context) : !repeated
}

function commandOf(tool: string, input: unknown): string | null {
  return accessOf(tool) === 'run' ? textOf(fieldsOf(input)['command']) : null
}

function reachOf(tool: string, input: unknown, paths: ProjectPaths): { access: Access; paths: string[] } {
  const command = commandOf(tool, input)
  if (command === null) return { access: accessOf(tool), paths: paths.of(writtenPaths(input)) }
  const reach = shellReach(command)
  const start = textOf(fieldsOf(input)['workdir'])
  const named = start ? reach.paths.map((path) => (path.startsWith('/') ? path : `${start}/${path}`)) : reach.paths
  return { access: reach.onlyReads ? 'read' : 'run', paths: paths.of(named) }
}
