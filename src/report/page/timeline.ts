import type { Block, Lane, LaneCost, MomentRow, Tone } from '../document.ts'
import { fewestMoments, mostCards, mostOnPage } from '../bounds.ts'
import { type Axis, axisOf, spanOf, ticksOf } from './axis.ts'
import type { Course, Moment, Report, SessionReport } from '../schema.ts'
import { clock, costText, nameOf, nightOf, reasonTones, some, stateOf, times } from '../words.ts'

/** The nights drawn, and what happened in them in order; both only for pages. */
export function timelineBlocks({ sessions, zone }: Report): { timeline: Block[]; moments: Block[] } {
  const withSome = sessions.filter(({ moments }) => moments.length > 0)
  const share = Math.max(fewestMoments, Math.floor(mostOnPage / Math.max(1, withSome.length)))
  const told = withSome.slice(0, mostCards).map((session) => withFew(session, share))
  if (told.length === 0) return { timeline: [], moments: [] }
  const axis = axisOf(told, zone)
  const rows = told.flatMap((session) => session.moments.map((moment) => rowOf(session, moment, zone)))
  const left = told.reduce((sum, { momentsLeft }) => sum + momentsLeft, 0)
  const more: Block[] =
    left === 0
      ? []
      : [
          {
            is: 'line',
            line: [
              { is: 'plain', text: `${left} between the first and the last are left out; export has all of them.` },
            ],
          },
        ]
  return {
    timeline: [{ is: 'timeline', lanes: told.map((session) => laneOf(session, zone, axis)), ticks: ticksOf(axis) }],
    moments: [{ is: 'moments', rows }, ...more],
  }
}

/** A session with its first and last moments alone. */
function withFew(session: SessionReport, most: number): SessionReport {
  const { moments, momentsLeft } = session
  if (moments.length <= most) return session
  const half = Math.floor(most / 2)
  return {
    ...session,
    moments: [...moments.slice(0, half), ...moments.slice(half - most)],
    momentsLeft: momentsLeft + moments.length - most,
  }
}

const looks: Record<Moment['is'], { word: string; tone: Tone; isMarked: boolean }> = {
  began: { word: 'Begun', tone: 'work', isMarked: false },
  prompt: { word: 'Told to go on', tone: 'plain', isMarked: true },
  diverted: { word: 'Diverted', tone: 'stall', isMarked: true },
  refused: { word: 'Refused', tone: 'stall', isMarked: true },
  asked: { word: 'Left to a person', tone: 'rest', isMarked: true },
  allowed: { word: 'Allowed', tone: 'ok', isMarked: true },
  logged: { word: 'Written down', tone: 'claim', isMarked: true },
  answered: { word: 'You answered', tone: 'ok', isMarked: true },
  withdrawn: { word: 'You took it back', tone: 'rest', isMarked: true },
  waited: { word: 'Waited', tone: 'rest', isMarked: false },
  silent: { word: 'Silent', tone: 'stall', isMarked: false },
  failed: { word: 'Error', tone: 'stall', isMarked: true },
  switched: { word: 'Model', tone: 'rest', isMarked: true },
  warned: { word: 'Warning', tone: 'budget', isMarked: true },
  paused: { word: 'Paused', tone: 'rest', isMarked: true },
  stopped: { word: 'Stopped', tone: 'rest', isMarked: true },
}

function rowOf(session: SessionReport, { is, at, text, rule, line }: Moment, zone: string): MomentRow {
  const { word } = looks[is]
  return {
    name: { session: session.id, line },
    title: nameOf(session),
    at: clock(at, zone, nightOf(session)),
    tone: toneOf(session, is, at),
    word,
    said: text === '' ? null : text,
    rule,
  }
}

