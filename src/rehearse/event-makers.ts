import type { DomainEvent, EventOf, EventType, Json } from '../core/event.ts'
import { answerFingerprint } from '../core/fingerprint.ts'
import { readResetTime } from '../core/operators/time/reset-time.ts'
import { overview } from '../core/judging/questions.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import { accessOf } from '../decode/arguments.ts'
import { commandRun } from '../decode/command.ts'
import { type ResetTime, turnFailed } from '../decode/failure.ts'
import { fieldsOf, listOf, numberOf, textOf, textsOf } from '../decode/payload.ts'
import { type KnownCall, permissionAsked } from '../decode/permission.ts'
import { metadataOf, remembersPatterns } from '../decode/permission-kinds.ts'
import { questionAsked } from '../decode/question.ts'
import { type FinishedContext, noteBefore, toolCalled, toolFinished } from '../decode/tool.ts'
import { toolFields } from '../core/records/kind.ts'
import { type CalledKind, isRequired, recordSubmitted } from '../decode/record/call.ts'
import { cutMark } from '../runtime/text/cut.ts'
import { type EventWorld, type Given, ImpossibleEvent } from './event-world.ts'
import { isWhole } from './fits.ts'

/** Makes the event that the host half would make where it is told what a case gives. */
export type Maker<Made = DomainEvent> = (given: Given, world: EventWorld) => Made

/** Events of which fields follow from others, or from what was told before; all fields of the rest stand for themselves. */
export const makers: { [T in EventType]?: Maker<EventOf<T>> } = {
  'command.run': command,
  'permission.asked': permission,
  'question.asked': asked,
  'tool.called': called,
  'tool.finished': finished,
  'record.submitted': record,
  'step.ended': (given, world) =>
    plain('step.ended', given['last'] === undefined ? { finish: 'tool-calls', ...given } : given, world),
  // Those that are open are the least that there are.
  'todos.changed': (given, world) => plain('todos.changed', { total: given['open'] ?? 0, ...given }, world),
  'turn.ended': (given, world) => {
    const event = plain('turn.ended', given, world)
    const empty = event.text.trim() === '' && event.calls === 0
    return { ...event, empty, fingerprint: answerFingerprint(event.text, world.digest) }
  },
  'turn.failed': failed,
}

function command(given: Given): EventOf<'command.run'> {
  const [action, rest] = [text(given, 'action'), text(given, 'text')]
  const event = commandRun(text(given, 'name'), `${action} ${rest}`)
  if (action !== '' || rest === '') return event
  const words = `action: ${event.action}${event.text === '' ? '' : `, text: ${event.text}`}`
  throw new ImpossibleEvent(
    `Cannot use command.run with text ${JSON.stringify(rest)} alone: its first word is the action; write ${words}`,
  )
}

function permission(given: Given, world: EventWorld): EventOf<'permission.asked'> {
  const kind = text(given, 'permission')
  if (kind === '')
    throw new ImpossibleEvent('Cannot use permission.asked without permission: write its kind, such as bash or edit')
  const paths = textsOf(given['paths'])
  const patterns = given['patterns'] ?? patternsOf(kind, given, paths)
  const isFolder = kind === 'external_directory'
  const command = given['command'] ?? commandOf(kind, textsOf(patterns))
  const callOf = (call: string) => world.callOf(call) ?? saidOfCall(given)
  // A request that says nothing has the input of its call, where that is known.
  const saysNothing = command === null && textsOf(patterns).every((pattern) => pattern === '*')
  const metadata = {
    ...(saysNothing && callOf(text(given, 'call')) !== null ? {} : fieldsOf(given['input'])),
    ...present('command', command),
    ...present('url', given['url']),
    ...(paths.length > 0 && isFolder && { directories: paths }),
    ...(paths.length > 0 && !isFolder && metadataOf(kind) === null && { path: paths[0] ?? '' }),
  }
  const allowed = metadataOf(kind)
  const stranger = Object.keys(metadata).find((field) => allowed !== null && !allowed.includes(field))
  if (allowed !== null && stranger !== undefined)
    throw new ImpossibleEvent(
      `Cannot use permission.asked with ${stranger}: with a permission of the kind ${kind} OpenCode tells ${
        allowed.length === 0 ? 'nothing but its patterns' : allowed.join(', ')
      }; leave ${stranger} out`,
    )
  const decoded = permissionAsked(
    {
      id: textOf(given['request']) ?? world.fresh(),
      sessionID: 'session',
      permission: kind,
      patterns,
      metadata,
      always: remembersPatterns(kind) ? patterns : alwaysOf(kind, textOf(given['class'])),
      ...present('tool', given['call'] === undefined || given['call'] === null ? undefined : { callID: given['call'] }),
    },
    { digest: world.digest, paths: world.paths, callOf: (_session, call) => callOf(call) },
  )
  if (decoded === null) throw new ImpossibleEvent('Cannot use permission.asked: the host half takes it for no request')
  const { event } = decoded
  // Where OpenCode was started below the work tree, patterns begin higher up than paths.
  return isBelow(paths, event.paths) ? { ...event, paths } : event
}

