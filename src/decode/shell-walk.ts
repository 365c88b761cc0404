import { posix } from 'node:path'
import { readLine, type ShellLine } from '../core/operators/shell-line.ts'
import { formsOf, join, unknown, type Variables } from './shell-word.ts'

/** What is known and found on the way through a line. */
export interface Walk {
  /** Folders that a command may run in. */
  folders: string[]
  variables: Variables
  /** Lines that stand for a name. */
  aliases: Map<string, string>
  reads: boolean
  paths: Set<string>
  touches: Set<string>
  /** What the command before this one may have printed. */
  printed: string[]
  depth: number
  /** How many words may still be looked at; nested commands count again at each level. */
  left: number
}

/** False when too much was looked at already: then the rest may be anything, and nobody waits for it. */
export function spend(words: number, walk: Walk): boolean {
  walk.left -= words
  if (walk.left >= 0) return true
  walk.reads = false
  walk.touches.add(unknown)
  return false
}

export function bindLoops({ loops }: ShellLine, walk: Walk): void {
  for (const { name, words } of loops)
    walk.variables.set(
      name,
      words.flatMap((word) => formsOf(word, walk.variables)),
    )
}

/** What a text behind `=` may become. */
function formsOfText(text: string, variables: Variables): string[] {
  const [word] = readLine(`x ${text}`).commands[0]?.words.slice(1) ?? []
  return word === undefined ? [''] : formsOf(word, variables)
}

/** Takes an assignment such as `X=text`. */
export function bind(text: string, walk: Walk): void {
  const [, name = '', value = ''] = /^(\w+)\+?=(.*)$/s.exec(text) ?? []
  if (name === '') return
  const forms = formsOfText(value, walk.variables)
  walk.variables.set(name, [...new Set([...(walk.variables.get(name) ?? []), ...forms])].slice(0, 50))
}

/** Takes a definition such as `x='rm -rf'`. */
export function bindAlias(text: string, walk: Walk): void {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined) walk.aliases.set(name, formsOfText(value, walk.variables)[0] ?? '')
}

export function touch(path: string, walk: Walk): void {
  for (const folder of walk.folders) {
    const at = join(folder, path)
    walk.touches.add(at)
    // A glob among the folders above finds the project too.
    const above = /^(?:\.\.\/)+(?=[*?[])(.*)$/s.exec(posix.normalize(at))?.[1]
    if (above !== undefined) walk.touches.add(above)
  }
}

/** Many steps make long folders of short words; one that is longer may be any. */
const longestFolder = 1000

export const boundedFolder = (folder: string): string => (folder.length > longestFolder ? unknown : folder)

export function moveTo(folders: readonly string[], walk: Walk, isSure: boolean): void {
  const moved = walk.folders.flatMap((from) => folders.map((to) => boundedFolder(join(from, to))))
  walk.folders = [...new Set([...moved, ...(isSure ? [] : walk.folders)])].slice(0, 8)
}
