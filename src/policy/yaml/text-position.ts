/** A source text with the places where its lines begin. */
export interface Lines {
  name: string
  text: string
  starts: readonly number[]
}

export function linesOf(name: string, text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return { name, text, starts }
}

/** Line and column of an offset, both from 1. */
export function position(lines: Lines, offset: number): { line: number; column: number } {
  let low = 0
  let high = lines.starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines.starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (lines.starts[low] ?? 0) + 1 }
}
