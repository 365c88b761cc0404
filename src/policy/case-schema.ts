import * as z from 'zod'
import { events, modes, runStates, verdicts } from '../core/vocabulary.ts'
import { literal, name } from './schema/values.ts'

const duration = z
  .string()
  .regex(/^(\d+(ms|s|m|h|d))+$/, 'a duration is written like 30s, 5m or 1h30m')
  .meta({ examples: ['30s', '5m', '1h30m'] })

const texts = z.union([z.string(), z.array(z.string())])

const expectation = z
  .strictObject({
    verdict: z.enum(verdicts).optional().describe('The verdict of the event itself.'),
    by: z.string().optional().describe('The rule that gave it, as policy/rule.'),
    rules: texts.optional().describe('Rules that matched, as policy/rule.'),
    effects: z.array(z.string()).optional().describe('Exactly the effects of the event itself, in order.'),
    prompts: z.int().min(0).optional().describe('Prompts that were sent in this step.'),
    records: z.int().min(0).optional().describe('Records that there are after this step.'),
    run: z
      .string()
      .regex(
        new RegExp(`^(${runStates.join('|')})( \\(.+\\))?$`),
        `a run is one of ${runStates.join(', ')}, with its reason in brackets`,
      )
      .optional()
      .meta({ examples: ['armed', 'stopped (done)'] }),
    says: texts.optional().describe('Texts that stand somewhere in what happened.'),
    not: texts.optional().describe('Texts that stand nowhere in what happened.'),
    file: z.record(z.string(), texts).optional().describe('Parts that files hold after this step, by path.'),
  })
  .meta({ id: 'Expectation', description: 'What must be true of this step; the golden file holds all of it.' })

const common = {
  session: z.string().optional().describe('The session that it happens in; without it the first root, S1.'),
  times: z.int().min(1).max(1000).optional().describe('How often it happens.'),
  expect: expectation.optional(),
}

const eventTypes = Object.keys(events) as (keyof typeof events)[]

function eventStep(type: keyof typeof events) {
  const shape = Object.keys(events[type].fields).map((field) => [field, literal.optional()] as const)
  const fields = z.strictObject(Object.fromEntries(shape)).nullable().describe('Fields that are left out are empty.')
  return z.strictObject({ [type]: fields, ...common })
}

const step = z
  .union([
    z.strictObject({
      says: z.string().describe('The agent ends a turn with this text.'),
      progress: z.boolean().optional(),
      finish: z.enum(['stop', 'length', 'tool-calls', 'filter', 'unknown']).optional(),
      calls: z.int().min(0).optional(),
      ...common,
    }),
    z.strictObject({ wait: duration.describe('Time passes.'), ...common }),
    z.strictObject({
      edit: z.record(z.string(), z.string().nullable()).describe('Files are written, or removed with null.'),
      ...common,
    }),
    z.strictObject({
      answer: z.record(z.string(), z.string()).describe('A person answers records, by id.'),
      ...common,
    }),
    z.strictObject({ spent: z.number().min(0).describe('What the run has cost so far.'), ...common }),
    ...eventTypes.map(eventStep),
  ])
  .meta({
    id: 'CaseStep',
    description: 'One thing that happens.',
    examples: [{ says: 'All done.', expect: { prompts: 1 } }],
  })

const session = z.strictObject({
  parent: z.string().optional().describe('The session that this one works for.'),
  agent: z.string().optional(),
  model: z.string().optional(),
  title: z.string().optional(),
  mode: z.enum(['run', 'serve', 'tui']).optional(),
  hasTask: z.boolean().optional().describe('A person has given the session something to do.'),
})

const world = z.strictObject({
  sessions: z.record(z.string(), session).optional(),
  files: z.record(z.string(), z.string()).optional().describe('Files of the project, by path.'),
  todos: z
    .array(z.strictObject({ title: z.string(), done: z.boolean().optional() }))
    .optional()
    .describe('The todos of the session.'),
  own: z.array(z.string()).optional().describe('Files that bind the session.'),
  busy: z.array(z.string()).optional().describe('Sessions that are at work.'),
})

export const caseSchema = z
  .strictObject({
    name: z.string().min(1),
    todo: z.boolean().optional().describe('True: the case does not hold yet. It is listed, and fails once it holds.'),
    policies: z
      .array(z.string().min(1))
      .min(1)
      .meta({
        description: 'Policy files relative to this file, or built-in ones.',
        examples: [['builtin:guard', './blockers.yaml']],
      }),
    params: z.record(name, z.record(name, literal)).optional().describe('Values for params, by policy.'),
    mode: z.record(name, z.enum(modes)).optional().describe('Modes, by policy.'),
    clock: z
      .string()
      .regex(
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/,
        'a time is written like 2026-02-12T22:00:00Z',
      )
      .optional()
      .describe('When it begins.'),
    zone: z
      .string()
      .optional()
      .meta({ description: 'The local time zone.', examples: ['UTC', 'Europe/Berlin'] }),
    world: world.optional(),
    steps: z.array(step).min(1),
  })
  .meta({ id: 'Case', description: 'What happens, and what the policies must make of it.' })

export type CaseFile = z.infer<typeof caseSchema>
export type CaseStep = z.infer<typeof step>
export type CaseExpectation = z.infer<typeof expectation>
