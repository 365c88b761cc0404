/** How long a mark may be behind its label. */
const longestMark = 2000

/**
 * Where `[LABEL]`, `[LABEL: …]` and the like stand as live marks, as `line: mark`. What stands in code,
 * comments or struck text speaks about the mark, and so does the bare mark in a checklist.
 */
export function liveLabels(text: string, label: string): string[] {
  const words = label
    .trim()
    .split(/[\s_]+/)
    .map(escapeRegExp)
    .join('[\\s_]{1,40}')
  const live = liveText(text)
  const found: string[] = []
  const line = { number: 1, start: 0 }
  let next = live.indexOf('\n')
  let close = -1
  let done = 0
  for (const { 0: opened, index } of live.matchAll(new RegExp(`\\[${words}(?=[\\s:\\-–—\\]])`, 'gi'))) {
    const behind = index + opened.length
    if (close < behind) close = live.indexOf(']', behind)
    if (close < 0) break
    if (index < done || close - behind > longestMark) continue
    done = close
    while (next >= 0 && next < index) {
      line.start = next + 1
      line.number += 1
      next = live.indexOf('\n', line.start)
    }
    const mark = live.slice(index, close + 1)
    if (!isChecklistMention(mark, live.slice(line.start, Math.min(index, line.start + longestItem))))
      found.push(`${line.number}: ${mark.replace(/\s+/g, ' ')}`)
  }
  return found
}

/** A markdown text with blanks for what is not said: code, comments and struck text. */
export const liveText = (text: string): string => withoutStruck(withoutInlineCode(withoutComments(withoutFences(text))))

/** So much of a line tells whether it is an item. */
const longestItem = 200

const isChecklistMention = (mark: string, before: string): boolean =>
  !/[:\-–—]/.test(mark) && /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/.test(before)

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
/** One pass: an end that was looked for in vain is not looked for again. */
function withoutStruck(text: string): string {
  const ends: Record<string, number> = {}
  const parts: string[] = []
  let done = 0
  for (const { 0: opened, 1: tag, index } of text.matchAll(/~~|<(del|s)>/gi)) {
    if (index < done) continue
    const name = tag?.toLowerCase() ?? '~~'
    if ((ends[name] ?? -1) < index + opened.length) ends[name] = endOf(text, name, index + opened.length)
    const end = ends[name] ?? Number.POSITIVE_INFINITY
    if (end === Number.POSITIVE_INFINITY) continue
    const whole = text.slice(index, end)
    if (tag === undefined && whole.includes('\n')) continue
    parts.push(text.slice(done, index), blank(whole))
    done = end
  }
  return parts.join('') + text.slice(done)
}

/** Behind the end of what is struck; infinite if it has none. */
function endOf(text: string, name: string, from: number): number {
  const end = name === '~~' ? /~~/g : new RegExp(`</${name}>`, 'gi')
  end.lastIndex = from
  const hit = end.exec(text)
  return hit === null ? Number.POSITIVE_INFINITY : hit.index + hit[0].length
}

/** As long as before, so that places stay where they are. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
