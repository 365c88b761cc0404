import picomatch from 'picomatch'
import { re2Package } from '../packages.ts'
import { EvaluationError } from './error.ts'
import { memo, once } from './memo.ts'

export type Matches = (path: string) => boolean

/** So many stars in so short a path are tried in no time by the engine's own expressions. */
const few = { stars: 2, path: 256 }
/** The same where a negation leaves no other way; in so long a path it is noticed and still bounded. */
const some = { stars: 3, path: 1000 }
/** Longer ones are written by nobody, and take long to be read. */
const longestGlob = 4096
/** Groups in groups are read again for each that is around them. */
const mostGroups = 16

/** Stands for each dot of a segment `.` or `..`, which no star means. */
const dot = '\uE0D0'
const dotted = (text: string): string =>
  text.includes('.') ? text.replace(/(?<=^|\/)\.{1,2}(?=\/|$)/g, (dots) => dot.repeat(dots.length)) : text

/** A path is mostly held against several globs in a row. */
const dottedPath = memo(1, dotted)

/** What picomatch writes, and the same without looking ahead. */
const withoutLooking: readonly (readonly [string, string])[] = [
  [String.raw`(?:(?!(?:^|\/)\.{1,2}(?:\/|$)).)*?`, `[^${dot}]*?`],
  [String.raw`(?!(?:^|\/)\.{1,2}(?:\/|$))`, ''],
  [String.raw`(?!\.{1,2}(?:\/|$))`, ''],
  ['(?=.)', ''],
  ['[^/]', `[^/${dot}]`],
  ['.*?', '(?s:.)*?'],
]

const looking = /\(\?[!=<]|\\[1-9]/
const stars = /(?<!\\)(?:\\\\)*[*+]/g
/** Not what picomatch writes for `**`, which is one. */
const repeatedGroup = /\)[*+](?!\?\))/

interface Form {
  /** As picomatch writes it. */
  source: string
  /** For RE2; null if it says something that cannot be looked for in one pass. */
  linear: string | null
}

/** A text without the backslashes before signs that `keeps` does not know. */
const withoutEscapes = (text: string, keeps: RegExp): string =>
  text.replace(/\\(.)/gs, (pair, sign: string) => (keeps.test(sign) ? pair : sign))
/** Before a letter a backslash says nothing in a glob; in an expression it would mean something. */
const mark = /[!-/:-@[-`{-~]/
/** What picomatch writes before other signs, RE2 does not read. */
const ascii = /[\0-\x7f]/

/** A star goes beyond slashes where it is wide. */
const optionsOf = (wide: boolean) => ({ dot: true, nonegate: true, windows: false, bash: wide })

function formOf(glob: string, wide: boolean): Form {
  const { source } = picomatch.makeRe(glob, optionsOf(wide))
  const written = picomatch.makeRe(dotted(glob), optionsOf(wide)).source
  const plain = withoutLooking.reduce((text, [from, to]) => text.replaceAll(from, to), withoutEscapes(written, ascii))
  return { source, linear: looking.test(plain) ? null : plain }
}

/** Without groups nothing is repeated but by a star. */
const hasGroups = (glob: string): boolean => glob.includes('(')
const starsIn = (glob: string): number => glob.match(/\*+/g)?.length ?? 0

/** What is wrong with a glob, or null. */
export function checkGlob(given: string): string | null {
  if (given.length > longestGlob) return `Cannot use a glob of ${given.length} characters: allowed are ${longestGlob}`
  const glob = withoutEscapes(given, mark)
  if (!hasGroups(glob)) return null
  if (glob.split('(').length > mostGroups)
    return `Cannot use the glob ${JSON.stringify(glob.slice(0, 40))}…: it has more than ${mostGroups} groups`
  const { source, linear } = formOf(glob, false)
  if (linear !== null || ([...source.matchAll(stars)].length <= some.stars && !repeatedGroup.test(source))) return null
  return `Cannot use the glob ${JSON.stringify(glob)}: beside "!(" it has more than ${some.stars} stars, which takes too long to try`
}

/**
 * Whether a path fits a glob, in time that grows with the length of the path alone; `wide`: a star goes beyond
 * slashes. Throws `EvaluationError` where `checkGlob` finds a problem.
 */
export function globMatcher(given: string, { wide }: { wide: boolean } = { wide: false }): Matches {
  const problem = checkGlob(given)
  if (problem !== null) throw new EvaluationError(problem)
  const glob = withoutEscapes(given, mark)
  const short = picomatch(glob, optionsOf(wide))
  const count = hasGroups(glob) ? Number.POSITIVE_INFINITY : starsIn(glob)
  if (count === 0) return short
  const long = once(() => {
    const { source, linear } = formOf(glob, wide)
    return { matches: linear === null ? bounded(short, source) : onePass(linear, glob) }
  })
  return (path) => (count <= few.stars && path.length <= few.path ? short(path) : long().matches(path))
}

const bounded =
  (matches: Matches, source: string): Matches =>
  (path) => {
    if (path.length <= some.path) return matches(path)
    throw new EvaluationError(
      `Cannot try ${path.length} characters against ${source}: with a negation allowed are ${some.path}`,
    )
  }

function onePass(source: string, glob: string): Matches {
  const whole = re2Package().compile(source)
  return (path) => {
    if (path === '') return false
    const text = dottedPath(path)
    if (!whole.test(text)) return false
    // A star is no empty name.
    return !text.endsWith('/') || glob.endsWith('/') || whole.test(text.slice(0, -1))
  }
}
