/** So far is code indented, beyond what the text around it is. */
const depth = 4

/** Deeper is no text, and looked at to its end it would take long. */
const blanks = /^[ \t]{0,1000}/
const quote = /^ {0,3}> ?/
/** A sign of a list, and the blanks behind it. */
const item = /^(?:[-*+]|\d{1,9}[.)])([ \t]{1,1000})/

/**
 * Tells line by line whether a line is indented code, as Markdown has it: four columns deep, behind an empty line or
 * at the beginning, and not merely below an item of a list.
 */
export function indentedCode(): (line: string) => boolean {
  /** Where the text of the item begins in which we are; 0 for none. */
  let inside = 0
  let mayBegin = true
  return (written) => {
    const line = unquoted(written)
    if (line.trim() === '') {
      mayBegin = true
      return false
    }
    const [indent = ''] = blanks.exec(line) ?? []
    const column = width(indent)
    if (mayBegin && column < inside) inside = 0
    if (mayBegin && column - inside >= depth) return true
    const [sign = '', gap = ''] = item.exec(line.slice(indent.length)) ?? []
    mayBegin = false
    if (sign === '') return false
    const isCode = width(gap) > depth
    inside = column + (isCode ? sign.length - gap.length + 1 : width(sign))
    mayBegin = isCode
    return isCode
  }
}

/** No answer quotes more deeply. */
const deepest = 20

function unquoted(line: string): string {
  let rest = line
  for (let level = 0; level < deepest && quote.test(rest); level++) rest = rest.replace(quote, '')
  return rest
}

/** Columns, with a tab up to the next one that four divides. */
function width(text: string): number {
  let column = 0
  for (const sign of text) column = sign === '\t' ? column + 4 - (column % 4) : column + 1
  return column
}
