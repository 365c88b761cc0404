import * as z from 'zod'
import { readSpan } from '../core/text.ts'
import { notify } from './schema/notify.ts'
import { command, fact, param, slot } from './schema/parts.ts'
import { recordKinds } from './schema/records.ts'
import { placedRule, placedSection, rule, section, settledRule } from './schema/rule.ts'
import { condition, literal, mode, name, span } from './schema/values.ts'
import { workflow, workflowLayer } from './schema/workflow.ts'

/** Milliseconds. */
const day = 86_400_000

const version = z.literal(1).describe('The format of this file.')

const requires = z
  .strictObject({ opencode: z.string().optional(), plugin: z.string().optional() })
  .describe('Version ranges that the policy needs.')

const templates = z.record(name, z.string()).meta({
  description:
    'Texts by name: a Handlebars text, or the path of a .hbs file that begins with "./" or "../"; with folder each NAME.hbs in it is the text NAME.',
  examples: [{ folder: '../templates/night' }],
})

/** What a policy declares by name, and what a file that extends it adds in the same form. */
const parts = {
  memory: z.record(name, slot).optional().describe('What the policy remembers.'),
  facts: z.record(name, fact).optional().describe('What the policy reads from the world.'),
  conditions: z.record(name, condition).optional().describe('Conditions by name, used as { cond: name }.'),
  templates: templates.optional(),
  commands: z.record(name, command).optional().describe('Slash commands.'),
  records: recordKinds.optional().describe('What is written down for a person.'),
}

const policyForm = {
  version,
  name,
  description: z.string().optional(),
  order: z.int().min(0).max(1000).optional().describe('Among equal verdicts the lower number gives the text.'),
  locked: z.boolean().optional().describe('Files that extend may only add to params with merge: append.'),
  mode: mode.optional(),
  requires: requires.optional(),
  active: condition
    .optional()
    .describe('While it does not hold, only sections and rules with active: always are asked.'),
  params: z.record(name, param).optional().describe('What a team may set with one line.'),
  ...parts,
  project: z
    .strictObject({ file: z.string().min(1) })
    .optional()
    .describe('The project file that slots of scope project are keys of.'),
  workflow: workflow.optional(),
}

/** Each of these makes a file a policy that does something. */
export const actingKeys = ['rules', 'records', 'workflow'] as const

/** A policy that stands alone, as it is written. */
const writtenPolicySchema = z
  .strictObject({
    ...policyForm,
    rules: z
      .array(z.union([rule, section]))
      .optional()
      .describe('Asked in this order; a rule that answers ends the search in this policy.'),
  })
  .meta({ id: 'Policy', description: 'A policy of its own.' })

const sections = z.record(name, placedSection).optional()

/** The same with its sections by name, so that layers can change them. */
export const policySchema = z
  .strictObject({ ...policyForm, sections, rules: z.array(placedRule).optional() })
  .refine((policy) => actingKeys.some((key) => policy[key] !== undefined), {
    path: ['rules'],
    message: 'A policy has rules, or a kind of record or a workflow, which work without any',
  })

/** A policy after all its layers. */
export const resolvedSchema = z.strictObject({ ...policyForm, sections, rules: z.array(settledRule).default([]) })

/** A file that changes another policy. */
export const layerSchema = z
  .strictObject({
    version,
    name: name.optional(),
    description: z.string().optional(),
    extends: z
      .string()
      .min(1)
      .meta({ description: 'The policy that this file changes.', examples: ['builtin:guard', './base.yaml'] }),
    mode: mode.optional(),
    requires: requires.optional(),
    params: z.record(name, literal).optional().describe('Values for params, or new params.'),
    ...parts,
    workflow: workflowLayer.optional(),
    override: z
      .record(z.string(), literal)
      .optional()
      .meta({
        description:
          'Changes by dotted path: settings merge, texts and conditions are replaced, lists take append, prepend or remove.',
        examples: [{ 'rules.no-network': { mode: 'disabled', because: 'we need it' } }],
      }),
    insert: z
      .array(
        z
          .strictObject({ before: name.optional(), after: name.optional(), rules: z.array(rule).min(1) })
          .refine((insert) => (insert.before === undefined) !== (insert.after === undefined), {
            message: 'Cannot place the rules: give one of before and after',
          }),
      )
      .optional()
      .describe('New rules, before or after a rule by its id.'),
  })
  .meta({ id: 'Layer', description: 'A file that changes another policy.' })

/** For editors. */
export const fileSchema = z.union([writtenPolicySchema, layerSchema])

/** A project's config, and that of one checkout. */
export const configSchema = z
  .strictObject({
    version,
    builtin: z
      .array(name.meta({ id: 'BuiltinName' }))
      .optional()
      .meta({
        description: 'The built-in policies in force; all of them without this line.',
        examples: [['guard', 'blockers']],
      }),
    policies: z
      .array(z.string().min(1))
      .optional()
      .meta({
        description: 'Policy files and globs, relative to this file, or files in a package of the project.',
        examples: [['policies/*.yaml', 'npm:team-policies/night.yaml']],
      }),
    lint: z
      .record(
        z.string(),
        z.strictObject({
          severity: z.enum(['error', 'warning', 'off']),
          because: z.string().min(1).describe('Why the project sees this differently.'),
        }),
      )
      .optional()
      .meta({
        id: 'LintSettings',
        description: 'How seriously lint takes a check, by its code; errors stay errors.',
        examples: [{ 'unused-name': { severity: 'off', because: 'we share one file of conditions' } }],
      }),
  })
  .meta({ id: 'Config', description: 'Which policies are in force in a project, and how strict lint is there.' })

/** The user's own config: the same, whether CI trusts what it runs, how long nights are kept, and whom notices reach. */
export const userConfigSchema = configSchema.extend({
  keep: z
    .union([
      span.refine((text) => (readSpan(text) ?? 0) >= day, { message: 'a day is the least, such as 90d' }),
      z.null(),
    ])
    .optional()
    .meta({
      description:
        'How long the lines of a night are kept after its last one, 90 days without this line; null keeps them for ever.',
      examples: ['90d', null],
    }),
  trust: z
    .union([z.literal('ci'), z.array(z.string())])
    .optional()
    .meta({
      description:
        'ci: where the environment says CI=true, the files of every project are trusted. Folders, which stood here before, do not count any more: run `npx opencode-diverter trust` in a project.',
      examples: ['ci'],
    }),
  notify: notify.optional().meta({
    description: 'Where notices go that are to reach you while you are away.',
    examples: [[{ desktop: true }, { webhook: { env: 'NIGHT_WEBHOOK' }, body: 'slack' }]],
  }),
})

export type Layer = z.infer<typeof layerSchema>
export type Config = z.infer<typeof configSchema>
export type UserConfig = z.infer<typeof userConfigSchema>
