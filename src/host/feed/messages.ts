import { accessOf } from '../../decode/arguments.ts'
import { shellReach } from '../../decode/shell/reach.ts'
import { filesChanged, toolFinished } from '../../decode/tool.ts'
import type { Intake } from '../intake.ts'
import type { MessageMirror } from '../../decode/message.ts'
import { messageOf, noteProgress, type SessionMirror } from '../mirror.ts'
import { fieldsOf, numberOf, type Payload, textOf, textsOf } from '../../decode/payload.ts'
import { finishStep } from '../turn-end.ts'
import type { Handlers } from './handlers.ts'
import { interrupted, isAbort } from './interruption.ts'

/** How the host tells a tool that a person refused and gave no reason; nothing else says so. */
const bareRefusals = /^The user (?:rejected permission to use this specific tool call|dismissed this question)\.?$/

/** Assistant messages and their parts: text, tool calls, the end of each step. */
export function messageHandlers(intake: Intake, isRecordTool: (tool: string) => boolean): Handlers {
  const { mirrors } = intake

  const updated = (properties: Payload) => {
    const info = fieldsOf(properties['info'])
    const id = textOf(info['id'])
    const mirror = mirrors.find(textOf(info['sessionID']) ?? '')
    if (!id || !mirror || info['role'] !== 'assistant') return
    const time = fieldsOf(info['time'])
    const message = messageOf(mirror, id, numberOf(time['created']) ?? intake.clock.now(), info['summary'] === true)
    message.completed ||= numberOf(time['completed']) !== null
    message.finish = textOf(info['finish']) ?? message.finish
    message.failed ||= info['error'] !== undefined && info['error'] !== null
    if (isAbort(info['error']) && mirror.assistant === message) interrupted(intake, mirror)
  }

  const partUpdated = (properties: Payload) => {
    const part = fieldsOf(properties['part'])
    const id = textOf(part['id'])
    const mirror = mirrors.find(textOf(part['sessionID']) ?? '')
    const message = mirror?.messages.get(textOf(part['messageID']) ?? '')
    if (!id || !mirror) return
    if (part['type'] === 'compaction') mirror.compactionAuto = part['auto'] === true
    if (!message) return
    if (part['type'] === 'text') return textUpdated(message, id, part)
    if (!message.parts.has(id)) message.parts.set(id, { kind: String(part['type']), text: '' })
    if (part['type'] === 'step-start') message.written = true
    if (part['type'] === 'tool') return toolUpdated(mirror, message, part)
    if (part['type'] === 'patch') return patched(mirror, message, textsOf(part['files']))
    if (part['type'] === 'step-finish' && mirror.told.add(`step ${id}`)) finishStep(intake, mirror, message, part)
  }

  /** What a step has changed comes behind its end and before the next one. */
  const patched = (mirror: SessionMirror, message: MessageMirror, files: readonly string[]) => {
    const event = filesChanged(files, message.commands, intake.finished(mirror))
    if (event !== null) intake.decide(mirror, event)
  }

  const toolUpdated = (mirror: SessionMirror, message: MessageMirror, part: Payload) => {
    const state = fieldsOf(part['state'])
    const status = state['status']
    const tool = textOf(part['tool'])
    const call = textOf(part['callID'])
    // Parts are written again when old outputs are pruned, and a person's own shell command has no step.
    if (!tool || !call || (status !== 'completed' && status !== 'error') || message.summary || !message.written) return
    if (!mirror.told.add(`tool ${call}`)) return
    message.calls += 1
    mirror.turn.calls += 1
    const ok = status === 'completed'
    const output = textOf(ok ? state['output'] : state['error']) ?? ''
    if (!ok && bareRefusals.test(output)) mirror.refused = true
    const { input, metadata } = state
    const event = toolFinished(
      { tool, call, input, ok, output, metadata, lasted: lastedOf(state) },
      intake.finished(mirror),
    )
    if (event.command !== null && !shellReach(event.command).onlyReads) message.commands.push(call)
    const moved = accessOf(tool) === 'write' ? event.changed : !event.repeated
    // A record tool moves something only by a new record, which it tells itself.
    if (ok && moved && !isRecordTool(tool)) noteProgress(mirror, message)
    intake.decide(mirror, event)
  }

  return { 'message.updated': updated, 'message.part.updated': partUpdated }
}

/** From the begin of a call to its end, in milliseconds; a clock that was set between them tells nothing. */
function lastedOf(state: Payload): number | null {
  const { start, end } = { start: null, end: null, ...fieldsOf(state['time']) }
  return typeof start === 'number' && typeof end === 'number' && end >= start ? end - start : null
}

function textUpdated(message: MessageMirror, id: string, part: Payload): void {
  const visible = part['synthetic'] !== true && part['ignored'] !== true
  const text = typeof part['text'] === 'string' ? part['text'] : ''
  message.parts.set(id, { kind: visible ? 'text' : 'hidden', text: visible ? text : '' })
}
