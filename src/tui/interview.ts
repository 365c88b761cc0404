import type { Question } from '../channel/messages.ts'

/** Where a person stands in a row of questions. A value: each step makes a new one. */
export interface Interview {
  questions: readonly Question[]
  index: number
  answered: number
}

export type Choice = { choose: 'option'; text: string } | { choose: 'write' } | { choose: 'skip' }

export interface Row {
  title: string
  description?: string
  category: string
  value: Choice
}

export const beginInterview = (questions: readonly Question[]): Interview => ({
  questions,
  index: 0,
  answered: 0,
})

/** The question that is asked now; null at the end. */
export const current = ({ questions, index }: Interview): Question | null => questions[index] ?? null

export const heading = ({ questions, index }: Interview): string =>
  `${index + 1} of ${questions.length} (${questions[index]?.record})`

export function rows(question: Question): Row[] {
  const own = 'Yours'
  return [
    ...question.options.map(
      (text): Row => ({ title: text, category: 'The agent found', value: { choose: 'option', text } }),
    ),
    { title: 'Write an answer', category: own, value: { choose: 'write' } },
    {
      title: 'Not now',
      description: '/blockers clarify --skipped asks again',
      category: own,
      value: { choose: 'skip' },
    },
  ]
}

/** The next question, after an answer or, with null, after this one was put off. */
export const next = (interview: Interview, answer: string | null): Interview => ({
  ...interview,
  index: interview.index + 1,
  answered: interview.answered + (answer === null ? 0 : 1),
})

const kept = (answered: number): string => `${answered} ${answered === 1 ? 'answer is' : 'answers are'} kept`

/** What the person is told when they are through, or have broken off. */
export function closing({ questions, index, answered }: Interview): string {
  const left = questions.length - index
  if (left > 0) {
    const wait = `${left} ${left === 1 ? 'question is' : 'questions are'} left for /blockers clarify.`
    return `${answered === 0 ? 'Nothing is answered' : kept(answered)}, ${wait}`
  }
  if (answered === 0) return 'Nothing is answered; /blockers clarify --skipped asks again.'
  return `${kept(answered)}; the agent reads ${answered === 1 ? 'it' : 'them'} in its instructions.`
}

export interface Offer {
  title: string
  message: string
}

/**
 * What the person may do with the answers at the end; null if there is nothing to do. An agent at work reads them by
 * itself, one that rests has to be sent on its way.
 */
export function offer({ questions, index, answered }: Interview, resting: boolean, on: boolean): Offer | null {
  if (!resting || answered === 0 || index < questions.length) return null
  return {
    title: `Give ${answered === 1 ? 'the answer' : 'the answers'} to the agent now?`,
    message: `${kept(answered)}. The agent goes on with ${answered === 1 ? 'it' : 'them'}, which costs a turn${on ? '' : ' and switches diverting on'}.`,
  }
}
