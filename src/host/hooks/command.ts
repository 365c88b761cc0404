import type { View } from '../../core/vocabulary.ts'
import { askedAtOnce, clarifyPrompt, clarifyQuestions, toClarify, wantsSkipped } from '../../runtime/views/clarify.ts'
import { commandRun, skillCommand } from '../decode/command.ts'
import type { Intake } from '../intake.ts'
import { newInterview, replaceText } from '../interview.ts'
import type { SessionMirror } from '../mirror.ts'
import type { Offered } from '../offered.ts'
import { fieldsOf, textOf } from '../payload.ts'
import type { Show } from '../show.ts'

export interface CommandParts {
  intake: Intake
  offered: Offered
  show: Show
  /** Questions can be shown to a person. */
  canAsk: boolean
  /** Lines that only the host half knows: channels, host version, what is wrong with the policies. */
  status: () => Promise<string[]>
}

/**
 * Answers a slash command; the result is one line of what happened, null to let the host go on.
 * A throw is invisible to the person, so the answer goes out before it.
 */
export async function command(parts: CommandParts, input: unknown, output: unknown): Promise<string | null> {
  const given = fieldsOf(input)
  const name = textOf(given['command'])
  const session = textOf(given['sessionID'])
  if (!name || !session) return null
  const text = textOf(given['arguments']) ?? ''
  const mirror = parts.intake.mirrors.of(session)
  if (mirror.session.parent === undefined) await parts.intake.lookUp(mirror)
  return parts.offered.commands.has(name) ? ours(parts, mirror, name, text, output) : skill(parts, mirror, name, text)
}

async function ours(
  parts: CommandParts,
  mirror: SessionMirror,
  name: string,
  given: string,
  output: unknown,
): Promise<string | null> {
  const event = commandRun(name, given)
  const { decision, verdict, reply } = parts.intake.decide(mirror, event)
  const refused = verdict.outcome === 'deny'
  const shows = (view: View) => decision.effects.some((effect) => effect.effect === 'show' && effect.view === view)
  const asks = !refused && parts.canAsk && shows('clarify') && beginInterview(parts.intake, mirror, event.text)
  if (asks) replaceText(output, clarifyPrompt)
  const goesOn = asks || (!refused && typeof parts.offered.commands.get(name)?.prompt === 'string')
  const said = refused ? verdict.reason : reply
  const lines = [...(said === null ? [] : [said]), ...(shows('status') ? await parts.status() : [])]
  if (lines.length === 0 && !goesOn) lines.push(`/${name} is noted`)
  if (lines.length > 0) await parts.show(mirror, lines.join('\n'))
  mirror.commandRunning = goesOn
  return goesOn ? null : `/${name} was answered by opencode-diverter`
}

/** True if anything waits for the person's answer. */
function beginInterview(intake: Intake, mirror: SessionMirror, words: string): boolean {
  const questions = clarifyQuestions(toClarify(intake.records(mirror), wantsSkipped(words)).slice(0, askedAtOnce))
  mirror.interview = questions.length > 0 ? newInterview(questions) : null
  return questions.length > 0
}

async function skill(parts: CommandParts, mirror: SessionMirror, name: string, text: string): Promise<string | null> {
  const { verdict } = parts.intake.decide(mirror, skillCommand(name, text))
  if (verdict.outcome !== 'deny') return null
  await parts.show(mirror, verdict.reason)
  return `/${name} was refused by ${verdict.by}`
}
