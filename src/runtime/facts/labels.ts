/**
 * Where `[LABEL]`, `[LABEL: …]` and the like stand as live marks, as `line: mark`. What stands in code,
 * comments or struck text speaks about the mark, and so does the bare mark in a checklist.
 */
export function liveLabels(text: string, label: string): string[] {
  const words = label
    .trim()
    .split(/[\s_]+/)
    .map(escapeRegExp)
    .join('[\\s_]+')
  const mark = new RegExp(`\\[${words}(?:\\s*[:\\-–—][^\\]]{0,2000}|\\s[^\\]]{0,2000})?\\]`, 'gi')
  const live = liveText(text)
  return [...live.matchAll(mark)]
    .filter(([found], at, all) => !isChecklistMention(live, all[at]?.index ?? 0, found))
    .map((found) => `${lineAt(live, found.index)}: ${found[0].replace(/\s+/g, ' ')}`)
}

/** A markdown text with blanks for what is not said: code, comments and struck text. */
export const liveText = (text: string): string => withoutStruck(withoutInlineCode(withoutComments(withoutFences(text))))

function isChecklistMention(text: string, at: number, found: string): boolean {
  if (/[:\-–—]/.test(found)) return false
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/.test(line)
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** A fence ends only at one of its kind that is at least as long; one that never closes runs to the end. */
function withoutFences(text: string): string {
  let open: string | null = null
  return text
    .split('\n')
    .map((line) => {
      const fence = /^\s{0,3}(?:(?:[-*+]|\d+[.)]|>)\s+)*(`{3,}|~{3,})/.exec(line)?.[1]
      if (open === null) {
        if (fence === undefined) return line
        open = fence
        return blank(line)
      }
      const closes = fence?.startsWith(open) && /^[\s>]*[`~]+\s*$/.test(line)
      if (closes) open = null
      return blank(line)
    })
    .join('\n')
}

const withoutComments = (text: string): string => text.replace(/<!--[\s\S]*?(?:-->|$)/g, blank)
const withoutInlineCode = (text: string): string => text.replace(/(?<!`)(`{1,2})(?!`)[^`\n]*\1(?!`)/g, blank)
const withoutStruck = (text: string): string => text.replace(/~~[^\n]*?~~|<(del|s)>[\s\S]*?<\/\1>/gi, blank)

/** As long as before, so that places stay where they are. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
