/** How many rows texts fill when they are broken between words. */
export function rowsOf(texts: readonly string[], width: number): number {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => rowsOfLine(line, width))
    .reduce((sum, rows) => sum + rows, 0)
}

function rowsOfLine(line: string, width: number): number {
  let rows = 1
  let used = 0
  for (const word of line.split(' ')) {
    const wanted = used === 0 ? word.length : used + 1 + word.length
    if (wanted <= width) {
      used = wanted
      continue
    }
    rows += Math.ceil(word.length / width) - (used === 0 ? 1 : 0)
    used = word.length % width
  }
  return rows
}
