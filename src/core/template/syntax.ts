import { handlebarsPackage } from '../packages.ts'

/** Lines from 1, columns from 0. */
interface Position {
  line: number
  column: number
}

interface Located {
  loc: { start: Position; end: Position }
}

export interface PathNode extends Located {
  type: 'PathExpression'
  /** True for @index, @key, @root and their like. */
  data: boolean
  /** How often "../" stands before it. */
  depth: number
  parts: string[]
  original: string
}

export interface LiteralNode extends Located {
  type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral' | 'NullLiteral' | 'UndefinedLiteral'
  value?: string | number | boolean
  original?: string | number | boolean
}

export interface CallNode extends Located {
  path: ExpressionNode
  params: ExpressionNode[]
  hash?: { pairs: { key: string }[] } | undefined
}

export interface SubNode extends CallNode {
  type: 'SubExpression'
}

export type ExpressionNode = PathNode | LiteralNode | SubNode

export interface MustacheNode extends CallNode {
  type: 'MustacheStatement'
}

export interface BlockNode extends CallNode {
  type: 'BlockStatement'
  program?: ProgramNode | undefined
  inverse?: ProgramNode | undefined
}

export interface PlainNode extends Located {
  type: 'ContentStatement'
}

export interface CommentNode extends Located {
  type: 'CommentStatement'
  /** Without its braces and signs. */
  value: string
}

export interface RefusedNode extends Located {
  type: 'PartialStatement' | 'PartialBlockStatement' | 'Decorator' | 'DecoratorBlock'
}

export type StatementNode = MustacheNode | BlockNode | PlainNode | CommentNode | RefusedNode

export interface ProgramNode extends Located {
  type: 'Program'
  body: StatementNode[]
  blockParams?: string[] | undefined
}

export interface TextProblem {
  message: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
}

/** What conditions and texts may read, wherever they stand. */
export const rootNames: ReadonlySet<string> = new Set([
  'event',
  'memory',
  'params',
  'facts',
  'session',
  'run',
  'now',
  'zone',
  'entry',
  'item',
  'record',
])

/** Names that are values themselves; the other roots are maps, so one of their names alone is an item's field. */
const valueRoots: ReadonlySet<string> = new Set(['now', 'zone', 'entry'])

/** True for a path that means a root even inside an `each`, where a name means a field of the item. */
export function isRooted({ data, depth, parts }: PathNode): boolean {
  const [first] = parts
  if (data || depth > 0 || first === undefined) return false
  return rootNames.has(first) && (parts.length > 1 || valueRoots.has(first))
}

const longest = 16_000

/** Blocks in each other; the parser and all that walk its tree take long for more, and in the end there is no stack. */
const deepest = 64

/** How many blocks are open at once, at most. */
function nesting(source: string): number {
  let [open, most] = [0, 0]
  for (const { 0: sign } of source.matchAll(/\{\{~?[#/]/g)) {
    open = sign.endsWith('#') ? open + 1 : Math.max(0, open - 1)
    most = Math.max(most, open)
  }
  return most
}

/** The tree of a template, or why it cannot be read. */
export function parseTemplate(source: string): ProgramNode | TextProblem {
  if (source.length > longest) {
    const message = `Cannot use the text: it is ${source.length} characters long, allowed are ${longest}`
    return { message, line: 1, column: 1 }
  }
  if (nesting(source) > deepest) {
    const message = `Cannot use the text: more than ${deepest} blocks lie in each other`
    return { message, line: 1, column: 1 }
  }
  try {
    // The library's own types leave out the kinds of statements and expressions.
    return handlebarsPackage().parse(source) as unknown as ProgramNode
  } catch (error) {
    return parseProblem(error)
  }
}

/** The comments of a template, in the order in which they stand there; none if it cannot be read. */
export function templateComments(source: string): CommentNode[] {
  const tree = parseTemplate(source)
  return 'body' in tree ? commentsIn(tree) : []
}

function commentsIn({ body }: ProgramNode): CommentNode[] {
  return body.flatMap((node) => {
    if (node.type === 'CommentStatement') return [node]
    if (node.type !== 'BlockStatement') return []
    return [node.program, node.inverse].flatMap((inner) => (inner ? commentsIn(inner) : []))
  })
}

function parseProblem(error: unknown): TextProblem {
  const { message, lineNumber, column } = error as { message: string; lineNumber?: number; column?: number }
  const [first = '', ...rest] = message.split('\n')
  const line = lineNumber ?? Number(/line (\d+)/.exec(first)?.[1] ?? 1)
  const got = /got '(\w+)'/.exec(rest.at(-1) ?? '')?.[1]
  const reason =
    got === undefined ? first.replace(/ - \d+:\d+$/, '') : (reasons[got] ?? `there is an unexpected ${got}`)
  const isFilter = got?.endsWith('_BLOCK_PARAMS') === true
  const help = isFilter
    ? 'there are no filters, a helper stands before its value, as in {{quote event.text}}'
    : 'every {{#if}} and {{#each}} needs its end'
  return {
    message: `Cannot read the text as a template: ${reason}; ${help}`,
    line,
    column: (column ?? 0) + 1,
  }
}

const reasons: Readonly<Record<string, string>> = {
  OPEN_BLOCK_PARAMS: 'there is a "|"',
  CLOSE_BLOCK_PARAMS: 'there is a "|"',
  EOF: 'it ends inside braces or a block',
  INVALID: 'there is a sign that cannot stand in braces',
  OPEN_ENDBLOCK: 'a block is closed that was not opened',
}
