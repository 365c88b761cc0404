import * as z from 'zod'
import { checkText } from '../../core/template/template.ts'
import { readSpan } from '../../core/text.ts'
import { span } from './values.ts'

/** What a person who is away may be told of. */
export const noticeKinds = ['stopped', 'blocked', 'stalled', 'hard', 'waiting', 'tampered'] as const

/** Bodies of a webhook that are ready for a service. */
export const readyBodies = ['json', 'slack', 'discord', 'ntfy'] as const

/** What a body of one's own may print. */
export const bodyNames = [
  'id',
  'kind',
  'title',
  'text',
  'at',
  'project',
  'directory',
  'session',
  'name',
  'reason',
  'entry',
  'until',
] as const

const shortest = 1000
const longest = 60_000

const shared = {
  kinds: z
    .array(z.enum(noticeKinds))
    .min(1)
    .optional()
    .meta({ description: 'Which notices; all of them without this line.', examples: [['stopped', 'waiting']] }),
}

const timeout = span
  .refine((text) => isBetween(readSpan(text)), { message: 'allowed are 1s to 60s' })
  .optional()
  .meta({ description: 'How long one try may take, 10s without this line.', examples: ['10s'] })

const isBetween = (time: number | null): boolean => time !== null && time >= shortest && time <= longest

const desktop = z
  .strictObject({
    desktop: z.literal(true).describe("OpenCode's own screen: a notification of the terminal, or its bell."),
    ...shared,
  })
  .describe('Shown by the terminal in which OpenCode is open.')

const command = z
  .strictObject({
    command: z
      .array(z.string())
      .min(1)
      .refine(([program]) => program !== '', { message: 'the first word is the program' })
      .meta({
        description: 'A program and its arguments, run without a shell in your home folder; it reads JSON.',
        examples: [['notify-send', 'OpenCode']],
      }),
    timeout,
    ...shared,
  })
  .describe('A program of yours.')

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

const address = z
  .string()
  .refine(isAddress, { message: 'an address begins with https:// or http://' })
  .describe('The address. Whoever reads this file knows it.')

const variable = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a variable is letters, digits and "_"')
      .meta({ description: 'The environment variable that holds the address.', examples: ['NIGHT_WEBHOOK'] }),
  })
  .describe('The address stands in an environment variable.')

const isReady = (text: string): boolean => readyBodies.some((name) => name === text)

/** Why a text cannot be a body; null if it can. */
function bodyProblem(text: string): string | null {
  if (isReady(text)) return null
  if (!text.includes('{{'))
    return `there is no ready body of this name; allowed are ${readyBodies.join(', ')}, or a text with {{title}} and the like`
  const { problem, paths } = checkText(text)
  if (problem !== null) return problem.message
  const unknown = paths.find(({ path, scoped }) => !scoped && !bodyNames.some((name) => name === path))
  return unknown === undefined ? null : `there is no {{${unknown.path}}} here; allowed are ${bodyNames.join(', ')}`
}

const body = z
  .string()
  .superRefine((text, context) => {
    const message = bodyProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .optional()
  .meta({
    description:
      'What is sent: json (also without this line), slack, discord, ntfy, or a Handlebars text of your own. One that begins with { or [ is sent as JSON, and what it prints is fitted to stand between its quotes.',
    examples: ['slack', '{"text": "{{title}}"}'],
  })

const webhook = z
  .strictObject({ webhook: z.union([address, variable]), body, timeout, ...shared })
  .describe('An address on the web.')

/** The ways by which notices leave for a person who is away. */
export const notify = z.array(z.union([desktop, command, webhook])).max(10)

export type NoticeKind = (typeof noticeKinds)[number]
export type BodyName = (typeof bodyNames)[number]
export type OutletSetting = z.infer<typeof notify>[number]
