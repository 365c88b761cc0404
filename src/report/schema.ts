import * as z from 'zod'
import { answerDecisions, grantWords, reasons, vias } from '../core/vocabulary.ts'
import { count, outcome, saidText, time } from './outcome-schema.ts'

const files = z
  .discriminatedUnion('is', [
    z.strictObject({
      is: z.literal('counted'),
      since: z.string().describe('The commit that the run began on'),
      files: z.array(
        z.strictObject({
          path: saidText,
          added: count.nullable().describe('Lines; null for a file that git does not count in lines'),
          removed: count.nullable(),
          isTracked: z.boolean().describe('False for a new file of which only a call has told'),
        }),
      ),
      more: count.describe('Files beyond those that are listed'),
    }),
    z.strictObject({
      is: z.literal('unknown'),
      why: z.enum(['no-begin', 'no-git', 'failed']),
      detail: saidText.nullable(),
    }),
  ])
  .describe('By git, from the begin of the run until the report, whoever wrote them')

const spent = z.strictObject({
  turns: count,
  steps: count,
  calls: count,
  prompts: count.describe('Prompts of ours that were sent'),
  tokens: count,
  cost: z.number().min(0).describe("In the provider's unit"),
  helpers: z.strictObject({ steps: count, tokens: count, cost: z.number().min(0) }).describe('The part of sub-agents'),
})

const tool = z.strictObject({
  tool: saidText,
  times: count.describe('Calls that ended, those of sub-agents with them'),
  failed: count.describe('Those of them that ended with an error, refused ones too'),
  lasted: count.nullable().describe('Milliseconds of all whose length is known; null if none is'),
})

const longCall = z.strictObject({
  at: time.describe('When it ended'),
  tool: saidText,
  ok: z.boolean(),
  lasted: count.describe('Milliseconds'),
})

const course = z.strictObject({
  turns: z
    .array(
      z.strictObject({
        from: time,
        to: time,
        turns: count.describe('In a long night neighbours are one row'),
        steps: count,
        calls: count,
        tokens: count,
        cost: z.number().min(0),
        helpers: z.number().min(0).describe('The part of sub-agents of the cost'),
      }),
    )
    .describe('Turns of the root session in order; the last may not be over'),
  costs: z.array(z.strictObject({ at: time, cost: z.number() })).describe('What it had cost by then'),
})

const rule = z.strictObject({
  rule: z.string(),
  did: z.enum(['diverted', 'refused', 'allowed', 'asked']).describe('Diverted: refused and written down for a person'),
  times: count,
  repeated: count.describe('How many of them were the same request again'),
  subjects: z.array(z.strictObject({ text: saidText, times: count })),
  more: count.describe('Subjects beyond those that are listed'),
})

const mishap = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('failed'), at: time, kind: z.string(), message: saidText }),
  z.strictObject({
    is: z.literal('silent'),
    at: time,
    doing: z.enum(['model', 'tool', 'nothing']),
    lasted: count.describe('Milliseconds'),
  }),
  z.strictObject({ is: z.literal('switched'), at: time, model: saidText.nullable().describe('Null: its own again') }),
  z.strictObject({ is: z.literal('warned'), at: time, rule: z.string(), text: saidText }),
])

const wait = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('time'), at: time, until: time, why: saidText }),
  z.strictObject({ for: z.literal('person'), at: time, until: time, subject: saidText }),
])

const moment = z.strictObject({
  line: count.describe("The number of its line, as explain takes it: `explain SESSION:LINE`, SESSION being the root's"),
  at: time,
  is: z
    .enum([
      'began',
      'prompt',
      'diverted',
      'refused',
      'asked',
      'allowed',
      'logged',
      'answered',
      'withdrawn',
      'waited',
      'silent',
      'failed',
      'switched',
      'warned',
      'paused',
      'stopped',
    ])
    .describe('Answered: by a person; withdrawn: such an answer was taken back; waited: for a time'),
  text: saidText,
  rule: z.string().nullable(),
})

const session = z.strictObject({
  id: z.string().describe('The root session'),
  title: saidText.nullable(),
  request: z.strictObject({ text: saidText, at: time }).nullable().describe('What the person wrote first'),
  begun: time.nullable(),
  last: time.nullable().describe('The last thing that is known of it'),
  outcome,
  runs: count,
  stops: z.array(
    z.strictObject({
      at: time,
      as: z.enum(['stopped', 'paused']),
      reason: z.enum(reasons),
      detail: saidText.nullable(),
    }),
  ),
  head: z.strictObject({ begin: z.string().nullable(), end: z.string().nullable() }).describe('Commits'),
  spent,
  limit: z.strictObject({ cost: z.number().nullable() }).describe('The smallest that its policies set'),
  tools: z.array(tool).describe('The most frequent first'),
  longest: z.array(longCall).describe('The longest calls, those of sub-agents with them'),
  course,
  wrote: z.array(saidText).describe('Files that calls left in another state'),
  files,
  rules: z.array(rule),
  prompts: z.array(z.strictObject({ rule: z.string(), times: count })).describe('Why it was told to go on'),
  mishaps: z.array(mishap),
  waits: z.array(wait),
  moments: z.array(moment).describe('In order: the first and the last of the night'),
  momentsLeft: count.describe('Moments between those that are listed'),
  left: count.describe('Stops, mishaps and waits between those that are listed'),
  claim: z
    .strictObject({ text: saidText, at: time })
    .nullable()
    .describe('The last words of the agent, which prove nothing'),
})

