import { lend, noteAddressee } from '../telling/addressee.ts'
import { authorOf, shownMark } from '../../decode/user.ts'
import type { Intake } from '../intake.ts'
import type { SessionMirror } from '../mirror.ts'
import { fieldsOf, numberOf, textOf } from '../../decode/payload.ts'

export interface ChatMessageParts {
  intake: Intake
  /** A prompt of ours has arrived. */
  arrived: (mirror: SessionMirror, message: string, mark: string) => void
}

/** A message of the user's side came in: the person's, ours, a command's or the host's own. */
export async function chatMessage(parts: ChatMessageParts, input: unknown, output: unknown): Promise<void> {
  const { intake } = parts
  const session = textOf(fieldsOf(input)['sessionID'])
  if (!session) return intake.debug('Ignored a message without a session')
  const message = fieldsOf(fieldsOf(output)['message'])
  const id = textOf(message['id']) ?? textOf(fieldsOf(input)['messageID']) ?? ''
  const author = authorOf(fieldsOf(output)['parts'])
  const mirror = intake.mirrors.of(session)
  if (author.by === 'us' && author.mark === shownMark) return

  noteAddressee(mirror, message)
  if (author.by === 'us' && author.model !== null) lend(message, author.model)
  const ours = author.by === 'us' || mirror.ours.has(id)
  mirror.user = { id, created: numberOf(fieldsOf(message['time'])['created']) ?? intake.clock.now(), ours }
  if (!mirror.session.busy && !ours) mirror.turn = { calls: 0, progress: false }
  mirror.refused = false
  const ofCommand = mirror.commandRunning
  mirror.commandRunning = false
  // Whoever says something else instead ends what a command asked for.
  if (!ofCommand) mirror.interview = null

  if (author.by === 'us') {
    if (mirror.prompt !== 'unwanted') mirror.prompt = 'none'
    if (mirror.ours.add(id)) parts.arrived(mirror, id, author.mark)
    return
  }
  if (mirror.session.parent === undefined) await intake.lookUp(mirror)
  if (!mirror.opened) {
    mirror.opened = true
    intake.decide(mirror, { type: 'session.opened', origin: 'resumed' })
  }
  if (author.by === 'host' || ours) return
  mirror.session.hasTask = true
  mirror.aborting = false
  mirror.prompt = 'none'
  // What a child session is told comes from the agent above it.
  const persons = mirror.session.parent === null || mirror.session.parent === undefined
  if (persons && !ofCommand) intake.decide(mirror, { type: 'user.wrote', message: id, text: author.text })
}
