import * as z from 'zod'
import type { Json } from '../../core/event.ts'
import { events, modes, reasons } from '../../core/vocabulary.ts'
import { plainCondition } from '../plain-condition.ts'

const namePattern = /^[A-Za-z][A-Za-z0-9_-]*$/

/** Names of rules, params, slots and the like. */
export const name = z.string().regex(namePattern, 'a name is letters, digits, "-" and "_", and begins with a letter')

export const literal: z.ZodType<Json> = z.lazy(() => literalForms)

const literalForms = z
  .union([z.null(), z.boolean(), z.number(), z.string(), z.array(literal), z.record(z.string(), literal)])
  .meta({ id: 'Literal' })

export const value: z.ZodType<Json> = z.lazy(() => valueForms)

const valueForms = z
  .union([z.null(), z.boolean(), z.number(), z.string(), z.array(value), z.record(z.string(), value)])
  .meta({
    id: 'Value',
    description: 'A literal, a list, or a map with exactly one operator, such as { var: event.permission }.',
    examples: [{ var: 'params.marker' }, { count: [{ var: 'memory.denied' }] }],
  })

/** A document that was read has it in its plain form. */
export const condition = value.transform(plainCondition).meta({
  description:
    'What must hold: an operator that gives true or false, the name of a condition, or a list of which all hold.',
  examples: [{ '===': [{ var: 'event.permission' }, 'bash'] }, 'diverting', ['unattended', { var: 'event.empty' }]],
})

/** Lint says which words there are. */
const clearing = z.string().meta({ id: 'Clearing', examples: ['progress', 'turn', 'todos.changed'] })

export const clears = z.union([clearing, z.array(clearing).min(1)])

/** `always` is the only value; lint says what another one may have meant. */
export const active = literal.meta({
  description: 'always: asked even while the policy is not active.',
  examples: ['always'],
})

/** A literal, or a param by `{ var: params.x }`: what is settled when the policy is loaded. */
export const constant = value.meta({
  description: 'A literal, or a param as { var: params.name }.',
  examples: ['5m', { var: 'params.window' }],
})

/** How long, as a literal with its units. */
export const span = z.string().regex(/^(?:\d+(?:ms|s|m|h|d))+$/, 'a duration has its units, such as 30s, 5m or 1h30m')

/** How long: a literal with its units, or a value in milliseconds. */
export const duration: z.ZodType<Json> = z.union([span, z.record(z.string(), value), z.null()]).meta({
  id: 'Duration',
  description: 'A duration such as 30s, 5m or 1h30m, or a value in milliseconds such as { var: params.retryDelay }.',
  examples: ['15m', { var: 'params.askFor' }],
})

/** A string is a text where texts are wanted, and a literal under `with`. */
export const textOrValue: z.ZodType<Json> = z.lazy(() => textOrValueForms)

const given = {
  with: z.record(name, textOrValue).exactOptional().describe('More names for the text, each a value or a text.'),
}

const templateName = z
  .string()
  .regex(
    namePattern,
    'a text has a name of letters, digits, "-" and "_" here; a file gets one by templates: { NAME: ./FILE.hbs }',
  )

export const textForms = {
  text: z.strictObject({ text: z.string(), ...given }),
  template: z.strictObject({ template: templateName, ...given }),
}

const textOrValueForms = z.union([textForms.text, textForms.template, value]).meta({
  id: 'TextOrValue',
  description: 'A text, { template: name }, or a value such as { var: item.question }.',
})

const inline = z
  .string()
  .describe('A Handlebars text.')
  .meta({ examples: ['Nobody is here to allow {{event.permission}}.'] })

export const text = z
  .union([inline, textForms.text, textForms.template])
  .meta({ id: 'Text', description: 'A Handlebars text, or { template: name }.' })

/** A text with keys of its own step beside it. */
export function textWith<Shape extends z.ZodRawShape>(more: Shape) {
  return z.union([inline, textForms.text.extend(more), textForms.template.extend(more)])
}

export const eventName = z
  .enum(Object.keys(events) as [keyof typeof events])
  .meta({ description: 'What the rule listens to.' })
export const reason = z.enum(reasons).meta({ description: 'Stands in the journal, in the status and in the report.' })
export const mode = z.enum(modes).meta({
  description: 'enforce acts; observe only says what it would do; disabled stays visible and does nothing.',
})
