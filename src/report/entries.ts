import type { RecordEntry } from '../core/event.ts'
import { isWaiting, type RecordKind } from '../core/records/kind.ts'
import { aboutOptions, labelOf, optionsOf, shownFields, titleOf, withAbout } from '../core/records/reading.ts'
import { twinsOf } from '../runtime/answers/twins.ts'
import { cutMark } from '../runtime/text/cut.ts'
import { longestShort, said } from './bounds.ts'
import type { DecidedEntry, Waiting } from './schema.ts'

/** An entry of the store with the session tree it belongs to; `kind` is null where no policy knows it any more. */
export interface PlacedEntry {
  root: string
  record: RecordEntry
  kind: RecordKind | null
}

/** The line of its tree that wrote an entry down; null where it is not known. */
export type LineOf = (root: string, id: string) => number | null

/** Options that are listed; details likewise. */
const mostParts = 12
const program = 'npx opencode-diverter'

/** What waits for a person: first what holds work up, then by time; equal questions of several sessions are one. */
export function waitingOf(entries: readonly PlacedEntry[], lineOf: LineOf): Waiting[] {
  const waiting = entries.filter(({ record, kind }) => isWaiting(kind, record))
  const all = twinsOf(waiting).map((same) =>
    waitingIn(
      [...same].sort((a, b) => a.record.at - b.record.at),
      lineOf,
    ),
  )
  return all.sort((a, b) => Number(b.holds) - Number(a.holds) || a.at - b.at)
}

/** How many questions wait, with twins as one. */
export const countWaiting = (entries: readonly PlacedEntry[]): number => waitingOf(entries, () => null).length

function waitingIn(same: readonly PlacedEntry[], lineOf: LineOf): Waiting {
  const records = same.map(({ record }) => record)
  // The one that says most: what an agent added stands in one of the twins.
  const [best] = [...same].sort((a, b) => spoken(b) - spoken(a))
  if (best === undefined) throw new Error('Cannot report a question: no entry has it')
  const { record, kind } = best
  const label = labelOf(kind, record)
  // That work waits for it is told by itself.
  const isTold = (field: string): boolean => record[field] !== false && !(field === holding && record[field] === true)
  const details = shownFields(kind, record).flatMap(({ field, name, value }) =>
    typeof value === 'string' && isTold(field) ? [{ name: said(name, longestShort), value: said(value) }] : [],
  )
  const all = optionsOf(kind, record)
  const rest =
    all.find((one) => cutMark.test(one)) ?? `${all.length - mostParts} more … [cut; ${all.length} items in all]`
  const options = all.length <= mostParts ? all : [...all.slice(0, mostParts), rest]
  const about = aboutOptions(kind, record)
  const allowable = records.every((one) => one.allowable)
  const [first] = records
  return {
    entries: same.map((one) => askedIn(one, lineOf)),
    label: label === null ? null : said(label, longestShort),
    question: said(titleOf(kind, record)),
    details: details.slice(0, mostParts),
    options: options.map((option, at) => said(withAbout(option, about[at]), longestShort)),
    choices: choicesOf(options, about),
    seen: records.reduce((sum, { seen }) => sum + seen, 0),
    at: first?.at ?? 0,
    holds: records.some((one) => one[holding] === true),
    allowable,
    answer: commandsFor(first?.id ?? '', allowable),
  }
}

/** The field that says that work waits for an entry. */
const holding = 'blocks'

/** An answer binds, so nothing is sent as one that was cut or blacked out. */
const choicesOf = (options: readonly string[], about: readonly string[]): Waiting['choices'] =>
  options.flatMap((text, at) =>
    said(text, longestShort) === text && !cutMark.test(text)
      ? { text, about: said(about[at] ?? '', longestShort), option: at }
      : [],
  )

const askedIn = (
  { root, record }: Pick<PlacedEntry, 'root' | 'record'>,
  lineOf: LineOf,
): Waiting['entries'][number] => ({
  id: record.id,
  session: root,
  by: record.session,
  fingerprint: record.fingerprint,
  line: lineOf(root, record.id),
})

const spoken = ({ record, kind }: PlacedEntry): number => shownFields(kind, record).length

const commandsFor = (id: string, allowable: boolean): string[] => [
  ...(allowable ? [`${program} answer ${id} --allow once`] : []),
  `${program} answer ${id} "…"`,
]

/** What was decided without the person, who may overrule it. */
export const decidedIn = (entries: readonly PlacedEntry[], lineOf: LineOf): DecidedEntry[] =>
  entries
    .filter(({ record, kind }) => record.status === 'open' && kind?.answer !== null && !isWaiting(kind, record))
    .map(({ root, record, kind }) => {
      // Behind the line what the page shows last: policies put there what came of the rest.
      const last = shownFields(kind, record).findLast(({ value }) => typeof value === 'string')
      return {
        entry: askedIn({ root, record }, lineOf),
        question: said(titleOf(kind, record)),
        chosen: typeof last?.value === 'string' ? said(last.value) : null,
        choices: choicesOf(optionsOf(kind, record).slice(0, mostParts), aboutOptions(kind, record)).filter(
          ({ text }) => !Object.values(record).includes(text),
        ),
        at: record.at,
      }
    })
