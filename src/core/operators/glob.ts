import picomatch from 'picomatch'
import { textsOf } from './arguments.ts'
import { bracesOf } from './braces.ts'
import { checkGlob, globMatcher, type Matches } from './glob-match.ts'
import { memo } from './memo.ts'

const compile = memo<Matches>(500, (glob) => globMatcher(glob))

/** Values come from any system, so paths with backslashes meet globs that are written with slashes. */
const withSlashes = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')

function matcher(globs: unknown, operator: string): Matches {
  const compiled = textsOf(globs, operator).map(compile)
  return (path) => {
    const slashed = withSlashes(path)
    return compiled.some((matches) => matches(slashed))
  }
}

/** True if any value matches any glob. */
export function glob(values: unknown, globs: unknown): boolean {
  return textsOf(values, 'glob').some(matcher(globs, 'glob'))
}

/** True if there are values and every one matches some glob. */
export function globOnly(values: unknown, globs: unknown): boolean {
  const all = textsOf(values, 'globOnly')
  return all.length > 0 && all.every(matcher(globs, 'globOnly'))
}

/** The values that match some glob. */
export function pick(values: unknown, globs: unknown): string[] {
  return textsOf(values, 'pick').filter(matcher(globs, 'pick'))
}

/** A glob for files: the folder that it begins in, and what it wants below that. */
export interface FileGlob {
  base: string
  /** How many folders below `base` a file may lie; Infinity for `**`. */
  depth: number
  /** True for the path of a wanted file, relative to `base`. Names that begin with a dot are wanted only by a dot. */
  matches: Matches
}

const sign = /[*?[\]{}()!]/
/** No file that is meant lies deeper, in characters of its path; for some globs no longer path can be tried. */
const longestPath = 1000

/** Null: the text names one file. A text says why the glob cannot be used. */
export function fileGlob(text: string): FileGlob | string | null {
  if (sign.test(text) && checkGlob(text) !== null)
    return 'as a glob it takes too long to try; write several that are shorter and plainer'
  const { isGlob, base, glob: below } = picomatch.scan(text, { nonegate: true })
  if (!isGlob) return null
  const depth = below.includes('**') ? Number.POSITIVE_INFINITY : below.split('/').length - 1
  const fits = globMatcher(below)
  const isWanted = hiddenIn(below)
  return { base, depth, matches: (path) => path.length <= longestPath && fits(path) && path.split('/').every(isWanted) }
}

/** Whether a name is one that begins with no dot, or with one that the glob writes. */
function hiddenIn(glob: string): Matches {
  const written = (bracesOf(glob) ?? [glob])
    .flatMap((one) => one.split('/'))
    .filter((name) => name.startsWith('.'))
    .map(compile)
  return (name) => !name.startsWith('.') || written.some((matches) => matches(name))
}
