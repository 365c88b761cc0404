import { clockText, dateText } from '../core/operators/time/zone.ts'
import { spanText } from '../core/text.ts'
import type { Reason } from '../core/vocabulary.ts'
import { cut } from '../runtime/text/cut.ts'
import { codes, type Inline, type Line, line, mark, quoted, type Tone } from './document.ts'
import type { GivenAnswer, SessionOutcome, SessionReport } from './schema.ts'

const day = 86_400_000
const minute = 60_000
/** In the sentence of the outcome. */
const longestClaim = 120

/** What a person decided, in our words. */
export const decisionWords: Record<GivenAnswer['decision'], string> = {
  words: 'answered',
  once: 'allowed once',
  project: 'allowed in this project',
  never: 'never allowed',
  skip: 'put off',
  withdrawn: 'taken back before any agent read it',
}

/** Why a run ended, behind "Stopped at 02:10". */
const reasonWords: Record<Reason, string> = {
  done: 'as done',
  unverified: 'since what the agent called done was not shown',
  repeating: 'since it repeated itself',
  'no-progress': 'since nothing moved any more',
  blocked: 'since all that is left waits for you',
  budget: 'by its budget',
  limit: 'by a limit of the provider',
  error: 'by an error',
  'empty-turns': 'since answers came empty',
  'compaction-loop': 'since its context was only compacted',
  stalled: 'by silence',
  quiet: 'since nothing was changed and nothing waits',
  interrupted: 'since OpenCode was restarted',
  user: 'by you',
}

export const reasonTones: Record<Reason, Tone> = {
  done: 'claim',
  unverified: 'stall',
  repeating: 'stall',
  'no-progress': 'stall',
  blocked: 'rest',
  budget: 'budget',
  limit: 'budget',
  error: 'stall',
  'empty-turns': 'stall',
  'compaction-loop': 'stall',
  stalled: 'stall',
  quiet: 'rest',
  interrupted: 'rest',
  user: 'rest',
}

/** A time within a night as a clock shows it, with its date where it is another night. */
export const clock = (at: number, zone: string, night: number): string =>
  at >= night && at - night < day ? clockText(at, zone) : `${dateText(at, zone)} ${clockText(at, zone)}`

/** A length of time in hours and minutes; what is shorter than a minute in seconds. */
export const lasted = (milliseconds: number): string =>
  spanText(Math.floor(milliseconds / unitOf(milliseconds)) * unitOf(milliseconds))

const unitOf = (milliseconds: number): number => (milliseconds < minute ? 1000 : minute)

/** A cost in the provider's own unit. */
export const costText = (cost: number): string =>
  cost === 0 || cost >= 0.01 ? cost.toFixed(2) : String(Number(cost.toPrecision(2)))

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

export const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The night that a session's times are told from. */
export const nightOf = ({ begun, last }: SessionReport): number => begun ?? last ?? 0

/** What a session is called. */
export const nameOf = ({ title, id }: SessionReport): string => title ?? id

/** A word for the state of a session, and how it is meant. */
export function stateOf(outcome: SessionOutcome): { word: string; tone: Tone } {
  switch (outcome.is) {
    case 'verified':
      return { word: 'verified', tone: 'ok' }
    case 'claimed':
      return { word: 'claimed', tone: 'claim' }
    case 'stopped':
      return { word: outcome.reason, tone: reasonTones[outcome.reason] }
    case 'paused':
      return { word: 'paused', tone: 'rest' }
    case 'at-work':
      return { word: 'at work', tone: 'work' }
    case 'no-run':
      return { word: 'no run', tone: 'rest' }
    case 'unknown':
      return { word: 'not known', tone: 'rest' }
  }
}

