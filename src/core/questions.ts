import type { DomainEvent, EventOf, Question } from './event.ts'

/** What rules read of a call's questions without going through the list: the only one, those that are open, all words. */
export function overview(questions: readonly Question[]): Pick<EventOf<'question.asked'>, 'only' | 'open' | 'text'> {
  const [first, ...others] = questions
  return {
    only: first !== undefined && others.length === 0 ? first : null,
    open: questions.filter(({ answer }) => answer === null),
    text: questions.flatMap(({ header, question, options }) => [header, question, ...options]).join('\n'),
  }
}

type Answer = Pick<Question, 'answer' | 'answeredAt'>

/** An event with what its questions were answered before, by fingerprint. */
export function withAnswers(event: DomainEvent, answerTo: (fingerprint: string) => Answer): DomainEvent {
  if (event.type !== 'question.asked') return event
  const questions = event.questions.map((question) => ({ ...question, ...answerTo(question.fingerprint) }))
  return { ...event, questions, ...overview(questions) }
}

export const noAnswer: Answer = { answer: null, answeredAt: null }
