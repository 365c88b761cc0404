import type { DomainEvent } from '../../core/event.ts'
import { questionAsked } from '../../decode/question.ts'
import { knownCall, noteBefore, skillCalled, toolCalled } from '../../decode/tool.ts'
import type { Intake } from '../intake.ts'
import { askedAlready, askInstead } from '../interview.ts'
import { rememberCall, type SessionMirror } from '../mirror.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'

/** Decides a tool call before it runs; the result is the text of a refusal, null to let it go on. */
export function toolCall(
  intake: Intake,
  ownTool: (tool: string) => boolean,
  input: unknown,
  output: unknown,
): string | null {
  const given = fieldsOf(input)
  const tool = textOf(given['tool'])
  const call = textOf(given['callID']) ?? ''
  const mirror = intake.mirrors.find(textOf(given['sessionID']) ?? '')
  if (!tool || !mirror) {
    intake.debug('Ignored a tool call of an unknown session')
    return null
  }
  const written = fieldsOf(output)['args']
  rememberCall(mirror, call, knownCall(tool, written, intake))
  if (ownTool(tool)) return null
  if (tool === 'question') {
    const instead = askInstead(mirror, call, written)
    if (instead !== 'none') return instead === 'refused' ? askedAlready : null
    if (mirror.uninstructed) return null
  }
  const { verdict } = intake.decide(mirror, eventOf(intake, mirror, tool, call, written))
  if (tool === 'question' && verdict.outcome === 'ask') mirror.left.add(call)
  return verdict.outcome === 'deny' ? verdict.reason : null
}

function eventOf(intake: Intake, mirror: SessionMirror, tool: string, call: string, written: unknown): DomainEvent {
  if (tool === 'skill') return skillCalled(written)
  if (tool === 'question') return questionAsked(mirror.session.id, fieldsOf(written), null, intake.digest).event
  const event = toolCalled(tool, call, written, intake)
  noteBefore(event, intake.finished(mirror))
  return event
}
