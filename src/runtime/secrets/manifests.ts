import { matchesIn } from './matches.ts'
import { linesOf } from './lines.ts'
import type { Span } from './span.ts'
import { isOpen, isSecretValue, looksRandom } from './values.ts'

const mostLines = 50_000
const escapedQuote = '\\\\{0,15}["\']'

/** What a key of a document in YAML holds below it. */
type Below = 'kind' | 'secrets'

/** A part of the document whose values are secrets: all of them in a manifest of that kind, or those that look like one. */
interface Block {
  indent: number
  below: Below
  found: Span[]
}

interface Level {
  indent: number
  isSecret: boolean
  blocks: Block[]
}

const keyLine = /^([ \t+-]*)((?:\\{0,15}["'])?)([\w.\/-]{1,100})\2[ \t]{0,4}:(?:[ \t]{1,40}|$)/
const secretsBlock = /^(?:secrets|credentials|tokens|passwords|api_?keys|apiKeys)$/
const literal = /^[|>][-+\d]{0,2}\s*$/

/**
 * Values under neutral names: `data` and `stringData` of a manifest whose kind is Secret, before or behind which the
 * kind may stand, and what looks like a secret below a key such as `credentials`.
 */
export function manifestsIn(text: string): Span[] {
  const hasKind = /kind(?:\\{0,15}["'])?\s{0,4}:\s{0,4}(?:\\{0,15}["'])?Secret\b/.test(text)
  const hasBlock = /(?:secrets|credentials|tokens|passwords|api_?keys)(?:\\{0,15}["'])?\s{0,4}[:=]/i.test(text)
  if (!hasKind && !hasBlock) return []
  return [...inYaml(text), ...(hasKind ? inJson(text) : []), ...(hasBlock ? inBraces(text) : [])]
}

function inYaml(text: string): Span[] {
  const found: Span[] = []
  const levels: Level[] = []
  const close = (indent: number): void => {
    while ((levels.at(-1)?.indent ?? -1) > indent) keep(levels.pop())
  }
  const keep = (level: Level | undefined): void => {
    for (const { below, found: spans } of level?.blocks ?? [])
      if (below === 'secrets' || level?.isSecret === true) found.push(...spans)
  }
  let block: Block | null = null
  for (const { from, to } of linesOf(text, mostLines)) {
    const line = text.slice(from, Math.min(to, from + 4000))
    if (line.trim() === '') continue
    const [, space = '', quote = '', key = ''] = keyLine.exec(line) ?? []
    const indent = key === '' ? (/^[ \t]*/.exec(line)?.[0].length ?? 0) : space.length
    if (block !== null && indent > block.indent) {
      block.found.push(...belowKey(line, from, block.below))
      continue
    }
    block = null
    // A line that begins in another, as a text in JSON, has no indent of its own.
    const first = key === '' ? /["'\s](kind|data|stringData):(?:\s|$)/.exec(line) : null
    const name = first?.[1] ?? key
    if (/^---/.test(line)) close(-1)
    if (name === '') continue
    close(space.includes('-') ? indent - 1 : indent)
    if (levels.at(-1)?.indent !== indent) levels.push({ indent, isSecret: false, blocks: [] })
    const level = levels.at(-1)
    if (level === undefined) continue
    const value = line.slice(
      (first?.index ?? 0) + (first?.[0].length ?? space.length + key.length + 2 * quote.length + 1),
    )
    if (name === 'kind') level.isSecret = /^\s*(?:\\{0,15}["'])?Secret\b/.test(value)
    else if (value.trim() === '' && /^(?:data|stringData)$/.test(name)) block = { indent, below: 'kind', found: [] }
    else if (value.trim() === '' && secretsBlock.test(name)) block = { indent, below: 'secrets', found: [] }
    if (block !== null) level.blocks.push(block)
  }
  close(-1)
  return found
}

/** What stands behind the key of a line, or all of a line of a text over lines. */
function belowKey(line: string, from: number, below: Below): Span[] {
  const key = keyLine.exec(line)?.[0] ?? /^\s*/.exec(line)?.[0] ?? ''
  const open = /^(?:\\{0,15}["'])?/.exec(line.slice(key.length))?.[0] ?? ''
  const start = key.length + open.length
  const rest = line.slice(start)
  const end = open === '' ? rest.search(/\s+#|\s*$|\\{0,15}["'\u001b]/) : rest.search(/\\{0,15}["']/)
  const value = end < 0 ? rest : rest.slice(0, end)
  if (literal.test(value) || !isMeant(value, below)) return []
  return [{ from: from + start, to: from + start + value.length, kind: 'secret' }]
}

function isMeant(value: string, below: Below): boolean {
  if (value.length < 3 || value.startsWith('[REDACTED:') || isOpen(value)) return false
  return below === 'kind' || (looksRandom(value) && isSecretValue(value, 'maybe', 'apart', false))
}

const object = new RegExp(
  `${escapedQuote}(?:data|stringData)${escapedQuote}\\s{0,4}:\\s{0,4}\\{([^{}]{1,20000})\\}`,
  'g',
)
const kindBehind = new RegExp(
  `^[^{}]{0,200}?${escapedQuote}kind${escapedQuote}\\s{0,4}:\\s{0,4}${escapedQuote}Secret\\b`,
)
const kindBefore = new RegExp(`${escapedQuote}kind${escapedQuote}\\s{0,4}:\\s{0,4}${escapedQuote}(\\w{1,40})`, 'g')
/** Between the kind of a manifest and its data stand its names and notes. */
const farthest = 1500
const pair = new RegExp(`:\\s{0,40}(${escapedQuote})([^"'\\\\]{3,20000})(?=${escapedQuote})`, 'g')

function inJson(text: string): Span[] {
  const kinds = matchesIn(text, kindBefore).map(({ 1: kind = '', index }) => ({ kind, index }))
  let next = 0
  return matchesIn(text, object).flatMap(({ 0: whole, 1: inside = '', index }) => {
    while ((kinds[next]?.index ?? text.length) < index) next += 1
    const before = kinds[next - 1]
    const isBefore = before?.kind === 'Secret' && index - before.index < farthest
    const end = index + whole.length
    if (!isBefore && !kindBehind.test(text.slice(end, end + 300))) return []
    return pairsOf(inside, end - 1 - inside.length, 'kind')
  })
}

const braces =
  /(?:secrets|credentials|tokens|passwords|api_?keys)(?:\\{0,15}["'])?\s{0,4}[:=]\s{0,4}\{([^{}]{1,4000})\}/gi
const entry = new RegExp(`[:=]\\s{0,40}(${escapedQuote})([^"'\\\\]{3,4000})(?=${escapedQuote})`, 'g')

const inBraces = (text: string): Span[] =>
  matchesIn(text, braces).flatMap(({ 0: whole, 1: inside = '', index }) =>
    pairsOf(inside, index + whole.length - 1 - inside.length, 'secrets'),
  )

function pairsOf(inside: string, from: number, below: Below): Span[] {
  return matchesIn(inside, below === 'kind' ? pair : entry).flatMap(({ 0: whole, 2: value = '', index }) => {
    const to = from + index + whole.length
    return isMeant(value, below) ? [{ from: to - value.length, to, kind: 'secret' }] : []
  })
}
