import type { Effect } from '../decision.ts'
import type { DomainEvent, EventOf, Question } from '../event.ts'
import { questionShape } from '../shape.ts'

/**
 * What rules read of a call's questions without going through the list: the only one, those that are open, those that a rule
 * has answered, all words.
 */
export function overview(
  questions: readonly Question[],
): Pick<EventOf<'question.asked'>, 'only' | 'open' | 'chosen' | 'text'> {
  const [first, ...others] = questions
  return {
    only: first !== undefined && others.length === 0 ? first : null,
    open: questions.filter(({ answer }) => answer === null),
    chosen: questions.filter(({ rule }) => rule !== null),
    text: questions.flatMap(({ header, question, options }) => [header, question, ...options]).join('\n'),
  }
}

type Answer = Pick<Question, 'answer' | 'answeredAt'>

/** An event with what its questions were answered before. */
export function withAnswers(event: DomainEvent, answerTo: (question: Question) => Answer): DomainEvent {
  if (event.type !== 'question.asked') return event
  const questions = event.questions.map((question) => ({ ...question, ...answerTo(question) }))
  return { ...event, questions, ...overview(questions) }
}

/** An event with what rules have answered just now. */
export function withChoices(event: DomainEvent, effects: readonly Effect[], at: number): DomainEvent {
  const choices = effects.filter((one) => one.effect === 'answer')
  if (event.type !== 'question.asked' || choices.length === 0) return event
  const questions = event.questions.map((question) => {
    const choice = choices.find(({ fingerprint }) => fingerprint === question.fingerprint)
    return choice === undefined ? question : { ...question, answer: choice.answer, answeredAt: at, rule: choice.by }
  })
  return { ...event, questions, ...overview(questions) }
}

/**
 * Whether all that is asked now was offered there too, or one of them offers nothing, so that its words are all that there is:
 * "Shall I proceed?" says little by itself.
 */
function isOffered(asked: readonly string[], offered: readonly string[]): boolean {
  const there = new Set(offered.map(questionShape))
  return offered.length === 0 || asked.every((option) => there.has(questionShape(option)))
}

/** Whether an answer to what was offered fits what is asked now: an option that is not offered any more does not. */
export function fitsChoice(asked: readonly string[], offered: readonly string[], answer: string | null): boolean {
  const isAmong = (options: readonly string[]): boolean =>
    answer !== null && options.map(questionShape).includes(questionShape(answer))
  return isOffered(asked, offered) && (asked.length === 0 || isAmong(asked) || !isAmong(offered))
}

export const noAnswer: Answer = { answer: null, answeredAt: null }
