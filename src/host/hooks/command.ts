import type { View } from '../../core/vocabulary.ts'
import {
  askedAtOnce,
  type ClarifyEntry,
  clarifyPrompt,
  clarifyQuestions,
  wantsSkipped,
} from '../../runtime/views/clarify.ts'
import { commandRun, skillCommand } from '../../decode/command.ts'
import type { Intake } from '../intake.ts'
import { newInterview, replaceText } from '../interview.ts'
import type { SessionMirror } from '../mirror.ts'
import type { Offered } from '../offered.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'
import type { Leave } from '../process/one-command.ts'
import type { Show } from '../telling/show.ts'
import type { Interviews } from '../tui/interviews.ts'

export interface CommandParts {
  intake: Intake
  offered: Offered
  show: Show
  /** Does not come back where the process has nothing else to do; null where it has. */
  leave: Leave | null
  /** Dialogs in a TUI half, which cost no model call. */
  interviews: Interviews
  /** Questions can be shown to a person. */
  canAsk: boolean
  /** Lines that only the host half knows: channels, host version, what is wrong with the policies. */
  status: () => Promise<string[]>
}

/** A command that goes to no model: one line of what happened. */
export interface Handling {
  line: string
  refused: boolean
}

/**
 * Answers a slash command; null lets the host go on. A throw is invisible to the person, so the answer goes out before
 * it.
 */
export async function command(parts: CommandParts, input: unknown, output: unknown): Promise<Handling | null> {
  const given = fieldsOf(input)
  const name = textOf(given['command'])
  const session = textOf(given['sessionID'])
  if (!name || !session) return null
  const text = textOf(given['arguments']) ?? ''
  const mirror = parts.intake.mirrors.of(session)
  if (mirror.session.parent === undefined) await parts.intake.lookUp(mirror)
  const handling = parts.offered.commands.has(name)
    ? await ours(parts, mirror, name, text, output)
    : await skill(parts, mirror, name, text)
  if (handling !== null) await parts.leave?.(mirror, handling.refused ? 1 : 0)
  return handling
}

async function ours(
  parts: CommandParts,
  mirror: SessionMirror,
  name: string,
  given: string,
  output: unknown,
): Promise<Handling | null> {
  const line = `/${name} was answered by opencode-diverter`
  const { lines, refused, waiting } = await decideCommand(parts, mirror, name, given)
  const asks = waiting.length > 0 && parts.canAsk
  if (asks && (await parts.interviews.offer(mirror, waiting))) {
    mirror.interview = null
    mirror.commandRunning = false
    return { line, refused }
  }
  if (asks) {
    mirror.interview = newInterview(clarifyQuestions(waiting.slice(0, askedAtOnce)))
    replaceText(output, clarifyPrompt)
  }
  const goesOn = asks || (!refused && typeof parts.offered.commands.get(name)?.prompt === 'string')
  if (lines.length === 0 && !goesOn) lines.push(`/${name} is noted`)
  if (lines.length > 0) await parts.show(mirror, lines.join('\n'))
  mirror.commandRunning = goesOn
  return goesOn ? null : { line, refused }
}

/** The same for a command that a TUI half sends; that half shows the answer. */
export async function commandFromTui(
  parts: CommandParts,
  mirror: SessionMirror,
  name: string,
  given: string,
  tui: string,
): Promise<string | null> {
  if (parts.offered.commands.get(name)?.prompt !== null) {
    return `Cannot run /${name} from here: no policy in force answers it by itself; type it in the session`
  }
  const { lines, waiting } = await decideCommand(parts, mirror, name, given)
  if (waiting.length === 0) return lines.length === 0 ? `/${name} is noted` : lines.join('\n')
  parts.interviews.begin(mirror, waiting, tui)
  return null
}

interface Decided {
  refused: boolean
  /** What the person reads. */
  lines: string[]
  /** Records about which the person wants to be asked. */
  waiting: ClarifyEntry[]
}

async function decideCommand(
  { intake, status }: CommandParts,
  mirror: SessionMirror,
  name: string,
  given: string,
): Promise<Decided> {
  const event = commandRun(name, given)
  const { decision, verdict, reply } = intake.decide(mirror, event)
  const refused = verdict.outcome === 'deny'
  const shows = (view: View) => decision.effects.some((effect) => effect.effect === 'show' && effect.view === view)
  const said = refused ? verdict.reason : reply
  return {
    refused,
    lines: [...(said === null ? [] : [said]), ...(shows('status') ? await status() : [])],
    waiting: !refused && shows('clarify') ? intake.toClarify(mirror, wantsSkipped(event.text)) : [],
  }
}

async function skill(parts: CommandParts, mirror: SessionMirror, name: string, text: string): Promise<Handling | null> {
  const { verdict } = parts.intake.decide(mirror, skillCommand(name, text))
  if (verdict.outcome !== 'deny') return null
  await parts.show(mirror, verdict.reason)
  return { line: `/${name} was refused by ${verdict.by}`, refused: true }
}
