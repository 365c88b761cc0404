/** Says whether a value that came through the channel is what a field may hold. */
export type Check<T> = (value: unknown) => value is T

/** Messages of one direction: for each kind the fields that it has. */
export type Shapes = Readonly<Record<string, Readonly<Record<string, Check<unknown>>>>>

/** The closed union that the shapes describe. */
export type MessageOf<S extends Shapes> = {
  [Kind in keyof S]: { say: Kind } & {
    [Field in keyof S[Kind]]: S[Kind][Field] extends Check<infer T> ? T : never
  }
}[keyof S]

export const isText: Check<string> = (value): value is string => typeof value === 'string'
export const isName: Check<string> = (value): value is string => typeof value === 'string' && value !== ''
export const isFlag: Check<boolean> = (value): value is boolean => typeof value === 'boolean'
export const isCount: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value)

export const oneOf =
  <const T extends string>(allowed: readonly T[]): Check<T> =>
  (value): value is T =>
    allowed.some((one) => one === value)

export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check)

/** True if the value has each of the fields as it should be; what else it has does not matter. */
export const hasFields = (value: unknown, fields: Readonly<Record<string, Check<unknown>>>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)))
