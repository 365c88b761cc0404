import { shells } from '../../core/operators/shell/wrapper.ts'
import { fewLines } from './code/text.ts'
import type { Walk } from './walk.ts'

/** Files that something runs by itself: hooks of git, what a shell reads when it starts, timetables. */
const later =
  /(?:^|\/)(?:\.git\/hooks|\.husky|\.githooks|cron[^/]*|profile\.d)\/[^/]+$|(?:^|\/)\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|z(?:shrc|shenv|profile|login)|kshrc|envrc)$/

export const isRunLater = (file: string): boolean => later.test(file)

const bare = (file: string): string => file.replace(/^(?:\.\/)+/, '')

/** Remembers what the command before wrote into a file. */
export function keepWritten(file: string, walk: Walk): void {
  const texts = walk.written.get(bare(file)) ?? []
  walk.written.set(
    bare(file),
    fewLines([...new Set([...texts, ...walk.printed.filter((text) => /\s/.test(text.trim()))])]),
  )
}

/** Texts of files that the line wrote itself and that a command runs: as a program, for a shell, for make. */
export function runFiles(program: string, words: readonly string[], { written }: Walk): string[] {
  if (written.size === 0) return []
  const isMake = /^g?make$/.test(program)
  return [...written].flatMap(([file, texts]) =>
    (isMake && /makefile|\.mk$/i.test(file)) ||
    words.some((word, at) => bare(word) === file && (at > 0 || word.includes('/') || shells.has(program)))
      ? texts
      : [],
  )
}
