import { clockText } from '../../core/operators/time/zone.ts'
import type { Tick } from '../document.ts'
import type { SessionReport } from '../schema.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** One axis of time under all sessions. Of several nights each is laid over the others, by the time of day. */
export interface Axis {
  /** Milliseconds from a noon in local time. */
  from: number
  to: number
  /** The places of a session's times, from 0 to 1. */
  placeOf: (session: SessionReport) => (at: number) => number
}

/** From the begin of a session to the last that is known of it, in milliseconds since 1970. */
export function spanOf({ begun, last, moments }: SessionReport): [from: number, to: number] {
  const from = begun ?? moments[0]?.at ?? 0
  return [from, Math.max(last ?? from, moments.at(-1)?.at ?? from, from + 1)]
}

export function axisOf(sessions: readonly SessionReport[], zone: string): Axis {
  const spans = sessions.map(spanOf)
  const first = Math.min(...spans.map(([from]) => from))
  const isOneNight = Math.max(...spans.map(([, to]) => to)) - first <= day
  const offsetOf = (from: number, at: number): number => {
    const base = isOneNight ? first : from
    return sinceNoon(base, zone) + at - base
  }
  const from = Math.min(...spans.map(([begin]) => offsetOf(begin, begin)))
  const to = Math.max(from + minute, ...spans.map(([begin, end]) => offsetOf(begin, end)))
  return {
    from,
    to,
    placeOf: (session) => {
      const [begin] = spanOf(session)
      return (at) => Math.min(1, Math.max(0, (offsetOf(begin, at) - from) / (to - from)))
    },
  }
}

/** A night goes over midnight, so its times count from the noon before. */
function sinceNoon(at: number, zone: string): number {
  const [hours = 0, minutes = 0] = clockText(at, zone).split(':').map(Number)
  return ((hours + 12) % 24) * hour + minutes * minute + (at % minute)
}

const steps = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minute)
const mostTicks = 9

/** Times of day on the axis, whole ones, as many as can be read. */
export function ticksOf({ from, to }: Axis): Tick[] {
  const step =
    steps.find((each) => (to - from) / each <= mostTicks - 1) ?? Math.ceil((to - from) / day / mostTicks) * day
  const ticks: Tick[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step)
    ticks.push({ at: (at - from) / (to - from), text: timeOfDay(at) })
  return ticks
}

function timeOfDay(offset: number): string {
  const minutes = Math.round((offset + 12 * hour) / minute) % (24 * 60)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
