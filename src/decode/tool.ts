import type { EventOf } from '../core/event.ts'
import { callFingerprint, type Digest, outcomeFingerprint } from '../core/fingerprint.ts'
import type { CallStates, FileStates } from './call-states.ts'
import { fieldsOf, jsonOf, numberOf, textOf } from './payload.ts'
import type { KnownCall } from './permission.ts'
import type { ProjectPaths } from './project-paths.ts'
import {
  type Access,
  accessOf,
  codeTexts,
  isActing,
  isTalk,
  isWhole,
  readsByName,
  shellLines,
  tellingKeys,
  writtenPaths,
} from './arguments.ts'
import { unpacked } from './named/packed.ts'
import { pathsInCode } from './shell/code/code.ts'
import { shellReach } from './shell/reach.ts'
import { linesInCode, spelled, unnamed } from './unnamed.ts'

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
  workdir: workdirOf(tool, input, paths),
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
    touches: reach.touches,
    whole: reach.whole,
    command: commandOf(tool, input),
    script: reach.script,
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
  states: CallStates
  /** True if nobody was told yet that the file is in this state now. */
  isNews: (path: string, state: string) => boolean
}

const outputKept = 32_000
/** What OpenCode tells the model of a command that printed nothing. */
const silence = '(no output)'
/** A line that the cut goes through is left out, unless it is longer: of half a secret nobody can tell what it is. */
const longestLine = 4096

function endOf(output: string, length: number): string {
  if (output.length <= length) return output
  const from = output.length - length
  const lineBreak = output.indexOf('\n', from)
  return output.slice(lineBreak < 0 || lineBreak - from > longestLine ? from + blankIn(output, from) : lineBreak + 1)
}

/** How far it is to the next blank; nothing if there is none near. */
const blankIn = (text: string, from: number): number => Math.max(0, text.slice(from, from + longestLine).search(/\s/))

export interface FinishedCall {
  tool: string
  call: string
  input: unknown
  ok: boolean
  /** What the model was answered, an error included. */
  output: string
  /** What the tool tells beside its output; a shell call has its exit code there. */
  metadata: unknown
  /** How long it took, in milliseconds; null if nobody tells. */
  lasted: number | null
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
    wrote: wroteBy(reach, ok, context.states.take(call), context),
    paths: reach.paths,
    command,
    workdir: workdirOf(tool, input, context.paths),
    exit,
    lasted: finished.lasted,
    output: output === silence ? '' : endOf(output, outputKept),
    repeated,
    fingerprint,
    outcome: command === null ? null : outcomeFingerprint(fingerprint, exit, output, context.digest),
  }
}

/** Notes the files that a call names as they are before it runs. */
export function noteBefore({ call, access, paths }: EventOf<'tool.called'>, context: FinishedContext): void {
  if (access === 'read') return
  const states = statesOf(paths, context)
  context.states.keep(call, states)
  if (access === 'write') noteStates(states, context)
}

/** Going back to one of these states is no change later; true if one is new in the run. */
const noteStates = (states: FileStates, { first }: FinishedContext): boolean =>
  [...states].map(([path, state]) => first(`file ${path}\n${state}`)).includes(true)

const statesOf = (paths: readonly string[], context: FinishedContext): FileStates =>
  new Map(paths.filter((path) => !context.isOwn(path)).map((path) => [path, stateOf(path, context)]))

function stateOf(path: string, context: FinishedContext): string {
  const content = context.content(context.paths.absolute(path))
  return content === null ? 'absent' : context.digest(content)
}

function changedBy(reach: { access: Access; paths: string[] }, repeated: boolean, context: FinishedContext): boolean {
  if (reach.access === 'read') return false
  return reach.access === 'write' && reach.paths.length > 0
    ? noteStates(statesOf(reach.paths, context), context)
    : !repeated
}

/** Files that are not as they were before the call; where that is not known, those of a tool that is made to write. */
function wroteBy(
  { access, paths }: { access: Access; paths: string[] },
  ok: boolean,
  before: FileStates | null,
  context: FinishedContext,
): string[] {
  if (access === 'read' || (before === null && (access !== 'write' || !ok))) return []
  const wrote = [...statesOf(paths, context)].filter(([path, state]) => before?.get(path) !== state)
  for (const [path, state] of wrote) context.isNews(path, state)
  return wrote.map(([path]) => path)
}

/**
 * Files that the host found in another state at the end of a step, in a git worktree; null if calls have told them all.
 * `calls` are those of the step that ran a command.
 */
export function filesChanged(
  files: readonly string[],
  calls: readonly string[],
  context: FinishedContext,
): EventOf<'files.changed'> | null {
  const states = [...statesOf(context.paths.of(files), context)]
  const paths = states.filter(([path, state]) => context.isNews(path, state)).map(([path]) => path)
  return paths.length === 0 ? null : { type: 'files.changed', paths, calls: [...calls] }
}

/** Where a shell call runs, if not in the project itself. */
function workdirOf(tool: string, input: unknown, paths: ProjectPaths): string | null {
  return accessOf(tool) === 'run' ? (paths.of([textOf(fieldsOf(input)['workdir']) ?? ''])[0] ?? null) : null
}

function commandOf(tool: string, input: unknown): string | null {
  return accessOf(tool) === 'run' ? textOf(fieldsOf(input)['command']) : null
}

interface Reach {
  access: Access
  paths: string[]
  /** What the call may change; a glob where that is not known by name. */
  touches: string[]
  /** False if the call has more than is looked at, which may name anything. */
  whole: boolean
  /** What a shell gets by way of a call that is no shell's, line by line; null if nothing is known. */
  script: string | null
}

/** Texts of an unknown tool that are lines for a shell, or code, by the name of their argument or by their words. */
function textsToRun(input: unknown): { lines: string[]; code: string[] } {
  const plain = unnamed(input, tellingKeys)
  return { lines: [...shellLines(input), ...plain.lines], code: [...codeTexts(input), ...plain.code] }
}

/** One word alone is no line that does anything. */
function scriptOf(lines: readonly string[], given: unknown): string | null {
  const all = [...lines, ...spelled(given)].filter((line) => /\S\s+\S/.test(line))
  return all.length === 0 ? null : [...new Set(all)].join('\n')
}

function reachOf(tool: string, input: unknown, paths: ProjectPaths): Reach {
  const command = commandOf(tool, input)
  if (command === null) {
    const access = accessOf(tool)
    const given = access === 'unknown' ? unpacked(input) : input
    const { lines, code } = access === 'unknown' ? textsToRun(given) : { lines: [], code: [] }
    const reaches = lines.map((line) => shellReach(line))
    const inCode = code.flatMap(pathsInCode)
    const named = paths.of([...writtenPaths(given, access), ...reaches.flatMap(({ touches }) => touches), ...inCode])
    const whole = isWhole(given, access) && reaches.every((reach) => reach.whole)
    const isReading =
      access === 'read' || isTalk(tool) || (access === 'unknown' && readsByName(tool) && !isActing(given))
    const script = isReading || access !== 'unknown' ? null : scriptOf([...lines, ...code.flatMap(linesInCode)], given)
    return { access, paths: named, touches: isReading ? [] : named, whole, script }
  }
  const reach = shellReach(command, textOf(fieldsOf(input)['workdir']) ?? '')
  const access = reach.onlyReads ? 'read' : 'run'
  return { access, paths: paths.of(reach.paths), touches: paths.of(reach.touches), whole: reach.whole, script: null }
}
