import { InvalidArgumentError } from 'commander'

/** A number from 0 to 100 as an option gives it. */
export function percent(given: string): number {
  if (/^\d{1,3}(\.\d+)?$/.test(given) && Number(given) <= 100) return Number(given)
  throw new InvalidArgumentError('A number from 0 to 100 is wanted.')
}

/** A whole number, 0 or more, of at most 9 digits. */
export function wholeNumber(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw new InvalidArgumentError('A whole number is wanted, 0 or more.')
}

/** The numbers of an option that takes several; those before this one come first. */
export const wholeNumbers = (given: string, before: readonly number[] = []): number[] => [...before, wholeNumber(given)]

/** A port of this machine. */
export function portNumber(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) > 0 && Number(given) <= 65_535) return Number(given)
  throw new InvalidArgumentError('A port is wanted, from 1 to 65535.')
}
