import type { DomainEvent, EventType, Question } from '../core/event.ts'
import { overview } from '../core/questions.ts'
import { answerShape, questionShape, resultShape } from '../core/shape.ts'
import { normalise } from '../core/text.ts'
import { type EventSpec, events, items } from '../core/vocabulary.ts'

type Values = Record<string, unknown>

/**
 * A whole event from the fields that a case gives: what is left out is null, empty or false, and
 * fingerprints are made the way the host half makes them. Throws for an event or field that does not exist.
 */
export function eventOf(
  type: string,
  given: Values,
  digest: (text: string) => string,
  fresh: () => string,
): DomainEvent {
  const spec = specOf(type)
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(spec.fields, name)) {
      throw new Error(`Cannot use ${type}: no field "${name}"; allowed are ${Object.keys(spec.fields).join(', ')}`)
    }
  }
  const fields: Values = { ...emptyFields(spec.fields), ...given }
  if (type === 'record.submitted' && given['valid'] === undefined) fields['valid'] = true
  if (type === 'step.ended' && given['last'] === undefined) fields['finish'] = given['finish'] ?? 'tool-calls'
  if ('message' in spec.fields && given['message'] === undefined && type !== 'turn.failed') fields['message'] = fresh()
  if (Array.isArray(fields['questions'])) {
    const questions = fields['questions'].map((one) => question(one, digest))
    Object.assign(fields, { ...overview(questions), questions })
  }
  if ('fingerprint' in spec.fields && given['fingerprint'] === undefined) {
    fields['fingerprint'] = digest(
      type === 'turn.ended' ? answerShape(String(fields['text'])) : normalise(subject(fields)),
    )
  }
  if (type === 'tool.finished' && typeof fields['command'] === 'string' && given['outcome'] === undefined) {
    fields['outcome'] = digest(`${fields['fingerprint']} ${fields['exit']} ${resultShape(String(fields['output']))}`)
  }
  return { type, ...fields } as unknown as DomainEvent
}

function specOf(type: string): EventSpec {
  if (!Object.hasOwn(events, type))
    throw new Error(`Cannot use the step "${type}": there is no such event or short form`)
  return events[type as EventType]
}

const emptyFields = (fields: Record<string, string>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, emptyValue(type)]))

function emptyValue(type: string): unknown {
  if (type.endsWith('?')) return null
  if (type.startsWith('list<')) return []
  if (type === 'boolean') return false
  if (['integer', 'number', 'time', 'duration'].includes(type)) return 0
  if (type === 'json') return {}
  return type.includes('|') ? (type.split('|')[0] ?? '') : ''
}

function question(given: unknown, digest: (text: string) => string): Question {
  const fields = typeof given === 'object' && given !== null ? given : {}
  const whole: Values = { ...emptyFields(items.question), ...fields }
  if (whole['fingerprint'] === '') whole['fingerprint'] = digest(questionShape(String(whole['question'])))
  return whole as unknown as Question
}

/** What tells two requests apart. */
function subject(fields: Values): string {
  if (typeof fields['question'] === 'string') return questionShape(fields['question'])
  if (Array.isArray(fields['questions'])) return fields['questions'].map((one: Question) => one.question).join(' / ')
  const parts = [
    fields['permission'],
    fields['tool'],
    fields['command'],
    fields['patterns'],
    fields['url'],
    fields['paths'],
  ]
  return [...parts, fields['raw']].map((part) => (part === undefined || part === null ? '' : String(part))).join('|')
}
