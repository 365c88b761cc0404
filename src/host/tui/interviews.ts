import type { Question } from '../../channel/messages.ts'
import type { WordDecision } from '../../core/vocabulary.ts'
import type { Clock } from '../../runtime/ports.ts'
import type { ClarifyEntry } from '../../runtime/views/clarify.ts'
import type { Intake } from '../intake.ts'
import type { SessionMirror } from '../mirror.ts'
import { within } from '../within.ts'
import type { Link } from './link.ts'

/** Interviews by dialogs of a TUI half, one a session. */
export interface Interviews {
  /** Offers one to whoever shows the session; false if nobody takes it in time. */
  offer: (mirror: SessionMirror, questions: ClarifyEntry[]) => Promise<boolean>
  /** Begins one in the TUI half that wanted it. */
  begin: (mirror: SessionMirror, questions: ClarifyEntry[], tui: string) => void
  take: (session: string, interview: string, tui: string) => void
  answer: (mirror: SessionMirror, tui: string, given: GivenAnswer) => void
}

export interface GivenAnswer {
  interview: string
  record: string
  decision: WordDecision
  text: string | null
}

interface Running {
  id: string
  questions: ClarifyEntry[]
  /** Null while it is on offer. */
  tui: string | null
  taken: () => void
}

/** How long a TUI half may take to answer an offer, in milliseconds. */
const patience = 1000

const toAsk = ({ record, question, details, options, about, allowable }: ClarifyEntry): Question => ({
  record,
  question,
  details,
  options,
  about,
  allowable,
})

export function createInterviews(link: Link, intake: Intake): Interviews {
  const running = new Map<string, Running>()
  const clock: Clock = intake.clock
  let count = 0

  const put = (session: string, questions: ClarifyEntry[], taken: () => void): Running => {
    count += 1
    const made: Running = { id: `${clock.now().toString(36)}-${count}`, questions, tui: null, taken }
    running.set(session, made)
    return made
  }

  /** The first one gets the questions; whoever comes later asks nothing. */
  const give = (session: string, interview: Running, tui: string): void => {
    if (interview.tui !== null) return
    interview.tui = tui
    link.send({ say: 'ask', session, interview: interview.id, questions: interview.questions.map(toAsk) }, tui)
    interview.taken()
  }

  return {
    offer: async ({ session }, questions) => {
      if (!link.attached()) return false
      let offered: Running | null = null
      const taken = new Promise<boolean>((resolve) => {
        offered = put(session.id, questions, () => resolve(true))
        link.send({ say: 'offer', session: session.id, interview: offered.id }, null)
      })
      const isTaken = await within(clock, patience, taken, false)
      if (!isTaken && running.get(session.id) === offered) running.delete(session.id)
      return isTaken
    },
    begin: ({ session }, questions, tui) => {
      give(
        session.id,
        put(session.id, questions, () => undefined),
        tui,
      )
    },
    take: (session, interview, tui) => {
      const offered = running.get(session)
      if (offered?.id === interview) give(session, offered, tui)
    },
    answer: (mirror, tui, { interview, record, decision, text }) => {
      const asked = running.get(mirror.session.id)
      if (asked?.id !== interview || asked.tui !== tui) return
      const question = asked.questions.find((one) => one.record === record)
      if (question !== undefined) intake.answer(mirror, question.shown, { decision, text, via: 'dialog', by: null })
    },
  }
}
