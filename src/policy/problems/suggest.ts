import leven from 'leven'

/** ` (did you mean "x"?)` for the nearest of the names, or nothing. */
export function suggest(name: string, names: Iterable<string>): string {
  const limit = Math.max(1, Math.min(3, Math.ceil(name.length / 2)))
  const nearest = [...names]
    .map((candidate) => ({ candidate, distance: distance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return nearest && nearest.distance <= limit ? ` (did you mean "${nearest.candidate}"?)` : ''
}

function distance(name: string, candidate: string): number {
  return Math.min(leven(name, candidate), leven(name.toLowerCase(), candidate.toLowerCase()) + 0.5)
}

/** The names in quotes, for "allowed are …"; long lists are cut. */
export function listNames(names: Iterable<string>): string {
  const all = [...names]
  const shown = all.slice(0, 12)
  return shown.join(', ') + (all.length > shown.length ? ', …' : '')
}
