/** What `{a,b}` stands for, quotes kept; null where that is not plain, as in `{1..9}` or `{$X,a}`. */
export function bracesOf(text: string, depth = 0): string[] | null {
  if (depth > deepest || /[$`]/.test(text)) return null
  const open = text.indexOf('{')
  if (open < 0) return [text]
  const parts = partsFrom(text, open)
  if (parts === null || parts.items.length < 2) return null
  const texts: string[] = []
  for (const item of parts.items) {
    const made = bracesOf(text.slice(0, open) + item + text.slice(parts.end), depth + 1)
    if (made === null || texts.length + made.length > mostTexts) return null
    texts.push(...made)
  }
  return texts
}

const deepest = 5
const mostTexts = 100

/** The items of the braces that open at a place, and where they end. */
function partsFrom(text: string, open: number): { items: string[]; end: number } | null {
  const items: string[] = []
  let depth = 0
  let from = open + 1
  for (let at = open; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if ((letter === ',' && depth === 1) || depth === 0) {
      items.push(text.slice(from, at))
      from = at + 1
    }
    if (depth === 0) return { items, end: at + 1 }
  }
  return null
}
