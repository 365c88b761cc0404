import type { ToolDefinition } from '@opencode-ai/plugin'
import type { Guard } from './guard.ts'
import type { Intake } from './intake.ts'
import { noteProgress } from './mirror.ts'
import type { Offered } from './offered.ts'
import { fieldsOf, textOf } from '../decode/payload.ts'
import { recordToolFields, recordToolSchema } from './record-tool-schema.ts'
import { type RecordToolKind, recordSubmitted } from '../decode/tool-arguments.ts'

export type Submit = (kind: RecordToolKind, given: unknown, context: unknown) => string

/** Takes what the agent logs, and answers with what became of it. */
export function createSubmit(intake: Intake): Submit {
  return (kind, given, context) => {
    const session = textOf(fieldsOf(context)['sessionID'])
    if (!session) return 'Cannot log this: the call names no session'
    const mirror = intake.mirrors.of(session)
    const event = recordSubmitted(kind, given, mirror.badTries, intake.digest)
    mirror.badTries = event.tries
    const { decision, verdict, reply } = intake.decide(mirror, event)
    const message = mirror.messages.get(textOf(fieldsOf(context)['messageID']) ?? '') ?? mirror.assistant
    const added = decision.effects.some((effect) => effect.effect === 'record' && effect.result === 'added')
    if (added) noteProgress(mirror, message)
    if (!event.valid && added) mirror.badTries = 0
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
      args: recordToolFields(kind.categories) as unknown as ToolDefinition['args'],
      execute: async (given: unknown, context: unknown): Promise<string> =>
        guard.now(
          'record tool',
          textOf(fieldsOf(context)['sessionID']),
          () => submit({ name, categories: kind.categories }, given, context),
          unavailable,
        ),
    }
    return [name, definition] as const
  })
  return Object.fromEntries(tools)
}

/** Tells the host which fields of a record tool may be left out. */
export function defineRecordTool(offered: Offered, input: unknown, output: object): void {
  const kind = offered.records.get(textOf(fieldsOf(input)['toolID']) ?? '')
  if (kind) Object.assign(output, { jsonSchema: recordToolSchema(kind.categories) })
}
