import * as z from 'zod'
import type { Json } from '../../core/event.ts'
import { isZone } from '../../core/operators/time/zone.ts'
import {
  type EventSpec,
  events,
  items,
  knownFields,
  modes,
  reasons,
  runStates,
  type VerdictName,
} from '../../core/vocabulary.ts'
import { answer } from '../schema/answer.ts'
import { type session, todos, world } from '../schema/case-world.ts'
import { duration, moment } from '../schema/case-times.ts'
import { literal, name } from '../schema/values.ts'

/** An empty text stands everywhere, and nothing is held against an empty list. */
const part = z.string().regex(/\S/, 'an empty text stands everywhere: write a part of what you look for')
const texts = z.union([part, z.array(part).min(1)])
/** An empty part asks that the file is there. */
const fileParts = z.union([z.string(), z.array(z.string()).min(1)])

const reason = reasons.join('|')

/** What may be expected of any step. */
const afterAnyStep = {
  rules: texts.exactOptional().describe('Rules that matched, as policy/rule.'),
  prompts: z.int().min(0).exactOptional().describe('Prompts that were sent in this step.'),
  records: z.int().min(0).exactOptional().describe('Records that there are after this step.'),
  run: z
    .string()
    .regex(
      new RegExp(`^(ready|armed|paused|stopped|(?:paused|stopped) \\((?:${reason})\\))$`),
      `a run is one of ${runStates.join(', ')}; the last two with a reason in brackets: ${reasons.join(', ')}`,
    )
    .exactOptional()
    .describe('The run after this step.')
    .meta({ examples: ['armed', 'stopped (done)'] }),
  says: texts.exactOptional().describe('Texts that stand somewhere in what happened.'),
  not: texts.exactOptional().describe('Texts that stand nowhere in what happened.'),
  file: z.record(z.string(), fileParts).exactOptional().describe('Parts that files hold after this step, by path.'),
}

/** What only a step that is an event can have. */
const ofAnEvent = {
  effects: z.array(z.string()).exactOptional().describe('Exactly the effects of the event itself, in order.'),
}

/** What only a step that asks for a verdict can have. */
const ofARequest = <Name extends VerdictName>(verdicts: readonly Name[]) => ({
  verdict: z.enum(verdicts).exactOptional().describe('The verdict of the event itself.'),
  by: z.string().exactOptional().describe('The rule that gave it, as policy/rule.'),
})

const described = { description: 'What must be true at the end of this step; the golden file holds all of it.' }
/** Of a step that is no event and brings none. */
const expectation = z.strictObject(afterAnyStep).meta({ id: 'Expectation', ...described })
const eventExpectation = z
  .strictObject({ ...afterAnyStep, ...ofAnEvent })
  .meta({ id: 'EventExpectation', ...described })

/** What may be expected of a step whose event can be answered with these verdicts. */
const requestExpectations = {
  gate: z
    .strictObject({ ...afterAnyStep, ...ofAnEvent, ...ofARequest(['pass', 'deny']) })
    .meta({ id: 'GateExpectation', ...described }),
  question: z
    .strictObject({ ...afterAnyStep, ...ofAnEvent, ...ofARequest(['pass', 'ask', 'deny']) })
    .meta({ id: 'QuestionExpectation', ...described }),
  request: z
    .strictObject({ ...afterAnyStep, ...ofAnEvent, ...ofARequest(['pass', 'allow', 'ask', 'deny']) })
    .meta({ id: 'RequestExpectation', ...described }),
}

function expectationOf(type: keyof typeof events) {
  const { verdicts }: EventSpec = events[type]
  if (verdicts === undefined) return eventExpectation
  if (verdicts.includes('allow')) return requestExpectations.request
  return verdicts.includes('ask') ? requestExpectations.question : requestExpectations.gate
}

/** What is expected of a step, of whatever kind it is. */
export type Expectation = z.output<typeof requestExpectations.request>

