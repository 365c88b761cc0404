const comparator = /^(>=|<=|>|<|=)?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/

const longest = 200

/** True if a version fits a range such as ">=1.18 <2"; null if the range cannot be read. A pre-release counts as its release. */
export function fitsRange(version: string, range: string): boolean | null {
  if (range.length > longest) return null
  const parts = range.trim().split(/\s+/)
  const results = parts.map((part) => fitsPart(numbers(version), part))
  return results.includes(null) ? null : results.every(Boolean)
}

function fitsPart(version: readonly number[], part: string): boolean | null {
  const match = comparator.exec(part)
  if (!match) return null
  const [, sign = '=', ...written] = match
  const given = written.flatMap((each) => (each === undefined ? [] : [Number(each)]))
  // What is not written is not compared: "=1.2" and "<=1.2" hold for 1.2.9.
  const order = given.map((each, index) => Math.sign((version[index] ?? 0) - each)).find((each) => each !== 0) ?? 0
  const fits: Record<string, boolean> = {
    '>=': order >= 0,
    '<=': order <= 0,
    '>': order > 0,
    '<': order < 0,
    '=': order === 0,
  }
  return fits[sign] ?? null
}

function numbers(version: string): number[] {
  return (version.split(/[-+]/)[0] ?? '').split('.').map(Number)
}