const entry = z.strictObject({ id: z.string(), session: z.string() })

const asked = entry.extend({
  by: z.string().describe('The session that asked, which may be one of its helpers'),
  fingerprint: z.string().describe('Of what is asked'),
  line: count.nullable().describe('The line that wrote it down, as explain takes it; null if it is not known any more'),
})

const choice = z.strictObject({
  text: z.string(),
  about: saidText.describe('What the agent says of it'),
  option: count.describe('Its place among the options, from 0'),
})

const waiting = z.strictObject({
  entries: z.array(asked).min(1).describe('Equal questions of several sessions are one; an answer closes all'),
  label: saidText.nullable(),
  question: saidText,
  details: z.array(z.strictObject({ name: saidText, value: saidText })),
  options: z.array(saidText),
  choices: z.array(choice).describe('Those of the options that stand here whole, so that one may be an answer'),
  seen: count,
  at: time.describe('When it came first'),
  holds: z.boolean().describe('Work waits for it'),
  allowable: z.boolean().describe('A refused request, which may be allowed'),
  answer: z.array(z.string()).describe('Commands that answer it'),
})

const decided = z.strictObject({
  entry: asked,
  question: saidText,
  chosen: saidText.nullable(),
  choices: z.array(choice).describe('What may be chosen instead'),
  at: time,
})

const answer = z.strictObject({
  entry: z.string(),
  at: time,
  via: z.enum(vias),
  name: saidText.nullable(),
  decision: z.enum(answerDecisions),
  text: saidText.nullable(),
})

const grant = z.strictObject({
  id: count,
  subject: saidText,
  reach: z.enum(grantWords),
  at: time,
  ended: z.strictObject({ at: time, by: z.enum(['used', 'revoked']) }).nullable(),
})

const warning = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('unsealed'), session: z.string(), lines: z.array(z.string()), more: count }),
  z.strictObject({ is: z.literal('unreadable'), session: z.string(), lines: count }),
  z.strictObject({ is: z.literal('reduced'), session: z.string() }),
  z.strictObject({ is: z.literal('unwritten'), session: z.string(), at: time, text: saidText }),
  z.strictObject({
    is: z.literal('changed'),
    session: z.string(),
    at: time,
    file: saidText,
    change: z.enum(['edited', 'removed', 'broken']),
  }),
  z.strictObject({ is: z.literal('foreign'), entries: count, answers: count, grants: count }),
  z.strictObject({ is: z.literal('decisions-do-not-fit') }),
  z.strictObject({ is: z.literal('fault'), id: z.string(), at: time }),
  z.strictObject({ is: z.literal('not-reached'), outlet: z.string(), why: z.string(), at: time }),
])

/** The report of one or several nights; `report --json` writes exactly this. */
export const reportSchema = z.strictObject({
  version: z.literal(1),
  project: z.string(),
  zone: z.string().describe('IANA name; all times are shown in it'),
  made: time,
  span: z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('since'), from: time }),
    z.strictObject({ of: z.literal('all') }),
    z.strictObject({ of: z.literal('sessions') }),
  ]),
  sessions: z.array(session),
  waiting: z.array(waiting),
  elsewhere: count.describe('Questions that wait in sessions that are not shown'),
  decided: z.array(decided),
  answers: z.array(answer),
  grants: z.array(grant),
  warnings: z.array(warning),
})

export type Report = z.infer<typeof reportSchema>
export type Span = Report['span']
export type SessionReport = z.infer<typeof session>
export type SessionOutcome = z.infer<typeof outcome>
export type FileCounts = z.infer<typeof files>
export type ToolCounts = z.infer<typeof tool>
export type LongCall = z.infer<typeof longCall>
export type Course = z.infer<typeof course>
export type RuleCounts = z.infer<typeof rule>
export type Moment = z.infer<typeof moment>
export type Mishap = z.infer<typeof mishap>
export type WaitReport = z.infer<typeof wait>
export type Waiting = z.infer<typeof waiting>
export type DecidedEntry = z.infer<typeof decided>
export type Warning = z.infer<typeof warning>
export type GivenAnswer = z.infer<typeof answer>
export type GrantReport = z.infer<typeof grant>
