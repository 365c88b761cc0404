import { fieldsOf, listOf, type Payload, textOf } from '../decode/payload.ts'
import { type ClarifyQuestion, clarifyAnswers } from '../runtime/views/clarify.ts'
import type { Intake } from './intake.ts'
import type { Interview, SessionMirror } from './mirror.ts'

export const newInterview = (questions: readonly ClarifyQuestion[]): Interview => ({
  questions,
  call: null,
  request: null,
})

export const askedAlready = 'The user is being asked already: wait for the answers to your other call.'

/** Puts our questions into the arguments of a call; a second call beside it is refused. */
export function askInstead({ interview }: SessionMirror, call: string, written: unknown): 'none' | 'asked' | 'refused' {
  if (interview === null) return 'none'
  if (interview.call !== null) return 'refused'
  const questions = interview.questions.map(({ header, question, options }) => ({
    header,
    question,
    options: options.map(({ label, description }) => ({ label, description })),
  }))
  Object.assign(written ?? {}, { questions })
  interview.call = call
  return 'asked'
}

/** Notes which request shows our questions; false if it is not this one. */
export function isInterview({ interview }: SessionMirror, call: string | null, request: string): boolean {
  if (interview === null || call === null || interview.call !== call) return false
  interview.request = request
  return true
}

/** Keeps the person's answers, told apart by their place. What they left out stays open. */
export function takeAnswers(intake: Intake, mirror: SessionMirror, properties: Payload): void {
  const { interview } = mirror
  if (interview === null || interview.request !== textOf(properties['requestID'])) return
  mirror.interview = null
  const answers = listOf(properties['answers']).map((each) => listOf(each).flatMap((answer) => textOf(answer) ?? []))
  for (const { shown, decision, text } of clarifyAnswers(interview.questions, answers)) {
    intake.answer(mirror, shown, { decision, text, via: 'question', by: null })
  }
}

/** The person broke off: what was not answered is asked the next time. */
export function dropInterview(mirror: SessionMirror, properties: Payload): void {
  if (mirror.interview?.request === textOf(properties['requestID'])) mirror.interview = null
}

/** The text of a command becomes ours; the host takes the list as it stands after the hook. */
export function replaceText(output: unknown, text: string): void {
  const parts = fieldsOf(output)['parts']
  if (Array.isArray(parts)) parts.splice(0, parts.length, { type: 'text', text })
}
