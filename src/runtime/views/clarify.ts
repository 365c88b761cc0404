import type { RecordEntry } from '../../core/event.ts'
import type { PolicySet } from '../../core/policy.ts'
import type { RecordKind } from '../../core/records/kind.ts'
import { aboutOptions, optionsOf, shownFields, titleOf } from '../../core/records/reading.ts'
import type { RecordStatus, WordDecision } from '../../core/vocabulary.ts'
import type { Shown } from '../answers/give-word.ts'
import { twinsOf } from '../answers/twins.ts'
import { cut, cutMark } from '../text/cut.ts'
import { kindOf, waitingIn } from '../page/kinds.ts'
import { redact } from '../text/redact.ts'
import { oneLine } from '../text/visible.ts'

/** What a person is asked about one record, wherever they are asked. */
export interface ClarifyEntry {
  record: string
  shown: Shown
  question: string
  /** Lines that say more. */
  details: string[]
  options: string[]
  /** What the agent says of each option, in their order. */
  about: string[]
  /** It is a refused request for permission, about which a person decides. */
  allowable: boolean
}

/** The same in the form of the host's question tool. */
export interface ClarifyQuestion {
  shown: Shown
  header: string
  question: string
  options: Option[]
}

/** One way to answer. What a person writes instead is words. */
export interface Option {
  label: string
  description: string
  decision: WordDecision
}

export interface ClarifyAnswer {
  shown: Shown
  decision: WordDecision
  text: string | null
}

const longestQuestion = 600
const longestDetail = 300
const longestLabel = 120
/** More tabs than these do not fit beside each other on a common screen. */
export const askedAtOnce = 20
export const skipLabel = 'Not now'
const decisions: readonly Option[] = [
  { label: 'Allow once', description: 'The same request, the next time it is asked for', decision: 'once' },
  { label: 'Allow in this project', description: 'The same request, until you take it back', decision: 'project' },
  { label: 'Never', description: 'Refused without a new entry', decision: 'never' },
]
/** Beside an option that allows nothing. */
const saysTheAgent = 'The agent found this; it allows nothing'
const skip: Option = { label: skipLabel, description: 'Stays open; clarify --skipped asks again', decision: 'skip' }

/** Labels that are a person's decision: no agent gives an option beside them such a name, nor one that reads like it. */
const labelsOf = (options: readonly Option[]): Set<string> => new Set(options.map(({ label }) => bare(label)))
const oursOfRequest = labelsOf([...decisions, skip])
const oursOfQuestion = labelsOf([skip])

