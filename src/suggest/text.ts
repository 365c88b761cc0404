import { clockText, dateText } from '../core/operators/time/zone.ts'
import { longestShort, said as bounded } from '../report/bounds.ts'
import { quote } from '../report/text.ts'
import { some, times } from '../report/words.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { lineText } from './policy-line.ts'
import { countRefusals, refusalsText } from './refusal.ts'
import { lastOf } from './requests.ts'
import type { Suggestion, Suggestions } from './suggest.ts'
import type { Tried } from './trial.ts'
import type { PolicyWay, Way } from './way.ts'

/** What a list of suggestions is made of, beside them. */
export interface Told extends Suggestions {
  project: string
  nights: number
  /** Older nights that were not read. */
  older: number
  /** The file that takes the lines, relative to the folder of the command. */
  file: string
  /** The folder of the cases that prove them. */
  cases: string
  /** Requests that were refused less often and were not looked at. */
  more: number
  /** IANA name of the time zone. */
  zone: string
}

/** The list for a person; texts of agents stand in quotes, and no character in them moves a cursor. */
export function suggestionsText(told: Told): string {
  const { suggestions, refusals, nights, older, project, file, more } = told
  const head = `Suggestions · ${oneLine(project)} · ${some(nights, 'night')} · for ${oneLine(file)}`
  const without = refusalsText(countRefusals(refusals))
  const parts = [
    head,
    ...(suggestions.length === 0 ? ['Nothing is suggested.'] : suggestions.map((one) => suggestionText(one, told))),
    ...(without === null ? [] : [oneLine(without)]),
    ...(more === 0 ? [] : [`${more} more ${more === 1 ? 'was' : 'were'} refused less often and not looked at.`]),
    ...(older === 0 ? [] : [olderText(older)]),
    ...(suggestions.some(isWritable)
      ? ['Write one with: npx opencode-diverter suggest --write <number>, in a terminal of your own']
      : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/** What is said of nights that were left out. */
export const olderText = (older: number): string =>
  `${some(older, 'older night')} ${older === 1 ? 'was' : 'were'} not read; npx opencode-diverter suggest --all reads ${older === 1 ? 'it' : 'them'} too.`

/** True for a line that goes into the project's policy. */
export const isWritable = (
  one: Suggestion,
): one is Suggestion & { way: PolicyWay; proof: NonNullable<Suggestion['proof']> } =>
  one.way.is !== 'permission' && one.proof !== null

const suggestionText = (one: Suggestion, told: Told): string =>
  [`${String(one.number).padStart(3)}  ${oneLine(wayText(one.way))}`, ...groundsOf(one, told)].join('\n     ')

/** What a suggestion is for, and what shows that it holds, in lines. */
export function groundsOf({ way, request, said, tried, proof }: Suggestion, { cases, zone }: Told): string[] {
  const { subject, sightings } = request
  const last = lastOf(request)
  const sessions = new Set(sightings.map(({ session }) => session)).size
  return [
    `for ${quote(bounded(subject, longestShort))}`,
    `refused ${times(sightings.length)} in ${some(sessions, 'session')}, last ${dateText(last, zone)} ${clockText(last, zone)}; ${saidText(said)}`,
    ...(tried === null ? [] : [triedText(way, tried)]),
    ...(proof === null
      ? ['goes into opencode.json by your own hand: OpenCode asks nobody then, so no case can prove it']
      : [`proved by ${oneLine(`${cases}/${proof.file}`)}, which is written with it`]),
  ]
}

/** The line that is suggested. */
export function wayText(way: Way): string {
  if (way.is !== 'permission') return lineText(way)
  const allowed = Object.fromEntries(way.patterns.map((pattern) => [pattern, 'allow']))
  return `"permission": ${JSON.stringify({ [way.permission]: allowed })}`
}

function saidText(said: Suggestion['said']): string {
  switch (said.is) {
    case 'nothing':
      return 'you have not answered it'
    case 'allowed':
      return said.times > 1 ? `you allowed it ${times(said.times)}` : 'you allowed it'
    case 'words':
      return `you answered ${quote(bounded(said.text, longestShort))}`
    case 'never':
      return 'you said never'
    default:
      return said satisfies never
  }
}

const become: Record<PolicyWay['is'], string> = {
  allow: 'allowed',
  ask: 'kept for a person',
  hint: 'refused with these words',
  answer: 'answered',
}

function triedText(way: Way, { spared, refused, others, uncertain, decisions }: Tried): string {
  const what = way.is === 'permission' ? '' : become[way.is]
  const rest =
    others === 0 ? 'nothing else differs' : `${some(others, 'other decision')} ${others === 1 ? 'differs' : 'differ'}`
  const doubt = uncertain === 0 ? '' : `, ${uncertain} uncertain`
  return `replay: ${spared.length} of ${some(refused, 'refusal')} would have been ${what}; ${rest} in ${some(decisions, 'decision')}${doubt}`
}

/** Lines of nights on which trying takes longer than somebody waits without a word. */
export const manyLines = 20_000

/** What is said before lines are tried on many nights; null where it is soon done. */
export const longWork = (nights: number, lines: number): string | null =>
  lines < manyLines
    ? null
    : `Trying lines on ${some(nights, 'night')} with ${lines} lines, which may take minutes; --since 7d looks at fewer.\n`
