import type { Json } from '../../core/event.ts'
import { readSpan, spanText } from '../../core/text.ts'
import { done, failed, type Outcome } from '../problems/fault.ts'
import type { ParamDocument } from '../schema/parts.ts'

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
const controlCharacter = /[\u0000-\u001f\u007f]/

/** The value of a param as conditions see it: durations in milliseconds, lists always lists. */
export function readParam(param: ParamDocument): Outcome<Json> {
  const given = param.default ?? null
  if (given === null) return param.optional === true ? done(null) : failed('it has no value and is not optional')
  switch (param.type) {
    case 'boolean':
      return typeof given === 'boolean' ? done(given) : wrong(given, 'true or false is wanted')
    case 'integer':
    case 'number':
      return readNumber(given, param)
    case 'string':
      return typeof given === 'string' && given.trim().length >= (param.minLength ?? 0)
        ? done(given)
        : wrong(
            given,
            param.minLength ? `a text of ${param.minLength} characters or more is wanted` : 'a text is wanted',
          )
    case 'enum':
      return typeof given === 'string' && param.values.includes(given)
        ? done(given)
        : wrong(given, `allowed are ${param.values.join(', ')}`)
    case 'duration':
      return readLimitedDuration(given, param)
    case 'time':
      return typeof given === 'string' && clockTime.test(given)
        ? done(given)
        : wrong(given, 'a time of day is wanted, such as "07:00"')
    case 'list':
      return readList(given, param)
    case 'map':
      return typeof given === 'object' && !Array.isArray(given) ? done(given) : wrong(given, 'a map is wanted')
  }
}

/** The same for texts: durations as "5m". */
export function shownParam(param: ParamDocument, value: Json): Json {
  return param.type === 'duration' && typeof value === 'number' ? spanText(value) : value
}

export function readDuration(given: Json): Outcome<number> {
  const span = typeof given === 'string' ? readSpan(given) : null
  if (span !== null) return done(span)
  const isNegative = typeof given === 'string' && given.startsWith('-') && readSpan(given.slice(1)) !== null
  return wrong(
    given,
    isNegative ? 'a duration is never below zero' : 'a duration is wanted, such as "30s", "5m" or "1h30m"',
  )
}

function readLimitedDuration(given: Json, { min, max }: Extract<ParamDocument, { type: 'duration' }>): Outcome<number> {
  const read = readDuration(given)
  if (!read.ok) return read
  if (read.value < limit(min, 0)) return wrong(given, `at least ${min} is wanted`)
  if (read.value > limit(max, Infinity)) return wrong(given, `at most ${max} is allowed`)
  return read
}

const limit = (span: string | undefined, without: number): number =>
  span === undefined ? without : (readSpan(span) ?? without)

function readNumber(
  given: Json,
  { type, min, max }: Extract<ParamDocument, { type: 'integer' | 'number' }>,
): Outcome<Json> {
  if (typeof given !== 'number' || (type === 'integer' && !Number.isInteger(given)))
    return wrong(given, type === 'integer' ? 'a whole number is wanted' : 'a number is wanted')
  if (given < (min ?? -Infinity)) return wrong(given, `at least ${min} is wanted`)
  if (given > (max ?? Infinity)) return wrong(given, `at most ${max} is allowed`)
  return done(given)
}

function readList(given: Json, param: Extract<ParamDocument, { type: 'list' }>): Outcome<Json> {
  const items = Array.isArray(given) ? given : [given]
  const shortest = param.minLength ?? 1
  const fewest = param.minItems ?? 0
  if (items.length < fewest)
    return wrong(given, fewest === 1 ? '1 entry or more is wanted' : `${fewest} entries or more are wanted`)
  for (const item of items) {
    if (typeof item !== 'string') return wrong(item, 'each entry is a text')
    if ([...item.trim()].length < shortest) return wrong(item, `each entry has ${shortest} characters or more`)
    if ((param.of === 'glob' || param.of === 'command') && controlCharacter.test(item))
      return wrong(item, `a ${param.of} has no control characters; use single quotes`)
  }
  return done(items)
}

function wrong(given: Json, why: string): { ok: false; message: string } {
  const hint =
    typeof given === 'string' && /^(on|off|yes|no)$/i.test(given) && why.startsWith('true') ? '; use true or false' : ''
  return failed(`${JSON.stringify(given)} does not fit: ${why}${hint ? ', not a word' : ''}`)
}
