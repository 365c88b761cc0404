import { listOf } from '../operators/arguments.ts'
import { describe, EvaluationError } from '../operators/error.ts'
import { clockText, dateText } from '../operators/time/zone.ts'
import { cut, oneLine, tail } from '../text.ts'

interface HelperOptions {
  data?: { root?: { zone?: unknown; now?: unknown } }
}

/** A value as a text shows it; null is empty. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Helpers get their options as a last argument, so an argument that was left out is not a text or number. */
const optional = <T extends 'string' | 'number'>(
  value: unknown,
  type: T,
): value is T extends 'string' ? string : number => typeof value === type

const shortened = (text: string, most: number): string => {
  const start = cut(text, most)
  return start.length < text.length ? `${start}…` : start
}

/** Nobody takes a clock's time that is farther away for that of this night; in milliseconds. */
const nearest = 20 * 3_600_000

const time = (value: unknown, options: HelperOptions): string =>
  atZone('time', value, options, (at, zone) => {
    const now = options.data?.root?.now
    const isNear = typeof now !== 'number' || Math.abs(at - now) < nearest
    return isNear ? clockText(at, zone) : `${dateText(at, zone)} ${clockText(at, zone)}`
  })
const date = (value: unknown, options: HelperOptions): string => atZone('date', value, options, dateText)

function atZone(
  helper: string,
  value: unknown,
  options: HelperOptions,
  text: (at: number, zone: string) => string,
): string {
  if (value === null) return ''
  const zone = options.data?.root?.zone
  if (typeof value !== 'number') throw new EvaluationError(`"${helper}" wants milliseconds, got ${describe(value)}`)
  if (typeof zone !== 'string') throw new EvaluationError(`"${helper}" wants a time zone and none is known here`)
  return text(value, zone)
}

/** The helpers that texts may use beside if, unless and each. */
export const helpers = {
  eq: (left: unknown, right: unknown): boolean => left === right,
  says: (text: unknown, part: unknown): boolean => shown(text).includes(shown(part)),
  join: (list: unknown, separator: unknown): string =>
    listOf(list, 'join')
      .map(shown)
      .join(optional(separator, 'string') ? separator : ', '),
  quote: (value: unknown, most: unknown): string =>
    `\`${shortened(oneLine(shown(value)).replaceAll('`', "'"), optional(most, 'number') ? most : 200)}\``,
  cut: (value: unknown, most: unknown): string =>
    optional(most, 'number') ? shortened(shown(value), most) : shown(value),
  tail: (value: unknown, most: unknown): string => {
    const text = shown(value).trim()
    const end = optional(most, 'number') ? tail(text, most) : text
    return end.length < text.length ? `…${end}` : end
  },
  list: (list: unknown): string =>
    listOf(list, 'list')
      .map((item) => `- ${oneLine(shown(item))}`)
      .join('\n'),
  count: (list: unknown): number => listOf(list, 'count').length,
  time,
  date,
}

export type HelperName = keyof typeof helpers

/** How many arguments each helper takes, at least and at most. */
export const helperArguments: Readonly<Record<HelperName | 'if' | 'unless' | 'each', readonly [number, number]>> = {
  if: [1, 1],
  unless: [1, 1],
  each: [1, 1],
  eq: [2, 2],
  says: [2, 2],
  join: [1, 2],
  quote: [1, 2],
  cut: [2, 2],
  tail: [2, 2],
  list: [1, 1],
  count: [1, 1],
  time: [1, 1],
  date: [1, 1],
}