const common = <Expected extends z.ZodType<Expectation>>(expected: Expected) => ({
  session: z.string().exactOptional().describe('The session that it happens in; without it the first root, S1.'),
  times: z
    .int()
    .min(1)
    .max(1000)
    .exactOptional()
    .describe('How often it happens. Expectations are looked at the last time.'),
  expect: expected.exactOptional().describe('What must come of it; what is not named may be as it will.'),
})

const said = {
  progress: z.boolean().exactOptional().describe('Something was done in the turn; without it, no.'),
  finish: z
    .enum(['stop', 'length', 'tool-calls', 'filter', 'unknown'])
    .exactOptional()
    .describe('Why the answer ends, stop without it.'),
  calls: z.int().min(0).exactOptional().describe('How many tools were called in the turn.'),
}

/** The value of a field as the vocabulary describes it. */
function fieldSchema(type: string): z.ZodType<Json> {
  if (type.endsWith('?')) return fieldSchema(type.slice(0, -1)).nullable()
  if (type.startsWith('list<')) return z.array(fieldSchema(type.slice('list<'.length, -1)))
  if (type.includes('|')) return z.enum(type.split('|'))
  if (Object.hasOwn(named, type)) return named[type] ?? literal
  return literal
}

const named: Readonly<Record<string, z.ZodType<Json>>> = {
  string: z.string(),
  id: z.string(),
  path: z.string(),
  boolean: z.boolean(),
  integer: z.int(),
  number: z.number(),
  time: z.int(),
  duration: z.int(),
}

const question = z.strictObject(
  Object.fromEntries(
    Object.entries(items.question)
      .filter(([field]) => !knownFields.includes(field))
      .map(([field, type]) => {
        const schema = fieldSchema(type)
        return [field, field === 'question' ? schema : schema.exactOptional()]
      }),
  ),
)

/** A case answers entries instead. */
const isKnown = (type: string, field: string): boolean => type === 'question.asked' && knownFields.includes(field)

const fieldOfEvent = (type: string): z.ZodType<Json> =>
  type === 'list<question>' ? z.array(question) : type === 'question?' ? question.nullable() : fieldSchema(type)

function eventStep(type: keyof typeof events) {
  const shape = Object.entries(events[type].fields)
    .filter(([field]) => !isKnown(type, field))
    .map(([field, kind]) => [field, fieldOfEvent(kind).exactOptional()] as const)
  const own = z.strictObject(Object.fromEntries(shape))
  // The fields of a kind of record are those that its policy declares.
  const fields = (type === 'record.submitted' ? own.catchall(literal) : own)
    .nullable()
    .describe('What is left out is as the host would tell it, or empty.')
  return z.strictObject({ [type]: fields, ...common(expectationOf(type)) }).transform((step) => {
    const given: Record<string, unknown> = step
    return { does: 'event' as const, type, fields: fieldsOf.parse(given[type] ?? {}), ...commonOf.parse(step) }
  })
}

const fieldsOf = z.record(z.string(), literal)
const commonOf = z.object(common(requestExpectations.request))

