import { posix } from 'node:path'

export interface Block {
  /** The words after the fence: the language, what kind of thing it is, and the file it stands for. */
  language: string
  kind: string | null
  file: string | null
  text: string
  /** The nearest heading of level 2 above it. */
  section: string
  /** From 1. */
  line: number
}

/** The fenced blocks of a page. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let open: Block | null = null
  for (const [index, line] of page.split('\n').entries()) {
    if (open !== null) {
      if (line.startsWith('```')) {
        blocks.push(open)
        open = null
      } else open.text += `${line}\n`
    } else if (line.startsWith('```')) {
      const [language = '', kind = null, file = null] = line.slice(3).trim().split(/\s+/)
      open = { language, kind, file, text: '', section, line: index + 1 }
    } else if (line.startsWith('## ')) section = line.slice(3).trim()
  }
  return blocks
}

/** The page without its fenced blocks. */
export const proseOf = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '')

/** The part of a page below a heading of level 2. */
export function sectionOf(page: string, heading: string): string {
  const parts = page.split(/^## /m)
  return parts.find((part) => part.startsWith(`${heading}\n`)) ?? ''
}

/** Links to other files and to headings, as written. */
export function linksOf(page: string): string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** Files of this repository that the prose names in backticks; a folder ends with a slash. */
export function namedFiles(page: string): string[] {
  return [...proseOf(page).matchAll(/`((?:src|tests|scripts|templates|schema|docs)\/[\w./-]*)`/g)].map(
    ([, path = '']) => posix.normalize(path),
  )
}

/** Names of headings as links write them. */
export function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
