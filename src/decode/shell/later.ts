import { shells } from '../../core/operators/shell/wrapper.ts'
import { fewLines } from './code/text.ts'
import type { Given } from './path.ts'
import type { Walk, Written } from './walk.ts'

/** Files that something runs by itself: hooks of git, what a shell reads when it starts, timetables. */
const later =
  /(?:^|\/)(?:\.git\/hooks|\.husky|\.githooks|cron[^/]*|profile\.d)\/[^/]+$|(?:^|\/)\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|z(?:shrc|shenv|profile|login)|kshrc|envrc)$/

export const isRunLater = (file: string): boolean => later.test(file)

const bare = (file: string): string => file.replace(/^(?:\.\/)+/, '')

const mostPieces = 20

/** Remembers what the command before wrote into a file, or behind what is in it already. */
export function keepWritten(file: string, isMore: boolean, walk: Walk): void {
  const before = isMore ? walk.written.get(bare(file)) : undefined
  const texts = [
    ...(walk.written.get(bare(file))?.texts ?? []),
    ...walk.printed.filter((text) => /\s/.test(text.trim())),
  ]
  const pieces = [...(before?.pieces ?? []), walk.printed.at(-1) ?? ''].slice(-mostPieces)
  walk.written.set(bare(file), { texts: fewLines([...new Set(texts)]), pieces })
}

/** True for tee where it keeps what is in its files. */
export const appends = (given: readonly Given[]): boolean =>
  given.some(({ word }) => /^-[a-z]*a|^--append$/.test(word.value))

const wholes = ({ pieces }: Written): string[] => (pieces.length < 2 ? [] : [pieces.join(''), pieces.join('\n')])

/** Files by whose texts a program finds out what to run, by its name. */
const told: readonly { program: RegExp; file: RegExp }[] = [
  { program: /^g?make$/, file: /makefile|\.mk$/i },
  { program: /^(?:npm|pnpm|yarn|bun)$/, file: /(?:^|\/)package\.json$/ },
  { program: /^just$/, file: /justfile$/i },
  { program: /^task$/, file: /taskfile\.ya?ml$/i },
  { program: /^rake$/, file: /rakefile$/i },
]

/** Texts of files that the line wrote itself and that a command runs: as a program, for a shell, for make. */
export function runFiles(program: string, words: readonly string[], { written }: Walk): string[] {
  if (written.size === 0) return []
  return [...written].flatMap(([file, one]) =>
    told.some((each) => each.program.test(program) && each.file.test(file)) ||
    words.some((word, at) => bare(word) === file && (at > 0 || word.includes('/') || shells.has(program)))
      ? [...one.texts, ...wholes(one)]
      : [],
  )
}
