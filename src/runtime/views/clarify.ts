import type { RecordEntry } from '../../core/event.ts'
import type { RecordStatus } from '../../core/vocabulary.ts'
import { cut } from '../cut.ts'
import { redact } from '../redact.ts'
import { oneLine } from '../visible.ts'

/** What a person is asked about one record, in the form of the host's question tool. */
export interface ClarifyQuestion {
  record: string
  header: string
  question: string
  options: { label: string; description: string }[]
}

export interface ClarifyAnswer {
  record: string
  status: Extract<RecordStatus, 'answered' | 'skipped'>
  text: string | null
}

const longestQuestion = 600
const longestDetail = 300
const longestLabel = 120
/** More tabs than these do not fit beside each other on a common screen. */
export const askedAtOnce = 20
export const skipLabel = 'Not now'
const skip = { label: skipLabel, description: 'Stays open; clarify --skipped asks again' }

/** Whether the words behind the command ask for what was put off too. */
export const wantsSkipped = (words: string): boolean => words.split(/\s+/).includes('--skipped')

/** The records that a person is asked about, open ones and on wish those put off; first those that hold work up. */
export function toClarify(records: readonly RecordEntry[], withSkipped: boolean): RecordEntry[] {
  const statuses: RecordStatus[] = withSkipped ? ['open', 'skipped'] : ['open']
  const waiting = records.filter(({ status }) => statuses.includes(status))
  return [...waiting.filter(({ blocks }) => blocks), ...waiting.filter(({ blocks }) => !blocks)]
}

/** One question a record: what the agent asked and why, its options, and the way to put it off. */
export function clarifyQuestions(records: readonly RecordEntry[]): ClarifyQuestion[] {
  return records.map((record) => {
    const details = [
      ...(record.context === null ? [] : [oneLine(cut(record.context, longestDetail))]),
      ...(record.holds === null ? [] : [`Holds up: ${oneLine(cut(record.holds, longestDetail))}`]),
      ...(record.chosen === null ? [] : [`The agent chose: ${oneLine(cut(record.chosen, longestDetail))}`]),
    ]
    const labels = [...new Set(record.options.map((option) => redact(oneLine(cut(option, longestLabel)))))]
    return {
      record: record.id,
      header: record.id,
      question: redact([oneLine(cut(record.question, longestQuestion)), ...details].join('\n')),
      options: [...labels.filter((label) => label !== skipLabel).map((label) => ({ label, description: '' })), skip],
    }
  })
}

/** What the person's answers, one list a question in the same order, say about the records. */
export function clarifyAnswers(questions: readonly ClarifyQuestion[], answers: readonly string[][]): ClarifyAnswer[] {
  return questions.flatMap(({ record }, index): ClarifyAnswer[] => {
    const given = (answers[index] ?? []).filter((answer) => answer.trim() !== '')
    const words = given.filter((answer) => answer !== skipLabel)
    if (words.length > 0) return [{ record, status: 'answered', text: words.join(', ') }]
    return given.length > 0 ? [{ record, status: 'skipped', text: null }] : []
  })
}

/** What the person reads when they say that they want to be asked. */
export function clarifyText(records: readonly RecordEntry[], words: string, canAsk: boolean): string {
  const { length } = toClarify(records, wantsSkipped(words))
  const skipped = records.filter(({ status }) => status === 'skipped').length
  if (length === 0) return `Nothing is open.${skipped > 0 ? ` Put off: ${skipped}; --skipped asks them again.` : ''}`
  const count = `${length} ${length === 1 ? 'entry waits' : 'entries wait'} for your answer`
  return canAsk
    ? `${count}. You are asked${length > askedAtOnce ? ` about the first ${askedAtOnce}` : ''} now, which costs one turn; Esc leaves what you did not answer for the next time.`
    : `${count}. Nobody can be asked in \`opencode run\`: \`npx opencode-diverter answer\` shows and answers them.`
}

/** What the agent is told to do for it. */
export const clarifyPrompt = `The user is back and answers what waited for them.
Call the \`question\` tool once, now, with any one question: the entries that wait take its place, and the user's answers come back as its result. Call no other tool before it.
Then go on with these answers. "${skipLabel}" and "Unanswered" leave an entry as it is.`
