import { basename, relative, resolve, sep } from 'node:path'
import { isOutside } from '../../runtime/reading/outside.ts'

/** What lies beside a project's policies tells whether they are still what a person wanted. */
export const binds = (file: string, cwd: string): boolean => resolve(cwd, file).split(sep).includes('.opencode')

/** Folders that are looked at; real paths. */
export interface Grounds {
  project: string
  /** What in them is the plugin's or the host's own: the store's folder, the user's config. */
  own: readonly string[]
}

/** What an agent reads as instructions. */
const instructions = new Set(['agents.md', 'claude.md', 'context.md', 'skill.md'])

/**
 * Why a new file must not be written at a real path, since it might bind the agent or be run by git, npm or the host;
 * null if it may. All of theirs has other endings, or lies in folders like these.
 */
export function whyNoPage(
  path: string,
  { project, own }: Grounds,
  kind: keyof typeof endings = 'Markdown',
): string | null {
  const allowed = allowedAs(kind)
  const ending = endings[kind]
  const within = relative(project, path)
  const folders = (isOutside(within) ? path : within).split(sep).slice(0, -1)
  const tools = folders.find((name) => name.startsWith('.') || name.toLowerCase() === 'node_modules')
  const name = basename(path)
  if (!name.toLowerCase().endsWith(ending)) return `it does not end in ${ending}; ${allowed}`
  if (instructions.has(name.toLowerCase())) return `agents take it for instructions; ${allowed}`
  if (own.some((folder) => !isOutside(relative(folder, path)))) return `it lies among what binds the agent; ${allowed}`
  if (tools !== undefined) return `it lies in ${tools}; ${allowed}`
  return null
}

const endings = { Markdown: '.md', HTML: '.html' } as const

const allowedAs = (kind: keyof typeof endings): string =>
  `allowed are ${kind} files outside of folders of git, npm, OpenCode and the store; name another file`
