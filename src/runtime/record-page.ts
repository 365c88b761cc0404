/** An entry of a page of records, found by its place. */
export interface PageEntry {
  session: string
  id: string
  /** Where the letter between the brackets stands. */
  box: number
  checked: boolean
}

/**
 * The entries of a page that people may have edited: other bullets, escaped brackets, CRLF, a BOM.
 * Only lines that begin at the margin are structure; everything of an entry's content is indented.
 */
export function pageEntries(page: string): PageEntry[] {
  const found: PageEntry[] = []
  let session = ''
  let at = 0
  let fence: string | null = null
  for (const line of page.split('\n')) {
    const opening = /^(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (opening?.startsWith(fence)) fence = null
    } else if (opening !== undefined) {
      fence = opening
    } else {
      session = /^\uFEFF?## Session: (.+?) — /.exec(line)?.[1]?.replace(/\\(.)/g, '$1') ?? session
      const entry = /^(\uFEFF?[-*+] \\?\[)([ xX])\\?\] .*(?<!\\)\(([a-z]\d+)\)\s*$/.exec(line)
      if (entry?.[1] !== undefined && entry[3] !== undefined) {
        found.push({ session, id: entry[3], box: at + entry[1].length, checked: entry[2] !== ' ' })
      }
    }
    at += line.length + 1
  }
  return found
}

/** The page with one entry's box ticked and every other byte as it was; null if the entry is not there. */
export function tick(page: string, session: string, id: string): string | null {
  const entry = pageEntries(page).find((one) => one.session === session && one.id === id)
  if (entry === undefined) return null
  return `${page.slice(0, entry.box)}x${page.slice(entry.box + 1)}`
}
