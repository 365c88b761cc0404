import { type Document, isAlias, isMap, isScalar, isSeq, type Node, visit } from 'yaml'
import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import type { Lines } from './text-position.ts'
import { type Entry, placeOf, type Span, type Tree } from './tree.ts'

const twice = 'Cannot use this key twice in one map: remove one of them'
const maximumAliases = 50
const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** Turns the nodes of the YAML library into a tree; what the format forbids becomes a problem. */
export function treeOfNode(document: Document, root: Node, lines: Lines): { tree: Tree | null; problems: Problem[] } {
  const problems: Problem[] = []
  const targets = targetsOf(document)
  let aliases = 0

  const spanOf = (node: Node): Span => ({ lines, start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 })
  const complain = (span: Span, message: string, code: Problem['code'] = 'yaml') =>
    problems.push(problemAt(placeOf(span), code, message))

  const scalar = (value: unknown, at: Span, source: string | undefined): Tree => {
    if (typeof value === 'number' && !(Number.isFinite(value) && plainNumber.test(source ?? String(value))))
      complain(at, 'Cannot use this number: write plain decimal digits, such as 1000 or 0.5', 'number')
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      complain(at, 'Cannot use this number: it is too large to be exact', 'number')
    const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return { kind: 'scalar', value: known ? value : null, at }
  }

  const keyOf = (key: unknown, at: Span): string | null => {
    const text = isScalar(key) && key.value !== null ? (key.source ?? String(key.value)) : null
    if (text === null) {
      const template = lines.text.slice(Math.max(0, at.start - 1), at.start + 1).includes('{{')
      complain(
        at,
        template
          ? 'Cannot read an unquoted {{: put texts with {{ }} in quotes or after a "|"'
          : 'Cannot use this as a key: keys are plain words; quote the text if it is one',
      )
      return null
    }
    if (text === '<<') complain(at, 'Cannot use a merge key: write the entries out')
    if (text === '__proto__') complain(at, 'Cannot use the key __proto__: choose another name')
    return text
  }

  const convert = (node: Node | null, around: Span, open: readonly Node[]): Tree => {
    if (!node) return { kind: 'scalar', value: null, at: around }
    const at = spanOf(node)
    if (isAlias(node)) {
      const target = targets.get(node)
      aliases += 1
      if (target && aliases <= maximumAliases && !open.includes(target)) return convert(target, at, [...open, target])
      // Of a bomb one finding is enough.
      if (aliases > maximumAliases + 1) return { kind: 'scalar', value: null, at }
      complain(
        at,
        target
          ? `Cannot follow this alias: more than ${maximumAliases} aliases, or one that holds itself`
          : `Cannot follow the alias *${node.source}: no anchor &${node.source} stands before it`,
      )
      return { kind: 'scalar', value: null, at }
    }
    if (node.tag !== undefined)
      complain(at, 'Cannot use a tag: remove it, or quote what begins with an exclamation mark')
    if (isScalar(node)) return scalar(node.value, at, node.source)
    if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => convert(asNode(item), at, open)), at }
    if (!isMap(node)) return { kind: 'scalar', value: null, at }
    const entries = new Map<string, Entry>()
    let isTwice = false
    for (const { key, value } of node.items) {
      const keyNode = asNode(key)
      const keyAt = keyNode ? spanOf(keyNode) : at
      const name = keyOf(key, keyAt)
      if (name !== null && entries.has(name) && !isTwice) {
        complain(keyAt, twice)
        isTwice = true
      }
      if (name !== null) entries.set(name, { key: keyAt, value: convert(asNode(value), keyAt, open) })
    }
    return { kind: 'map', entries, at }
  }

  const tree = convert(root, spanOf(root), [])
  return problems.length > 0 ? { tree: null, problems } : { tree, problems }
}

/** What each alias stands for: the last node before it with its anchor. The library would look through all for each. */
function targetsOf(document: Document): ReadonlyMap<Node, Node> {
  const anchored = new Map<string, Node>()
  const targets = new Map<Node, Node>()
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = anchored.get(node.source)
        if (target !== undefined) targets.set(node, target)
      } else if (node.anchor !== undefined) anchored.set(node.anchor, node)
    },
  })
  return targets
}

function asNode(value: unknown): Node | null {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : null
}
