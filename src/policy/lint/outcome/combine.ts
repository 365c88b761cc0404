import { exactly, type Known, listOf, oneOf, someValue, unknown } from './known.ts'

/** `and` gives the first part that counts as false, else the last; `or` the first that counts as true. */
export function joined(parts: readonly Known[], isOr: boolean): Known {
  const decides = parts.findIndex(({ truth }) => truth === isOr)
  const before = decides < 0 ? parts : parts.slice(0, decides)
  const isOpen = before.some(({ truth }) => truth === null)
  if (decides >= 0) return isOpen ? someValue(isOr) : (parts[decides] ?? unknown)
  return isOpen ? unknown : (parts.at(-1) ?? unknown)
}

export function chosen(given: readonly Known[]): Known {
  const possible: Known[] = []
  for (let index = 0; index < given.length; index += 2) {
    const [test = unknown, value] = given.slice(index, index + 2)
    if (value === undefined) return oneOf([...possible, test])
    if (test.truth !== false) possible.push(value)
    if (test.truth === true) return oneOf(possible)
  }
  return oneOf([...possible, exactly(null)])
}

/** One level of lists is opened, and nulls are left out. */
export function merged(given: readonly Known[]): Known {
  const parts = given.flatMap((each) => each.items ?? [each]).filter(({ exact }) => exact?.value !== null)
  const isList = (each: Known): boolean => each.exact === null && each.items === null
  if (!parts.some(isList)) return listOf(parts)
  const isSome = given.some((each) =>
    each.items === null ? each.exact !== null && each.exact.value !== null : each.items.some(isThere),
  )
  return { ...someValue(isSome ? true : null), isNew: true }
}

const isThere = ({ truth, exact }: Known): boolean => truth === true || (exact !== null && exact.value !== null)
