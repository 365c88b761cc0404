import { cut } from '../../runtime/text/cut.ts'
import type { Intake } from '../intake.ts'
import type { SessionMirror } from '../mirror.ts'
import { fieldsOf, listOf, textOf } from '../../decode/payload.ts'

/** Longest text of ours in the system prompt, in UTF-16 units. */
export const longestInstructions = 6000

/** Room for the note that something was cut. */
const noteRoom = 60

/** How the host's own helpers begin; they are no agents of a session. */
const helpers = ['You are a title generator', 'You are a context summarization agent']

/**
 * Adds what the policies tell the agent to the end of the system prompt: a second entry breaks strict models.
 * True if the agent of the session now has it, or none was wanted.
 */
export function systemPrompt(intake: Intake, input: unknown, output: unknown): boolean {
  const mirror = intake.mirrors.find(textOf(fieldsOf(input)['sessionID']) ?? '')
  const system: unknown = fieldsOf(output)['system']
  if (!mirror || !Array.isArray(system)) return true
  const given = listOf(system).join('\n')
  if (helpers.some((helper) => given.includes(helper))) return true
  const { instructions } = intake.decide(mirror, { type: 'context.requested', purpose: 'agent' })
  if (instructions.length > 0) {
    const text = shortened(instructions)
    system[0] = typeof system[0] === 'string' && system[0] !== '' ? `${system[0]}\n\n${text}` : text
  }
  mirror.uninstructed = false
  return true
}

export function compactionPrompt(intake: Intake, input: unknown, output: unknown): void {
  const mirror = intake.mirrors.find(textOf(fieldsOf(input)['sessionID']) ?? '')
  const context: unknown = fieldsOf(output)['context']
  if (!mirror || !Array.isArray(context)) return
  const { instructions } = intake.decide(mirror, { type: 'context.requested', purpose: 'compaction' })
  if (instructions.length > 0) context.push(shortened(instructions))
}

function shortened(instructions: readonly string[]): string {
  const text = instructions.join('\n\n')
  return text.length <= longestInstructions ? text : cut(text, longestInstructions - noteRoom)
}

export interface StepParts {
  intake: Intake
  instructed: (session: string) => boolean
  continueOnDeny: (go: true | null) => void
  usersContinueOnDeny: () => boolean
  abort: (mirror: SessionMirror) => void
  tools: readonly string[]
}

/** Before each step: whether refusals let the agent go on, and whether it sees our tools. */
export function beforeStep(parts: StepParts, output: unknown): void {
  const messages = infosOf(output)
  const session = listedSession(output)
  const mirror = session ? parts.intake.mirrors.find(session) : null
  if (!session || !mirror) {
    parts.continueOnDeny(null)
    return
  }
  const instructed = parts.instructed(session)
  // The host's switch is one for all sessions, so this one may have gone on where its own setting ends the turn.
  if (mirror.refused && !instructed && !parts.usersContinueOnDeny()) parts.abort(mirror)
  mirror.refused = false
  parts.continueOnDeny(instructed ? true : null)
  const last = messages.findLast((info) => info['role'] === 'user')
  if (instructed || !last || parts.tools.length === 0) return
  // Only this step's copy: the host stores nothing of it.
  Object.assign(last, {
    tools: { ...fieldsOf(last['tools']), ...Object.fromEntries(parts.tools.map((tool) => [tool, false])) },
  })
}

const infosOf = (output: unknown) =>
  listOf(fieldsOf(output)['messages']).map((message) => fieldsOf(fieldsOf(message)['info']))

/** The session whose messages these are. */
export const listedSession = (output: unknown): string | null => textOf(infosOf(output)[0]?.['sessionID'])
