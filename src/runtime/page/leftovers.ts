import { linesIn, plainLine } from './lines.ts'
import type { Page } from './page.ts'

/** How a line begins in which somebody kept a box, whatever stands in it now. */
const boxAhead = /^[\s>~]*(?:(?:[-*+]|\d+[.)])\s+)?\\?\[[^[\]]{0,20}\\?\](?:\s|$)/

/**
 * Whether something of an entry that is not found on a page still stands there: indented, quoted, commented out, or
 * written into until nothing finds it. It is its title anywhere but in an entry's first line, or its id in words that
 * are no entry's; within an entry, which may quote others, only behind a box.
 */
export function leftoversOn(page: Page): (id: string, title: string) => boolean {
  let lines: PageLine[] | null = null
  return (id, title) => {
    const mark = `(${id})`
    const words = plainLine(title).slice('- [ ] '.length, -` ${mark}`.length)
    lines ??= linesOn(page)
    return lines.some(
      ({ text, isFree }) =>
        (words !== '' && text.includes(words)) || (text.includes(mark) && (isFree || boxAhead.test(text))),
    )
  }
}

interface PageLine {
  text: string
  /** It belongs to no entry. */
  isFree: boolean
}

/** All lines but the first ones of entries and what is ours alone. */
function linesOn({ parts }: Page): PageLine[] {
  const inText = (text: string, isFree: boolean): PageLine[] => linesIn(text).map((line) => ({ text: line, isFree }))
  return parts.flatMap((part) => {
    if (part.is === 'own') return []
    const sections = part.sections.flatMap(({ head, items }) => [
      ...inText(head, true),
      ...items.flatMap(({ id, text }) => (id === null ? inText(text, true) : inText(text, false).slice(1))),
    ])
    return part.isOwn ? sections : [...inText(part.head, true), ...sections]
  })
}