/** What a case says of a call that it does not tell: a night keeps no line of a call that no rule cared about. */
const saidOfCall = (given: Given): KnownCall | null =>
  given['exact'] === true
    ? { fingerprint: text(given, 'fingerprint'), workdir: textOf(given['workdir']), input: given['input'] ?? null }
    : null

/** Whether a request is told apart by a call that the case does not tell. */
export function isOfUntoldCall(type: EventType, given: Given, { callOf }: EventWorld): boolean {
  const call = textOf(given['call'])
  return type === 'permission.asked' && given['exact'] === true && call !== null && callOf(call) === null
}

/** The patterns of a shell permission are the pieces of its command. */
const commandOf = (kind: string, patterns: readonly string[]): string | null =>
  kind === 'bash' && patterns.length > 0 ? patterns.join(' && ') : null

/** Whether all paths are the whole ones without the one folder that these begin with. */
function isBelow(paths: readonly string[], whole: readonly string[]): boolean {
  const [first] = paths
  if (first === undefined || paths.length !== whole.length) return false
  const above = whole[0]?.slice(0, -first.length) ?? ''
  return above.endsWith('/') && paths.every((path, at) => `${above}${path}` === whole[at])
}

/** What the host asks for where the case names the command, the paths or the address alone. */
function patternsOf(kind: string, given: Given, paths: readonly string[]): readonly string[] {
  const whole = textOf(given['command']) ?? textOf(given['url'])
  return kind !== 'external_directory' && whole === null ? paths : whole === null ? [] : [whole]
}

const alwaysOf = (kind: string, asClass: string | null): string[] =>
  asClass === null ? [] : asClass.replace(`${kind}: `, '').split(', ')

function asked(given: Given, { digest }: EventWorld): EventOf<'question.asked'> {
  const called = Array.isArray(given['questions']) ? given['questions'].map(calledWith) : (given['questions'] ?? [])
  const { event } = questionAsked('', { questions: called }, textOf(given['request']), digest)
  const told = listOf(given['questions']).map((one) => textOf(fieldsOf(one)['fingerprint']))
  const questions = event.questions.map((one, at) =>
    isWhole(one.question) ? one : { ...one, fingerprint: told[at] ?? one.fingerprint },
  )
  return { ...event, questions, ...overview(questions) }
}

/** A question as the model asks it, with what it says of each option beside the option. */
function calledWith(question: unknown): unknown {
  const fields = fieldsOf(question)
  const about = listOf(fields['about'])
  if (about.length === 0) return question
  const options = listOf(fields['options']).map((label, at) => ({ label, description: about[at] ?? '' }))
  return { ...fields, options }
}

/** What the model wrote, from the input of the call or from the fields that stand for parts of it. */
function inputOf(given: Given): Given {
  const input = given['input']
  const paths = textsOf(given['paths'])
  const named = accessOf(text(given, 'tool')) === 'run' ? [] : paths
  return {
    ...(typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}),
    ...present('command', given['command']),
    ...present('url', given['url']),
    ...present('workdir', given['workdir']),
    ...(input === undefined && named.length === 1 && { filePath: named[0] ?? '' }),
    ...(input === undefined && named.length > 1 && { paths: named }),
  }
}

function called(given: Given, world: EventWorld): EventOf<'tool.called'> {
  const event = toolCalled(text(given, 'tool'), text(given, 'call'), inputOf(given), world)
  noteBefore(event, finishedWorld(world))
  return event
}

