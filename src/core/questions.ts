import type { EventOf, Question } from './event.ts'

/** What rules read of a call's questions without going through the list: the only one, and all words to search in. */
export function overview(questions: readonly Question[]): Pick<EventOf<'question.asked'>, 'only' | 'text'> {
  const [first, ...others] = questions
  return {
    only: first !== undefined && others.length === 0 ? first : null,
    text: questions.flatMap(({ header, question, options }) => [header, question, ...options]).join('\n'),
  }
}
