import { matchesIn } from './matches.ts'
/** A line of a text, in UTF-16 units; its break is none of it. */
export interface Line {
  from: number
  to: number
}

/** Also a break as JSON writes it, at any depth. */
const breaks = /\r?\n|\\{1,15}r?\\{0,15}n/g

/** The lines of a text, up to so many. */
export function linesOf(text: string, most: number): Line[] {
  const lines: Line[] = []
  let from = 0
  for (const { 0: sign, index } of matchesIn(text, breaks)) {
    if (index < from) continue
    lines.push({ from, to: index })
    from = index + sign.length
    if (lines.length >= most) return lines
  }
  lines.push({ from, to: text.length })
  return lines
}
