import type { RecordEntry } from '../../core/event.ts'
import type { PolicySet } from '../../core/policy.ts'
import type { Run, TreeState } from '../../core/state.ts'
import { cut } from '../text/cut.ts'
import type { RecordKind } from '../../core/records/kind.ts'
import { optionsOf, shownAs, shownFields, titleOf, valueText } from '../../core/records/reading.ts'
import { kindOf, waitingIn } from '../page/kinds.ts'
import { localTime } from './local-time.ts'
import { toClarify } from './clarify.ts'
import { hasFinished, outcomeText } from './outcome.ts'

/** So many lines that the whole fits on one screen. */
const mostWaiting = 10
const mostDecided = 5
const longestText = 160

/** What became of a run and what a person has to do next; `show` makes a text of others fit where it stands. */
export function summaryLines(set: PolicySet, state: TreeState, zone: string, show: (text: string) => string): string[] {
  const short = (text: string): string => show(cut(text, longestText))
  const open = toClarify(state.records, false)
  const waiting = waitingIn(set, open)
  const decided = open.filter((record) => !waiting.includes(record))
  const noted = state.records.filter(({ status }) => status === 'noted')
  const closed = state.records.filter(({ status }) => status !== 'open' && status !== 'noted').length
  const beyond = Object.values(state.uncounted).reduce((sum, count) => sum + count, 0)
  return [
    outcomeText(state.run, null, short),
    ...effort(state, zone),
    ...group('Waits for you', waiting, mostWaiting, (record) => waitingText(kindOf(set, record.kind), record, short)),
    ...group('Decided without you', decided, mostDecided, (record) =>
      decidedText(kindOf(set, record.kind), record, short),
    ),
    ...group('Noted', noted, mostDecided, (record) => short(titleOf(kindOf(set, record.kind), record))),
    ...(closed > 0 ? ['', `Answered, settled or put off: ${closed}.`] : []),
    ...(beyond > 0 ? ['', `Beyond the limit and only counted: ${beyond}.`] : []),
    ...next(state, waiting.length),
  ]
}

function effort({ run }: TreeState, zone: string): string[] {
  if (run.startedAt === null) return []
  const cost = run.cost > 0 ? `, cost ${run.cost}` : ''
  return [`Begun ${localTime(run.startedAt, zone)}; turns ${run.turns}, prompts ${run.prompts}${cost}.`]
}

function group(
  title: string,
  records: readonly RecordEntry[],
  most: number,
  text: (record: RecordEntry) => string,
): string[] {
  if (records.length === 0) return []
  const lines = records.slice(0, most).map((record) => `- ${record.id} ${text(record)}`)
  const more = records.length - lines.length
  return ['', `${title} (${records.length}):`, '', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])]
}

function waitingText(kind: RecordKind | null, record: RecordEntry, short: (text: string) => string): string {
  const options = optionsOf(kind, record)
  return [
    short(titleOf(kind, record)),
    ...(record.seen > 1 ? [`(seen ${record.seen} times)`] : []),
    ...(options.length > 0 ? [`· Options: ${short(options.join(', '))}`] : []),
    ...heldUp(kind, record).map((text) => `· Holds up: ${short(text)}`),
  ].join(' ')
}

/** What waits for an entry, where it says that something does. */
function heldUp(kind: RecordKind | null, record: RecordEntry): string[] {
  const shown = kind?.fields['blocks']?.shown ?? null
  const said = kind === null || shown === null ? null : shownAs(kind, record, shown)
  if (typeof said?.value === 'string' && said.value !== valueText(record['blocks'] ?? null)) return [said.value]
  return record['blocks'] === true ? ['work'] : []
}

/** Behind the line what the page shows last: policies put there what came of the rest. */
function decidedText(kind: RecordKind | null, record: RecordEntry, short: (text: string) => string): string {
  const last = shownFields(kind, record).findLast(({ value }) => typeof value === 'string')
  const said = typeof last?.value === 'string' ? ` → ${short(last.value)}` : ''
  return `${short(titleOf(kind, record))}${said}`
}

/** The run rests and its work is not done: somebody has to send it on. */
export const isUnfinished = (run: Run): boolean =>
  (run.state === 'stopped' || run.state === 'paused') && !hasFinished(run)

function next({ run }: TreeState, waiting: number): string[] {
  const steps = [
    ...(waiting > 0 ? ['answer with /blockers clarify or `npx opencode-diverter answer`'] : []),
    ...(isUnfinished(run) ? ['/blockers resume sets the run going again'] : []),
  ]
  return steps.length === 0 ? [] : ['', `Next: ${steps.join('; ')}.`]
}
