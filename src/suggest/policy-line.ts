import type { Json } from '../core/event.ts'
import { applyEdits, type Edit, replaceSpan } from '../policy/migrate/edit.ts'
import { parse } from '../policy/yaml/parse.ts'
import { child, type MapTree, plain, type Tree } from '../policy/yaml/tree.ts'
import type { PolicyWay } from './way.ts'

/** The id of the rule before which answers are given. */
const before = 'divert-question'

/**
 * The text of a policy file with what a way adds to it; all else stays byte for byte. Null where the file is written in a
 * form to which nothing can be added without changing more, so that a person has to do it.
 */
export function withLine(text: string, way: PolicyWay): string | null {
  const { tree } = parse({ name: '', text })
  // A mark at the begin would move all places.
  if (tree?.kind !== 'map' || text.startsWith('\uFEFF')) return null
  const edit = editFor(tree, text, way)
  if (edit === null) return null
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const changed = applyEdits(text, [{ ...edit, text: edit.text.replaceAll('\n', ending) }])
  const after = parse({ name: '', text: changed }).tree
  return after !== null && isSame(plain(after), added(plain(tree), way)) ? changed : null
}

/** True if a policy file gives a value to a param. */
export const givesParam = (text: string, param: string): boolean =>
  child(child(parse({ name: '', text }).tree, 'params'), param) !== null

/** The line as a person would write it. */
export function lineText(way: PolicyWay): string {
  switch (way.is) {
    case 'allow':
    case 'ask':
      return `${way.is}: [${way.patterns.map(quoted).join(', ')}]`
    case 'hint':
      return `hint: ${quoted(way.text)}`
    case 'answer':
      return answerStep(way)
    default:
      return way satisfies never
  }
}

function editFor(tree: MapTree, text: string, way: PolicyWay): Edit | null {
  switch (way.is) {
    case 'allow':
    case 'ask':
      return inParams(tree, text, way.is, (present) => inList(present, text, way.patterns), lineText(way))
    case 'hint':
      return inParams(tree, text, 'hint', () => null, lineText(way))
    case 'answer':
      return inInserts(tree, text, way)
    default:
      return way satisfies never
  }
}

function inParams(
  tree: MapTree,
  text: string,
  name: string,
  more: (present: Tree) => Edit | null,
  line: string,
): Edit | null {
  const params = child(tree, 'params')
  const present = child(params, name)
  if (present !== null) return more(present)
  if (params === null) return atEnd(text, `params:\n  ${line}\n`)
  if (params.kind !== 'map') return null
  const { start } = params.at
  if (text[start] === '{') {
    const isEmpty = params.entries.size === 0
    return { start: start + 1, end: start + 1, text: isEmpty ? ` ${line} ` : ` ${line},` }
  }
  const [first] = params.entries.values()
  const indent = first === undefined ? null : indentBefore(text, first.key.start)
  return indent === null ? null : behindLine(text, keyEnd(tree, 'params'), `${indent}${line}\n`)
}

function inList(present: Tree, text: string, values: readonly string[]): Edit | null {
  if (present.kind === 'scalar') {
    if (typeof present.value !== 'string') return null
    return replaceSpan(present.at, `[${[present.value, ...values].map(quoted).join(', ')}]`)
  }
  if (present.kind !== 'list') return null
  const last = present.items.at(-1)
  const all = values.map(quoted).join(', ')
  if (text[present.at.start] === '[') {
    const at = last === undefined ? present.at.start + 1 : last.at.end
    return { start: at, end: at, text: last === undefined ? all : `, ${all}` }
  }
  const dash = last === undefined ? null : /(?:^|\n)([ ]*-[ ]+)$/.exec(text.slice(0, last.at.start))
  if (last === undefined || dash === null) return null
  return behindLine(text, last.at.end, values.map((value) => `${dash[1]}${quoted(value)}\n`).join(''))
}

/** Inserted rules are asked in the order of the file, and those that answer another question come as they may. */
function inInserts(tree: MapTree, text: string, way: Extract<PolicyWay, { is: 'answer' }>): Edit | null {
  const inserts = child(tree, 'insert')
  if (inserts === null) return atEnd(text, `insert:\n${item('  ', way)}`)
  const [first] = inserts.kind === 'list' ? inserts.items : []
  const dash = first === undefined ? null : /(?:^|\n)([ ]*)-[ ]+$/.exec(text.slice(0, first.at.start))
  return dash === null ? null : behindLine(text, keyEnd(tree, 'insert'), item(dash[1] ?? '', way))
}

function item(indent: string, way: Extract<PolicyWay, { is: 'answer' }>): string {
  const lines = [
    `- before: ${before}`,
    '  rules:',
    `    - id: ${way.id}`,
    `      description: ${quoted(descriptionOf(way))}`,
    '      events: [question.asked]',
    `      then: [${answerStep(way)}]`,
  ]
  return lines.map((line) => `${indent}${line}\n`).join('')
}

const descriptionOf = ({ question }: Extract<PolicyWay, { is: 'answer' }>): string =>
  `A person has answered this question: ${question}`

const answerStep = ({ question, answer }: Extract<PolicyWay, { is: 'answer' }>): string =>
  `{ answer: { if: [{ and: [{ "===": [{ var: item.question }, ${quoted(question)}] }, { in: [${quoted(answer)}, { var: item.options }] }] }, ${quoted(answer)}, null] } }`

/** The document as data with what the way adds. */
function added(document: Json, way: PolicyWay): Json {
  const map = asMap(document)
  switch (way.is) {
    case 'allow':
    case 'ask': {
      const params = asMap(map['params'] ?? {})
      const present = params[way.is]
      const values = present === undefined ? [] : [present].flat()
      return { ...map, params: { ...params, [way.is]: [...values, ...way.patterns] } }
    }
    case 'hint':
      return { ...map, params: { ...asMap(map['params'] ?? {}), hint: way.text } }
    case 'answer': {
      const rule = parse({ name: '', text: item('', way) }).tree
      const inserts = map['insert']
      return {
        ...map,
        insert: [...(rule === null ? [] : [plain(rule)].flat()), ...(inserts === undefined ? [] : [inserts].flat())],
      }
    }
    default:
      return way satisfies never
  }
}

const asMap = (value: Json): { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** Keys of a map may stand in any order. */
const isSame = (one: Json, other: Json): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}

/** JSON is YAML, and no word in it means anything else. */
const quoted = (text: string): string => JSON.stringify(text)

const atEnd = (text: string, lines: string): Edit => ({
  start: text.length,
  end: text.length,
  text: text === '' || text.endsWith('\n') ? lines : `\n${lines}`,
})

/** Behind the line that a place stands on, with its comment. */
function behindLine(text: string, place: number, lines: string): Edit {
  const end = text.indexOf('\n', place)
  return end < 0 ? atEnd(text, lines) : { start: end + 1, end: end + 1, text: lines }
}

const keyEnd = (tree: MapTree, name: string): number => tree.entries.get(name)?.key.end ?? 0

/** The blanks before a place on its line; null if something else stands there. */
function indentBefore(text: string, place: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1, place)
  return /^ *$/.test(line) ? line : null
}
