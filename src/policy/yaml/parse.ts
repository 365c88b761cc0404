import { parseAllDocuments } from 'yaml'
import type { Problem } from '../problems/problem.ts'
import { problemAt, problemOfFile } from '../problems/list.ts'
import type { Source } from '../source.ts'
import { type Lines, linesOf, position } from './text-position.ts'
import { placeOf, type Tree } from './tree.ts'
import { explainYaml } from './message.ts'
import { treeOfNode } from './read-tree.ts'

const maximumLength = 256 * 1024

/** What lies deeper takes the YAML library long, and in the end the whole process down. */
const deepest = 64
/** A list or a key in the line of another one. */
const inLine = /(?:[-?:][ \t]+){64}/

/** Where brackets or signs of lists and keys lie too deep in each other, wherever they stand; null: nowhere. */
function nestedBeyond(text: string): number | null {
  let depth = 0
  for (const { 0: sign, index } of text.matchAll(/[[\]{}]/g)) {
    depth = sign === '[' || sign === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > deepest) return index
  }
  return inLine.exec(text)?.index ?? null
}

/** A file as a tree, or null with the problems that made it unreadable. */
export interface Parsed {
  tree: Tree | null
  problems: Problem[]
}

/** Reads one YAML 1.2 document, core schema, without tags, directives and merge keys. */
export function parse(source: Source): Parsed {
  if (source.text.length > maximumLength)
    return failed(problemOfFile(source.name, 'too-long', 'Cannot read the file: it is longer than 256 kB; split it'))
  const lines = linesOf(source.name, source.text.replace(/^\uFEFF/, ''))
  const at = (offset: number) => placeOf({ lines, start: offset, end: offset })
  const directive = /^%.*$/m.exec(lines.text)
  if (directive && lines.text.slice(0, directive.index).trim() === '')
    return failed(problemAt(at(directive.index), 'yaml', 'Cannot use a % directive: remove the line'))

  const tooDeep = nestedBeyond(lines.text)
  if (tooDeep !== null)
    return failed(
      problemAt(at(tooDeep), 'yaml', `Cannot read the file: more than ${deepest} levels lie in each other here`),
    )

  // Pretty errors look through the text again for each of them, and the first is all that is told; a key is held
  // against all others of its map, which the tree does in one step.
  const options = { uniqueKeys: false, merge: false, logLevel: 'silent', prettyErrors: false } as const
  const documents = parseAllDocuments(lines.text, options)
  if ('empty' in documents)
    return failed(problemOfFile(source.name, 'yaml', 'Cannot read the file: it is empty; begin with version: 1'))
  const [document, second] = documents
  const faults = documents.flatMap((each) => [...each.errors, ...each.warnings])
  if (faults.length > 0 || !document)
    return failed(...faults.slice(0, 1).map((fault) => problemAt(at(fault.pos[0]), 'yaml', explain(fault, lines))))
  if (second)
    return failed(
      problemAt(at(second.range?.[0] ?? 0), 'yaml', 'Cannot read a second document: write one file for each'),
    )
  if (!document.contents)
    return failed(problemOfFile(source.name, 'yaml', 'Cannot read the file: it is empty; begin with version: 1'))
  return treeOfNode(document, document.contents, lines)
}

function explain(fault: { code: string; message: string; pos: [number, number] }, lines: Lines): string {
  const { line } = position(lines, fault.pos[0])
  return explainYaml(fault, lines.text.slice(lines.starts[line - 1] ?? 0, lines.starts[line] ?? lines.text.length))
}

function failed(...problems: Problem[]): Parsed {
  return { tree: null, problems }
}