/** What became of a session, in a sentence or two, never better than it was. */
export function outcomeLine(session: SessionReport, zone: string): Line {
  const { outcome } = session
  const { tone } = stateOf(outcome)
  const at = (time: number): string => clock(time, zone, nightOf(session))
  switch (outcome.is) {
    case 'verified':
      return line(
        mark(tone, `Done at ${at(outcome.at)}`),
        ', verified by ',
        ...codes(outcome.by),
        ` (${at(outcome.shownAt)})`,
        costs(session),
      )
    case 'claimed':
      return line(
        mark(tone, `Called done by the agent at ${at(outcome.at)}`),
        ': not verified',
        ...whyClaimed(outcome.wanted),
        costs(session),
      )
    case 'stopped':
      return line(
        mark(tone, `Stopped at ${at(outcome.at)} ${reasonWords[outcome.reason]}`),
        ...(isOfCost(session) ? [] : detailOf(outcome.detail, outcome.reason)),
        costs(session),
        ...claimOf(session),
      )
    case 'paused':
      return line(
        mark(tone, `Paused at ${at(outcome.at)} ${reasonWords[outcome.reason]}`),
        ...detailOf(outcome.detail, outcome.reason),
        costs(session),
      )
    case 'at-work': {
      const next = outcome.next === null ? '' : `, goes on at ${at(outcome.next)}`
      // Where OpenCode was killed nothing tells of an end, so how long nothing was heard must be seen.
      const heard = session.last === null ? '' : `, last heard of at ${at(session.last)}`
      const asks = outcome.asks.flatMap(({ subject, until }) => [
        ...line(' OpenCode asks you now: '),
        quoted(subject),
        ...line(`, until ${at(until)}; then the policies decide.`),
      ])
      return line(mark(tone, `Not over: at work since ${at(outcome.since)}`), heard, next, costs(session), ...asks)
    }
    case 'no-run': {
      // A run begins once something is asked or a turn ends; until then an agent may work for long.
      const { last, spent } = session
      return spent.steps > 0 && last !== null
        ? line(mark(tone, 'No run has begun'), `: the agent worked, last heard of at ${at(last)}`, costs(session))
        : line(
            mark(tone, 'No run is at work'),
            ': nothing was begun, or you wrote and the work has not begun',
            costs(session),
          )
    }
    case 'unknown':
      return outcome.why === 'reduced'
        ? line(mark(tone, 'Not known any more'), ': its lines were taken away after their time', costs(session))
        : line(mark(tone, 'Not known'), ': its lines come from another version; use the newer one', costs(session))
  }
}

function detailOf(detail: string | null, reason: Reason): Inline[] {
  if (detail === null || detail === '') return []
  return [...line(reason === 'budget' ? ' (' : ': '), quoted(detail), ...line(reason === 'budget' ? ')' : '')]
}

/** Whether its cost ended it: then the figures say what the budget was. */
const isOfCost = ({ outcome, limit }: SessionReport): boolean =>
  outcome.is === 'stopped' && outcome.reason === 'budget' && limit.cost !== null && outcome.cost >= limit.cost

function costs(session: SessionReport): string {
  const { outcome, limit } = session
  const { cost, tokens, helpers } = session.spent
  if (cost === 0) return tokens === 0 ? '.' : '. No cost was reported.'
  const share = helpers.cost === 0 ? '' : `, helpers ${costText(helpers.cost)} of it`
  const all = `Cost ${costText(cost)}${share}.`
  if (outcome.is !== 'stopped' || limit.cost === null || !isOfCost(session)) return `. ${all}`
  const ofRun = `: ${costText(outcome.cost)} of ${costText(limit.cost)}`
  // Of several runs each has the whole budget.
  return outcome.cost === cost ? `${ofRun}${share}.` : `${ofRun}. All runs: ${all}`
}

/** Why what was called done is not verified; nothing where the policies cannot be read any more. */
function whyClaimed(wanted: readonly string[] | null): Line {
  if (wanted === null) return []
  if (wanted.length === 0) return line(', since no evidence was asked for: nothing was checked')
  return line(', since not all was shown of ', ...codes(wanted))
}

function claimOf({ claim }: SessionReport): Inline[] {
  return claim === null
    ? []
    : [...line(' '), quoted(cut(claim.text, longestClaim)), ...line(', says the agent: not verified.')]
}
