import * as z from 'zod'
import { type FactSource, facts, memory, paramItems, scopes } from '../../core/vocabulary.ts'
import { clears, constant, literal, span, value } from './values.ts'

const paramBase = {
  default: literal.optional().describe('The value unless a file that extends gives another.'),
  optional: z.boolean().optional().describe('The value may be null.'),
  description: z.string().optional(),
  loosens: z.boolean().optional().describe('The param can make the policy allow more.'),
}
const number = { ...paramBase, min: z.number().optional(), max: z.number().optional() }

export const param = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('boolean'), ...paramBase }),
    z.strictObject({ type: z.literal('integer'), ...number }),
    z.strictObject({ type: z.literal('number'), ...number }),
    z.strictObject({ type: z.literal('string'), ...paramBase, minLength: z.int().min(0).optional() }),
    z.strictObject({ type: z.literal('enum'), ...paramBase, values: z.array(z.string()).min(1) }),
    z.strictObject({
      type: z.literal('duration'),
      ...paramBase,
      min: span.optional().describe('The shortest duration that is of use.'),
      max: span.optional(),
    }),
    z.strictObject({ type: z.literal('time'), ...paramBase }),
    z.strictObject({
      type: z.literal('list'),
      ...paramBase,
      of: z.enum(paramItems).optional().describe('What the entries are: texts, file globs or shell commands.'),
      minLength: z
        .int()
        .min(0)
        .optional()
        .describe('The shortest entry, in characters; blanks at its ends do not count.'),
      minItems: z.int().min(0).optional().describe('How many entries there are at least.'),
      merge: z.enum(['replace', 'append']).optional().describe('What a file that extends does to the list.'),
    }),
    z.strictObject({ type: z.literal('map'), ...paramBase }),
  ])
  .meta({ id: 'Param', examples: [{ type: 'duration', default: '5m', description: 'How long to wait.' }] })

export const slot = z
  .strictObject({
    kind: z.enum(Object.keys(memory) as [keyof typeof memory]).describe('What it holds, and so which steps change it.'),
    scope: z
      .enum(scopes)
      .optional()
      .describe(
        'run: empty at each new run; session; tree: a root with its children; project: a key of the project file.',
      ),
    initial: constant.optional().describe('What it holds before anything changed it.'),
    values: z.array(z.string()).min(1).optional().describe('The values of an enum.'),
    span: constant.optional().describe('How long the entries of a window stay.'),
    max: z.int().min(1).max(10_000).optional().describe('How many entries are kept; the oldest go.'),
    key: z.string().optional().describe('The key in the project file, for scope project.'),
    clears: clears
      .optional()
      .describe(
        'What throws away what it holds: progress of any session of the tree, the next turn, an event, or a list.',
      ),
    description: z.string().optional(),
  })
  .meta({ id: 'Slot', examples: [{ kind: 'counter', scope: 'run' }] })

/** Arguments without which a source has nothing to look for; of records a fingerprint is one among several. */
const required: readonly string[] = ['path', 'within', 'like']

function argumentsOf(names: readonly string[]) {
  const shape = names.map((each) => [each, required.includes(each) ? value : value.optional()] as const)
  return z.strictObject(Object.fromEntries(shape))
}

/** The project file is a fact without being declared. */
const factForms = {
  // A field of the kind is an argument too.
  records: z.strictObject({ records: argumentsOf(facts.records.arguments).catchall(value) }),
  todos: z.strictObject({ todos: argumentsOf(facts.todos.arguments) }),
  file: z.strictObject({ file: argumentsOf(facts.file.arguments) }),
  files: z.strictObject({ files: argumentsOf(facts.files.arguments) }),
  git: z.strictObject({ git: argumentsOf(facts.git.arguments) }),
  own: z.strictObject({ own: argumentsOf(facts.own.arguments) }),
  proof: z.strictObject({
    proof: z.strictObject({
      of: z
        .union([z.array(z.string().min(1)), z.strictObject({ var: z.string() })])
        .describe(
          'Commands that must have ended with exit code 0 since the last file was written, or a param of them.',
        ),
    }),
  }),
  grants: z.strictObject({ grants: argumentsOf(facts.grants.arguments) }),
  answers: z.strictObject({ answers: argumentsOf(facts.answers.arguments) }),
} satisfies { [Source in Exclude<FactSource, 'project'>]: z.ZodType<Record<Source, unknown>> }

export const fact = z
  .union(Object.values(factForms))
  .meta({ id: 'Fact', description: 'Something known about the world, read only if a rule asks for it.' })

export const command = z
  .strictObject({
    description: z.string().describe('Stands in the list of commands.'),
    actions: z
      .array(z.string().min(1))
      .optional()
      .describe('First words behind the command, in any case; an event has them as they stand here.'),
    words: z
      .record(z.string(), z.array(z.string().min(1)))
      .optional()
      .describe(
        "What may follow an action, by action: flags such as --summary, and a name such as file for words of one's own. A person is told of other words; without it all are left to the rules.",
      ),
    prompt: z
      .string()
      .optional()
      .describe('Goes to the agent after the decision, with the words after the command in place of $ARGUMENTS.'),
  })
  .meta({ id: 'Command', description: 'A slash command that the policy listens to.' })

export type ParamDocument = z.infer<typeof param>
export type SlotDocument = z.infer<typeof slot>
export type FactDocument = z.infer<typeof fact>
export type CommandDocument = z.infer<typeof command>
