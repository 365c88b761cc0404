/** What an operator gives: `any` where it depends on the arguments. */
export type ResultKind = 'boolean' | 'number' | 'string' | 'list' | 'any'

/**
 * What an operator takes at one place.
 * `path` and `name` must be literal texts. `texts` is one text or a list of them; `globs`, `commands` and
 * `markers` are texts with a meaning of their own. `pattern` is RE2, `match` a way to look for a marker,
 * `clock` a local time such as "07:00", `map` a map with text keys. `time` is a number of milliseconds since 1970,
 * `duration` one of milliseconds.
 */
export type ArgumentKind =
  | ResultKind
  | 'path'
  | 'name'
  | 'texts'
  | 'globs'
  | 'commands'
  | 'markers'
  | 'pattern'
  | 'match'
  | 'clock'
  | 'map'
  | 'time'
  | 'duration'

export interface OperatorSpec {
  min: number
  /** Null: any number of arguments. */
  max: number | null
  /** Kinds by place; the last one stands for all further places. */
  takes: readonly ArgumentKind[]
  gives: ResultKind
  /** False: null is an error at run time, so a value that may be null needs a guard before it. */
  nulls: boolean
}

/** How a marker may stand in a text. */
export const matchModes = ['sentence', 'line', 'end', 'anywhere'] as const
export type MatchMode = (typeof matchModes)[number]

/** The days as `weekday` names them, in the order of a calendar that begins on Sunday. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const compared = { min: 2, max: 2, takes: ['any'], gives: 'boolean', nulls: true } as const
const ordered = { min: 2, max: 2, takes: ['number'], gives: 'boolean', nulls: false } as const
const between = { ...ordered, max: 3 } as const
const reckoned = { min: 2, max: null, takes: ['number'], gives: 'number', nulls: false } as const
const globbed = { min: 2, max: 2, takes: ['texts', 'globs'], gives: 'boolean', nulls: true } as const
const shell = { min: 2, max: 2, takes: ['string', 'commands'], gives: 'boolean', nulls: true } as const

/** The closed list of operators, with what each takes and gives. */
export const operators = {
  var: { min: 1, max: 1, takes: ['path'], gives: 'any', nulls: false },
  cond: { min: 1, max: 1, takes: ['name'], gives: 'boolean', nulls: false },
  and: { min: 1, max: null, takes: ['boolean'], gives: 'boolean', nulls: false },
  or: { min: 1, max: null, takes: ['boolean'], gives: 'boolean', nulls: false },
  '!': { min: 1, max: 1, takes: ['any'], gives: 'boolean', nulls: true },
  '!!': { min: 1, max: 1, takes: ['any'], gives: 'boolean', nulls: true },
  /** Pairs of condition and value, and a last value for when no condition holds. */
  if: { min: 3, max: null, takes: ['any'], gives: 'any', nulls: true },
  '===': compared,
  '!==': compared,
  '<': between,
  '<=': between,
  '>': ordered,
  '>=': ordered,
  in: { min: 2, max: 2, takes: ['any', 'list'], gives: 'boolean', nulls: true },
  '+': reckoned,
  '-': { ...reckoned, max: 2 },
  '*': reckoned,
  min: reckoned,
  max: reckoned,
  merge: { min: 1, max: null, takes: ['any'], gives: 'list', nulls: true },
  /** The first list without what is in the second. */
  without: { min: 2, max: 2, takes: ['list'], gives: 'list', nulls: true },
  count: { min: 1, max: 2, takes: ['list', 'any'], gives: 'number', nulls: true },
  get: { min: 2, max: 2, takes: ['map', 'string'], gives: 'any', nulls: true },
  first: { min: 1, max: 1, takes: ['list'], gives: 'any', nulls: true },
  matches: { min: 2, max: 2, takes: ['string', 'pattern'], gives: 'boolean', nulls: true },
  marker: { min: 3, max: 3, takes: ['string', 'markers', 'match'], gives: 'boolean', nulls: true },
  mentions: { min: 2, max: 2, takes: ['string', 'markers'], gives: 'boolean', nulls: true },
  glob: globbed,
  globOnly: globbed,
  pick: { ...globbed, gives: 'list' },
  reach: { ...globbed, gives: 'list' },
  runs: shell,
  runsOnly: shell,
  paths: { min: 1, max: 1, takes: ['string'], gives: 'list', nulls: true },
  within: { min: 2, max: 2, takes: ['time', 'duration'], gives: 'boolean', nulls: true },
  past: { min: 2, max: 2, takes: ['clock', 'time'], gives: 'boolean', nulls: true },
  hours: { min: 3, max: 3, takes: ['time', 'clock'], gives: 'boolean', nulls: true },
  weekday: { min: 1, max: 1, takes: ['time'], gives: 'string', nulls: true },
  resetTime: { min: 2, max: 2, takes: ['string', 'time'], gives: 'number', nulls: true },
} as const satisfies Record<string, OperatorSpec>

export type OperatorName = keyof typeof operators
