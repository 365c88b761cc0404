import type { Question } from '../channel/messages.ts'

/** Where a person stands in a row of questions. A value: each step makes a new one. */
export interface Interview {
  questions: readonly Question[]
  index: number
  answered: number
}

/** What a person decides about one question; only words have a text. */
export interface Answer {
  decision: 'words' | 'once' | 'project' | 'never' | 'skip'
  text: string | null
}

export type Choice = { choose: 'answer'; answer: Answer } | { choose: 'write' }

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
  const answer = (decision: Answer['decision'], text: string | null = null): Choice => ({
    choose: 'answer',
    answer: { decision, text },
  })
  const decisions: Row[] = [
    {
      title: 'Allow once',
      description: 'The same request, the next time it is asked for',
      category: own,
      value: answer('once'),
    },
    {
      title: 'Allow in this project',
      description: 'The same request, until you take it back: npx opencode-diverter grants',
      category: own,
      value: answer('project'),
    },
    { title: 'Never', description: 'Refused without a new entry', category: own, value: answer('never') },
  ]
  return [
    ...question.options.map((text, at): Row => {
      const row: Row = { title: text, category: 'The agent found', value: answer('words', text) }
      const about = question.about[at] ?? ''
      return about === '' ? row : { ...row, description: about }
    }),
    ...(question.allowable ? decisions : []),
    { title: 'Write an answer', category: own, value: { choose: 'write' } },
    {
      title: 'Not now',
      description: '/blockers clarify --skipped asks again',
      category: own,
      value: answer('skip'),
    },
  ]
}

/** The next question, after an answer or after this one was put off. */
export const next = (interview: Interview, { decision }: Answer): Interview => ({
  ...interview,
  index: interview.index + 1,
  answered: interview.answered + (decision === 'skip' ? 0 : 1),
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
