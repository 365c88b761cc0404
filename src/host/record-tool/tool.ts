import type { ToolDefinition } from '@opencode-ai/plugin'
import type { Guard } from '../guard.ts'
import type { Intake } from '../intake.ts'
import { noteProgress } from '../mirror.ts'
import type { Offered } from '../offered.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'
import { recordToolFields, recordToolSchema } from './schema.ts'
import { type CalledKind, recordSubmitted } from '../../decode/record/call.ts'

export type Submit = (name: string, kind: CalledKind, given: unknown, context: unknown) => string

/** Takes what the agent logs, and answers with what became of it. */
export function createSubmit(intake: Intake): Submit {
  return (name, kind, given, context) => {
    const session = textOf(fieldsOf(context)['sessionID'])
    if (!session) return 'Cannot log this: the call names no session'
    const mirror = intake.mirrors.of(session)
    const event = recordSubmitted(name, kind, given, mirror.badTries.get(name) ?? 0, intake.digest)
    mirror.badTries.set(name, event.tries)
    const { decision, verdict, reply } = intake.decide(mirror, event)
    const message = mirror.messages.get(textOf(fieldsOf(context)['messageID']) ?? '') ?? mirror.assistant
    const added = decision.effects.some((effect) => effect.effect === 'record' && effect.result === 'added')
    if (added) noteProgress(mirror, message)
    if (!event.valid && added) mirror.badTries.delete(name)
    return verdict.outcome === 'deny' ? verdict.reason : (reply ?? 'No policy took this up; go on with other work')
  }
}

const unavailable = 'Cannot log this: the plugin failed; write it into your answer instead and go on'

/** One tool for each kind of record that has one, named like the kind. */
export function recordTools(offered: Offered, submit: Submit, guard: Guard): Record<string, ToolDefinition> {
  const tools = [...offered.records].map(([name, kind]) => {
    const definition = {
      description: kind.tool,
      // The host also takes plain JSON Schema; its types only know zod, which would cost time at every start.
      args: recordToolFields(name, kind) as unknown as ToolDefinition['args'],
      execute: async (given: unknown, context: unknown): Promise<string> =>
        guard.now(
          'record tool',
          textOf(fieldsOf(context)['sessionID']),
          () => submit(name, kind, given, context),
          unavailable,
        ),
    }
    return [name, definition] as const
  })
  return Object.fromEntries(tools)
}

/** Tells the host which fields of a record tool may be left out. */
export function defineRecordTool(offered: Offered, input: unknown, output: object): void {
  const name = textOf(fieldsOf(input)['toolID']) ?? ''
  const kind = offered.records.get(name)
  if (kind) Object.assign(output, { jsonSchema: recordToolSchema(name, kind) })
}
