import { runsOnly } from '../../src/core/operators/shell/runs.ts'

/** True if the pattern or patterns of a sample, `PATTERNS <- LINE`, let its line through. */
export function isLetThrough(sample: string): boolean {
  const [written = '', line = ''] = sample.split(/ <- (.*)/s)
  const patterns: unknown = written.startsWith('[') ? JSON.parse(written) : [written]
  return runsOnly(line, [patterns, 'cd *'])
}
