import leven from 'leven'

/** ` (did you mean "x"?)` for the nearest of the names, or nothing. */
export function suggest(name: string, names: Iterable<string>): string {
  const meant = nearest(name, names)
  return meant === null ? '' : ` (did you mean "${meant}"?)`
}

/** The name that was most likely meant; null where none is near. */
export function nearest(name: string, names: Iterable<string>): string | null {
  const limit = Math.max(1, Math.min(3, Math.ceil(name.length / 2)))
  const first = [...names]
    .map((candidate) => ({ candidate, distance: distance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return first && first.distance <= limit ? first.candidate : null
}

function distance(name: string, candidate: string): number {
  const [own, other] = [name.toLowerCase(), candidate.toLowerCase()]
  // Letters that changed places are one slip, which leven counts as two.
  const swapped = own !== other && sorted(own) === sorted(other) ? 1 : Infinity
  return Math.min(leven(name, candidate), leven(own, other) + 0.5, swapped)
}

const sorted = (word: string): string => [...word].sort().join('')

/** The names in quotes, for "allowed are …"; long lists are cut. */
export function listNames(names: Iterable<string>): string {
  const all = [...names]
  const shown = all.slice(0, 12)
  return shown.join(', ') + (all.length > shown.length ? ', …' : '')
}