/** Letters and digits alone, in one case and one width. */
function bare(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the words behind the command ask for what was put off too. */
export const wantsSkipped = (words: string): boolean => words.toLowerCase().split(/\s+/).includes('--skipped')

/**
 * The records of a session tree that a person is asked about, open ones and on wish those put off, of those that ask
 * the same one; first those that hold work up.
 */
export function toClarify(records: readonly RecordEntry[], withSkipped: boolean): RecordEntry[] {
  const statuses: RecordStatus[] = withSkipped ? ['open', 'skipped'] : ['open']
  const found = records.filter(({ status }) => statuses.includes(status))
  const waiting = twinsOf(found.map((record) => ({ root: '', record }))).flatMap(([first]) => first?.record ?? [])
  const holdsUp = (record: RecordEntry): boolean => record['blocks'] === true
  return [...waiting.filter(holdsUp), ...waiting.filter((record) => !holdsUp(record))]
}

/** What a session tree has to ask a person, by the kinds of its own policies. */
export const asksOf = (set: PolicySet, records: readonly RecordEntry[], withSkipped: boolean): ClarifyEntry[] =>
  clarifyEntries(toClarify(records, withSkipped), ({ kind }) => kindOf(set, kind))

/** One entry a record: what the agent asked and why, and its options; nothing of it can break the screen. */
export function clarifyEntries(
  records: readonly RecordEntry[],
  kindFor: (record: RecordEntry) => RecordKind | null,
): ClarifyEntry[] {
  const shown = (text: string, longest: number) => redact(oneLine(cut(text, longest)))
  return records.map((record) => {
    const { id, session, fingerprint, allowable } = record
    const kind = kindFor(record)
    const question = titleOf(kind, record)
    // A no is what a person takes for granted.
    const details = shownFields(kind, record).flatMap(({ field, name, value }) =>
      typeof value === 'string' && record[field] !== false ? { name, value } : [],
    )
    const all = optionsOf(kind, record)
    // How many were left out is no answer.
    const more = all.filter((option) => cutMark.test(option))
    const about = aboutOptions(kind, record)
    const named = new Map(
      all.flatMap((option, at) =>
        more.includes(option) ? [] : [[shown(option, longestLabel), shown(about[at] ?? '', longestDetail)] as const],
      ),
    )
    const taken = allowable ? oursOfRequest : oursOfQuestion
    const offered = [...named].filter(([label]) => !taken.has(bare(label)))
    const isWhole = question.length <= longestQuestion && details.every(({ value }) => value.length <= longestDetail)
    return {
      record: id,
      shown: { id, session, fingerprint },
      // Nobody allows what they cannot read to its end.
      allowable: allowable && isWhole,
      question: shown(question, longestQuestion),
      details: [
        ...details.map(({ name, value }) => `${name}: ${shown(value, longestDetail)}`),
        ...more.map((option) => `Options: ${shown(option, longestLabel)}`),
        ...(allowable && !isWhole
          ? [`Too long to be allowed here: read it on the page, then /blockers allow ${id}`]
          : []),
      ],
      options: offered.map(([label]) => label),
      about: offered.map(([, text]) => text),
    }
  })
}

/** The entries as questions, each with the way to put it off. */
export function clarifyQuestions(entries: readonly ClarifyEntry[]): ClarifyQuestion[] {
  return entries.map(({ record, shown, question, details, options, about, allowable }) => ({
    shown,
    header: record,
    question: [question, ...details].join('\n'),
    options: [
      ...options.map((label, at) => ({
        label,
        description: allowable ? saysTheAgent : (about[at] ?? ''),
        decision: 'words' as const,
      })),
      ...(allowable ? decisions : []),
      skip,
    ],
  }))
}

/** What the person's answers, one list a question in the same order, say about the records. */
export function clarifyAnswers(questions: readonly ClarifyQuestion[], answers: readonly string[][]): ClarifyAnswer[] {
  return questions.flatMap(({ shown, options }, index): ClarifyAnswer[] => {
    const given = (answers[index] ?? []).filter((answer) => answer.trim() !== '')
    const chosen = given.map((answer) => options.find(({ label }) => label === answer)?.decision ?? 'words')
    const words = given.filter((_, at) => chosen[at] === 'words')
    if (words.length > 0) return [{ shown, decision: 'words', text: words.join(', ') }]
    const [decision] = chosen
    return decision === undefined ? [] : [{ shown, decision, text: null }]
  })
}

/** What the person reads when they say that they want to be asked. */
export function clarifyText(set: PolicySet, records: readonly RecordEntry[], words: string, canAsk: boolean): string {
  const asked = toClarify(records, wantsSkipped(words))
  const { length } = asked
  const skipped = records.filter(({ status }) => status === 'skipped').length
  if (length === 0) return `Nothing is open.${skipped > 0 ? ` Put off: ${skipped}; --skipped asks them again.` : ''}`
  const decided = asked.filter(({ status }) => status === 'open').length - waitingIn(set, asked).length
  const waiting = length - decided
  const count = [
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'entry waits' : 'entries wait'} for your answer`] : []),
    ...(decided > 0 ? [`${decided} ${decided === 1 ? 'was' : 'were'} decided without you`] : []),
  ].join(', ')
  return canAsk
    ? `${count}. You are asked${length > askedAtOnce ? ` about the first ${askedAtOnce}` : ''} now, which costs one turn; Esc leaves what you did not answer for the next time.`
    : `${count}. Nobody can be asked in \`opencode run\`: \`npx opencode-diverter answer\` shows and answers them.`
}

/** What the agent is told to do for it. */
export const clarifyPrompt = `The user is back and answers what waited for them.
Call the \`question\` tool once, now, with any one question: the entries that wait take its place, and the user's answers come back as its result. Call no other tool before it.
Then go on with these answers. "${skipLabel}" and "Unanswered" leave an entry as it is.`
