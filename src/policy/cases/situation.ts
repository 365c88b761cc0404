import * as z from 'zod'
import type { Json } from '../../core/event.ts'
import { events, roots, runStates } from '../../core/vocabulary.ts'
import { checkShape } from '../problems/issues.ts'
import { parse } from '../yaml/parse.ts'
import type { Problem } from '../problems/problem.ts'
import { literal, name } from '../schema/values.ts'
import type { Source } from '../source.ts'

const byPolicy = z.record(name, z.record(name, literal))

const sessionFields = z.strictObject(
  Object.fromEntries(Object.keys(roots.session).map((field) => [field, literal.optional()])),
)

const common = {
  memory: byPolicy.optional().describe('What is remembered, by policy and slot.'),
  facts: byPolicy.optional().describe('What facts give, by policy and fact; what is left out is as it is here.'),
  params: byPolicy.optional().describe('Values for params, by policy.'),
  session: sessionFields.optional(),
  run: z
    .strictObject({
      state: z.enum(runStates).optional(),
      ...numbersOf('turns', 'prompts', 'tokens', 'cost', 'startedAt'),
    })
    .optional(),
  policies: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Policies as in a case; without it those of the project.'),
  now: z.iso.datetime({ offset: true }).optional(),
  zone: z.string().optional(),
}

function numbersOf(...names: string[]) {
  return Object.fromEntries(names.map((each) => [each, z.number().optional()]))
}

const situationSchema = z.union(
  Object.entries(events).map(([type, { fields }]) => {
    const own = z.strictObject(Object.fromEntries(Object.keys(fields).map((field) => [field, literal.optional()])))
    // The fields of a kind of record are those that its policy declares.
    const given = type === 'record.submitted' ? own.catchall(literal) : own
    return z.strictObject({ [type]: given.nullable(), ...common })
  }),
)

const commonSchema = z.object(common)

/** One event with the world around it, as a person writes it down. */
export type Situation = z.infer<typeof commonSchema> & {
  event: { type: keyof typeof events; fields: Record<string, Json> }
}

/** Reads an event file; null if there are problems. */
export function readSituation(source: Source): { situation: Situation | null; problems: Problem[] } {
  const { tree, problems } = parse(source)
  if (!tree) return { situation: null, problems }
  const shape = checkShape(situationSchema, tree)
  if (shape.value === null) return { situation: null, problems: shape.problems }
  const given: Record<string, unknown> = shape.value
  const type = Object.keys(events).find((each): each is keyof typeof events => Object.hasOwn(given, each))
  if (type === undefined) return { situation: null, problems: shape.problems }
  const fields = z.record(z.string(), literal).safeParse(given[type])
  return {
    situation: {
      ...commonSchema.parse(given),
      event: { type, fields: fields.data ?? {} },
    },
    problems: [],
  }
}
