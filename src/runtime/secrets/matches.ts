/**
 * All that an expression with the flag `g` finds in a text, the same as by `matchAll`, which makes a new expression each
 * time: there are hundreds, and most texts have nothing to find.
 */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex += 1
  }
  return found
}