/** What a step without an event of its own does, by the key that names it. */
const shortForms = {
  says: z
    .strictObject({
      says: z.string().describe('The agent ends a turn with this text.'),
      ...said,
      ...common(eventExpectation),
    })
    .transform((step) => ({ does: 'says' as const, ...step })),
  wait: z
    .strictObject({ wait: duration.describe('Time passes.'), ...common(requestExpectations.request) })
    .transform((step) => ({ does: 'wait' as const, ...step })),
  clock: z
    .strictObject({
      clock: moment.describe('The clock on the wall is set to this, and that is seen.'),
      ...common(requestExpectations.request),
    })
    .transform((step) => ({ does: 'clock' as const, ...step })),
  suspend: z
    .strictObject({
      suspend: duration.describe('The machine sleeps for so long, and wakes.'),
      ...common(requestExpectations.request),
    })
    .transform((step) => ({ does: 'suspend' as const, ...step })),
  edit: z
    .strictObject({
      edit: z.record(z.string(), z.string().nullable()).describe('Files are written, or removed with null.'),
      ...common(expectation),
    })
    .transform((step) => ({ does: 'edit' as const, ...step })),
  answer: z
    .strictObject({
      answer: z
        .record(z.string(), answer)
        .describe(
          'A person answers records, by id: with words, or with allow: once or project, never: true, skip: true.',
        ),
      ...common(expectation),
    })
    .transform((step) => ({ does: 'answer' as const, ...step })),
  spent: z
    .strictObject({
      spent: z.number().min(0).describe('What the run has cost so far, as the end of a step tells it.'),
      ...common(eventExpectation),
    })
    .transform((step) => ({ does: 'spent' as const, ...step })),
  todos: z
    .strictObject({ todos: todos.describe('The agent writes its list of todos.'), ...common(eventExpectation) })
    .transform((step) => ({ does: 'todos' as const, ...step })),
  busy: z
    .strictObject({ busy: z.boolean().describe('The session works, or comes to rest.'), ...common(expectation) })
    .transform((step) => ({ does: 'busy' as const, ...step })),
}

/** What the engine raises itself cannot be made to happen; that OpenCode could not do something can. */
const eventTypes = Object.keys(events).filter(
  (type): type is keyof typeof events => Object.hasOwn(events, type) && (!isDerived(type) || type === 'effect.failed'),
)

/** True for an event that the engine raises itself after another one. */
export function isDerived(type: string): boolean {
  const spec: EventSpec | undefined = Object.entries<EventSpec>(events).find(([name]) => name === type)?.[1]
  return spec?.derived === true
}

const step = z.union([...Object.values(shortForms), ...eventTypes.map(eventStep)]).meta({
  id: 'CaseStep',
  description: 'One thing that happens.',
  examples: [{ says: 'All done.', expect: { prompts: 1 } }],
})

/** The schema of each step by the key that names it. */
export const stepSchemas: ReadonlyMap<string, z.ZodType<CaseStep>> = new Map<string, z.ZodType<CaseStep>>([
  ...Object.entries(shortForms),
  ...eventTypes.map((type) => [type, eventStep(type)] as const),
])

/** The session that a step means unless it names another. */
export const mainSession = 'S1'

/** All of a case but its steps. */
export const caseHead = z.strictObject({
  name: z.string().regex(/\S/, 'say what the case shows').describe('What the case shows, in words; unique.'),
  todo: z
    .boolean()
    .exactOptional()
    .describe('True: the case does not hold yet. It is listed, and fails once it holds.'),
  policies: z
    .array(z.string().min(1))
    .min(1)
    .meta({
      description: 'Policy files relative to this file, or built-in ones.',
      examples: [['builtin:guard', './blockers.yaml']],
    }),
  params: z.record(name, z.record(name, literal)).exactOptional().describe('Values for params, by policy.'),
  mode: z.record(name, z.enum(modes)).exactOptional().describe('Modes, by policy.'),
  clock: moment.exactOptional().describe('When it begins.'),
  zone: z
    .string()
    .refine(isZone, 'Cannot use this zone: a time zone is written like Europe/Berlin or UTC')
    .exactOptional()
    .meta({ description: 'The local time zone.', examples: ['UTC', 'Europe/Berlin'] }),
  world: world.exactOptional().describe('What is there when it begins.'),
})

export const caseSchema = caseHead
  .extend({ steps: z.array(step).min(1).describe('What happens, one after the other.') })
  .meta({ id: 'Case', description: 'What happens, and what the policies must make of it.' })

/** A case as it is run: each step says what it does. */
export type Case = z.output<typeof caseSchema>
export type CaseStep = z.output<typeof step>
/** All of a case but its steps. */
export type CaseHead = z.output<typeof caseHead>
export type CaseSession = z.output<typeof session>
export type CaseWorld = z.output<typeof world>