function laneOf(session: SessionReport, zone: string, axis: Axis): Lane {
  const { moments, waits, mishaps, course, id } = session
  const [from, to] = spanOf(session)
  const place = axis.placeOf(session)
  const span = (is: Lane['spans'][number]['is'], begin: number, end: number): Lane['spans'][number] => ({
    is,
    from: place(begin),
    to: place(end),
    text: `${time(begin)} to ${time(end)} ${spanWords[is]}`,
  })
  const time = (at: number): string => clock(at, zone, nightOf(session))
  return {
    title: nameOf(session),
    from: time(from),
    to: time(to),
    spans: [
      ...workOf(moments, from, to).map(([begin, end]) => span('work', begin, end)),
      ...course.turns.map((turn) => ({ ...span('turn', turn.from, turn.to), text: turnText(turn, time) })),
      ...waits.map(({ at, until }) => span('waited', at, until)),
      ...mishaps.flatMap((one) => (one.is === 'silent' ? [span('silent', one.at - one.lasted, one.at)] : [])),
    ],
    cost: costOf(session, place, [from, to]),
    marks: groupsOf(session, place).map(([first, ...others]) => {
      const { is, at, text, line } = first
      const { word } = looks[is]
      const count = others.length + 1
      const when = [...new Set([time(at), time(others.at(-1)?.at ?? at)])].join(' to ')
      const said = text && (count === 1 ? `: ${text}` : `, first: ${text}`)
      const told = `${when} ${word}${count === 1 ? '' : ` ${times(count)}`}${said}`
      return { name: { session: id, line }, tone: toneOf(session, is, at), at: place(at), word, text: told, count }
    }),
  }
}

/** As far as a mark reaches over another, as a part of the axis: 8 minutes of a night. */
const reach = 1 / 80

/** What has a mark, in the order of time; equal ones that would lie on each other together. */
function groupsOf(session: SessionReport, place: (at: number) => number): [Moment, ...Moment[]][] {
  const groups: [Moment, ...Moment[]][] = []
  const latest = new Map<string, [Moment, ...Moment[]]>()
  for (const moment of session.moments.filter(({ is }) => looks[is].isMarked)) {
    const look = `${moment.is} ${toneOf(session, moment.is, moment.at)}`
    const group = latest.get(look)
    if (group !== undefined && place(moment.at) - place(group[0].at) <= reach) {
      group.push(moment)
      continue
    }
    const begun: [Moment, ...Moment[]] = [moment]
    latest.set(look, begun)
    groups.push(begun)
  }
  return groups
}

/** The end of a run is meant as what became of it. */
function toneOf({ outcome, stops }: SessionReport, is: Moment['is'], at: number): Tone {
  if (is !== 'stopped') return looks[is].tone
  if ('at' in outcome && outcome.at === at) return stateOf(outcome).tone
  const stop = stops.find((one) => one.at === at)
  return stop === undefined ? looks[is].tone : reasonTones[stop.reason]
}

/** All that is known of a turn; a model tells tokens and cost for its steps, not for each call. */
function turnText(
  { from, to, turns, steps, calls, tokens, cost, helpers }: Course['turns'][number],
  time: Clock,
): string {
  const parts = [
    ...(turns > 1 ? [some(turns, 'turn')] : []),
    some(steps, 'step'),
    some(calls, 'call'),
    some(tokens, 'token'),
    ...(cost === 0 ? [] : [`cost ${costText(cost)}`]),
    ...(helpers === 0 ? [] : [`helpers ${costText(helpers)} of it`]),
  ]
  return `${time(from)} to ${time(to)} ${turns > 1 ? 'turns' : 'turn'}: ${parts.join(', ')}`
}

type Clock = (at: number) => string

const spanWords: Record<Lane['spans'][number]['is'], string> = {
  work: 'run',
  turn: 'turn',
  waited: 'waited',
  silent: 'silent',
}

function costOf(
  { course: { costs }, spent, limit }: SessionReport,
  place: (at: number) => number,
  [from, to]: readonly [number, number],
): LaneCost | null {
  const sum = costs.at(-1)?.cost ?? 0
  if (sum === 0) return null
  const most = Math.max(sum, limit.cost ?? 0)
  const share = (cost: number): number => cost / most
  const of = limit.cost === null ? '' : ` of ${costText(limit.cost)}`
  const helpers = spent.helpers.cost === 0 ? '' : `, helpers ${costText(spent.helpers.cost)} of it`
  return {
    from: place(from),
    to: place(to),
    text: `cost ${costText(sum)}${of}${helpers}`,
    points: costs.map(({ at, cost }) => ({ at: place(at), cost: share(cost) })),
    limit: limit.cost === null ? null : share(limit.cost),
  }
}

/** From each begin of a run to its end, or to the end of what is known. */
function workOf(moments: readonly Moment[], from: number, to: number): [number, number][] {
  const spans: [number, number][] = []
  let begun: number | null = null
  for (const { is, at } of moments) {
    if (is === 'began') begun ??= at
    if (is !== 'paused' && is !== 'stopped') continue
    spans.push([begun ?? from, at])
    begun = null
  }
  if (begun !== null) spans.push([begun, to])
  return spans
}