function finished(given: Given, world: EventWorld): EventOf<'tool.finished'> {
  const tool = text(given, 'tool')
  const call = text(given, 'call')
  const input = inputOf(given)
  const told = { tool, call, input, ok: given['ok'] === true, output: text(given, 'output') }
  const event = toolFinished(
    { ...told, metadata: { exit: given['exit'] ?? null }, lasted: numberOf(given['lasted']) },
    finishedWorld(world),
  )
  const { access, paths } = toolCalled(tool, call, input, world)
  if (given['changed'] === true && (!event.ok || access === 'read'))
    throw new ImpossibleEvent(
      `Cannot use tool.finished with changed true: ${event.ok ? `${tool} only reads here` : 'the call failed, see ok'}; leave changed out`,
    )
  const byResult = event.ok && access !== 'read' && (access !== 'write' || paths.length === 0)
  const wrote = given['changed'] === true && access === 'write' ? paths : event.wrote
  return { ...event, wrote, ...(typeof given['changed'] === 'boolean' && byResult && { repeated: !given['changed'] }) }
}

const finishedWorld = ({ digest, paths, first, content, states }: EventWorld): FinishedContext => ({
  digest,
  paths,
  first,
  content,
  states,
  isOwn: () => false,
  isNews: () => true,
})

function record(given: Given, { digest, kinds }: EventWorld): EventOf<'record.submitted'> {
  const name = text(given, 'kind')
  const kind = kindAt(kinds, name)
  const call = toolFields(kind).map(({ name: own, field }) => [field.as, given[own] ?? usual(kind, own, given)])
  // A call that was cut when it was kept can be read no more; what was read of it stands beside it.
  const raw = cutMark.test(text(given, 'raw')) ? undefined : given['raw']
  const asWritten = raw ?? { ...Object.fromEntries(call), ref: given['ref'] ?? null }
  return recordSubmitted(name, kind, asWritten, 0, digest)
}

function kindAt(kinds: EventWorld['kinds'], name: string): CalledKind {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind !== undefined) return kind
  const known = Object.keys(kinds)
  const allowed = known.length === 0 ? 'no policy here has a kind of record' : `allowed are ${known.join(', ')}`
  throw new ImpossibleEvent(`Cannot use record.submitted with kind ${JSON.stringify(name)}: ${allowed}`)
}

/** A yes or no that the tool wants only of some calls: most cases are about something else. */
function usual({ fields }: CalledKind, name: string, given: Given): boolean | null {
  const field = fields[name]
  const isAsked = field?.type === 'boolean' && field.required !== true && isRequired(field, given)
  return isAsked && given['valid'] !== false ? false : null
}

function failed(given: Given, world: EventWorld): EventOf<'turn.failed'> {
  const data = {
    message: text(given, 'message'),
    statusCode: numberOf(given['status']),
    isRetryable: given['retryable'],
  }
  const zoned: ResetTime = (said, now) => readResetTime(said, now, world.zone)
  return turnFailed({ name: 'APIError', data }, world.now(), zoned)
}

const text = (given: Given, field: string): string => textOf(given[field]) ?? ''

const present = (field: string, value: Json | undefined): Given =>
  value === undefined || value === null ? {} : { [field]: value }

/** The event with what is left out as null, empty or false. */
export function plain<T extends EventType>(
  type: T,
  given: Given,
  world: EventWorld,
): Extract<DomainEvent, { type: T }> {
  const { fields }: EventSpec = events[type]
  const empty = Object.entries(fields).map(([name, kind]): [string, Json] => [name, emptyValue(kind)])
  const isMissing = fields['message'] === 'id' && given['message'] === undefined
  // The vocabulary is the description of both: of what stands in `fields` and of the type of the event.
  return { type, ...Object.fromEntries(empty), ...(isMissing && { message: world.fresh() }), ...given } as Extract<
    DomainEvent,
    { type: T }
  >
}

function emptyValue(type: string): Json {
  if (type.endsWith('?')) return null
  if (type.startsWith('list<')) return []
  if (type === 'boolean') return false
  if (['integer', 'number', 'time', 'duration'].includes(type)) return 0
  if (type === 'json') return {}
  return type.includes('|') ? (type.split('|')[0] ?? '') : ''
}
