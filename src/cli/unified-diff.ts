const around = 3

interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** What would turn one text into the other, as a unified diff without file names; empty if they are equal. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return ''
  const lines = compare(before.split('\n'), after.split('\n'))
  const shown: string[] = []
  let old = 1
  let now = 1
  let last: number | null = null
  for (const [at, line] of lines.entries()) {
    if (isNearChange(lines, at)) {
      if (last !== at - 1) shown.push(`@@ -${old} +${now} @@`)
      shown.push(`${line.sign}${line.text}`)
      last = at
    }
    if (line.sign !== '+') old += 1
    if (line.sign !== '-') now += 1
  }
  return shown.join('\n')
}

const isNearChange = (lines: readonly Line[], at: number): boolean =>
  lines.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' ')

function compare(before: readonly string[], after: readonly string[]): Line[] {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const old = before[row]
    const now = after[column]
    if (old !== undefined && old === now) {
      lines.push({ sign: ' ', text: old })
      row += 1
      column += 1
    } else if (now === undefined || (old !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: '-', text: old ?? '' })
      row += 1
    } else {
      lines.push({ sign: '+', text: now })
      column += 1
    }
  }
  return lines
}
