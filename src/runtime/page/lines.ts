/** What an editor may change of a line without anybody meaning it; whether a box is ticked is looked at elsewhere. */
export const plainLine = (line: string): string =>
  line
    .trimEnd()
    .replace(/^\uFEFF/, '')
    .replace(/^(\s*)[*+] /, '$1- ')
    .replace(/^- \\?\[[ xX]\\?\]/, '- [ ]')

/** An entry as its parts, each as one text: the line with the box, then a field with what belongs to it. */
export function partsOf(lines: readonly string[]): string[] {
  const parts: string[] = []
  for (const line of lines.map(plainLine)) {
    if (line === '') continue
    const last = parts.at(-1)
    if (last === undefined || /^ {2}- /.test(line)) parts.push(line)
    else parts[parts.length - 1] = `${last}\n${line}`
  }
  return parts
}

/** The same lines of ours, those with blanks at their ends and empty ones too, one text for each of `partsOf`. */
export function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = []
  for (const line of lines) {
    if (groups.length === 0 || /^ {2}- /.test(line)) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups
}

export const linesIn = (text: string): string[] => text.split(/\r?\n/)
