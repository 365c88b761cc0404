import { helperArguments } from './helpers.ts'
import {
  type CallNode,
  type ExpressionNode,
  isRooted,
  type PathNode,
  type ProgramNode,
  parseTemplate,
  type StatementNode,
  type TextProblem,
} from './syntax.ts'

/** A path that a text reads. */
export interface TextPath {
  path: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
  /** True for a path on an item inside an `each`: it means a field of whatever the list holds. */
  scoped: boolean
}

/** A path that a text compares with a literal, by the helper `eq`. */
export interface TextComparison {
  path: string
  literal: string | number | boolean | null
  /** From 1; those of the path. */
  line: number
  /** From 1. */
  column: number
}

/** A path that a text hands to a helper as its first value, outside of what an `each` goes through. */
export interface TextArgument {
  helper: string
  path: string
  /** From 1; those of the path. */
  line: number
  /** From 1. */
  column: number
}

export interface TextCheck {
  problem: TextProblem | null
  paths: TextPath[]
  comparisons: TextComparison[]
  arguments: TextArgument[]
}

const blocks: readonly string[] = ['if', 'unless', 'each']
const values = Object.keys(helperArguments).filter((name) => !blocks.includes(name))
const refused = {
  PartialStatement: 'Partials do not exist',
  PartialBlockStatement: 'Partials do not exist',
  Decorator: 'Decorators do not exist',
  DecoratorBlock: 'Decorators and inline partials do not exist',
} as const

const nameOf = (node: ExpressionNode): string =>
  node.type === 'PathExpression'
    ? node.original
    : node.type === 'SubExpression'
      ? '(…)'
      : String(node.original ?? node.type)

const countWords = ([least, most]: readonly [number, number]): string =>
  least < most ? `${least} to ${most} values` : `${least} ${least === 1 ? 'value' : 'values'}`

/** Finds the paths that a text reads and what is wrong with it; only the first problem is given. */
export function checkText(source: string): TextCheck {
  const program = parseTemplate(source)
  if (!('type' in program)) return { problem: program, paths: [], comparisons: [], arguments: [] }
  return inspect(program)
}

/** The same for a text that is already read. */
export function inspect(root: ProgramNode): TextCheck {
  const paths: TextPath[] = []
  const comparisons: TextComparison[] = []
  const given: TextArgument[] = []
  let problem: TextProblem | null = null

  const report = (node: { loc: { start: { line: number; column: number } } }, message: string): void => {
    problem ??= { message, line: node.loc.start.line, column: node.loc.start.column + 1 }
  }

  const usePath = (node: PathNode, depth: number): void => {
    const [first] = node.parts
    const place = { line: node.loc.start.line, column: node.loc.start.column + 1 }
    if (node.data && first === 'root') paths.push({ path: node.parts.slice(1).join('.'), scoped: false, ...place })
    else if (node.data && depth === 0) report(node, `"${node.original}" exists only inside {{#each}}`)
    else if (!node.data) {
      const path = node.parts.length === 0 ? 'this' : node.parts.join('.')
      paths.push({ path, scoped: depth > node.depth && !isRooted(node), ...place })
    }
  }

  const useExpression = (node: ExpressionNode, depth: number): void => {
    if (node.type === 'PathExpression') usePath(node, depth)
    else if (node.type === 'SubExpression') useCall(node, values, depth)
  }

  const compare = (sides: readonly ExpressionNode[], depth: number): void => {
    const path = sides.find((side) => side.type === 'PathExpression')
    const literal = sides.find((side) => side.type !== 'PathExpression' && side.type !== 'SubExpression')
    // Inside an each a name means a field of the item, whose type is not known.
    if (path === undefined || literal === undefined || path.data || (depth > 0 && !isRooted(path))) return
    const { line, column } = path.loc.start
    comparisons.push({ path: path.parts.join('.'), literal: literal.value ?? null, line, column: column + 1 })
  }

  const useCall = (node: CallNode, allowed: readonly string[], depth: number): void => {
    const name = nameOf(node.path)
    const count = allowed.includes(name) ? helperArguments[name as keyof typeof helperArguments] : undefined
    if (count === undefined) report(node, `There is no helper "${name}" here; allowed are ${allowed.join(', ')}`)
    else if (node.params.length < count[0] || node.params.length > count[1])
      report(
        node,
        `"${name}" takes ${countWords(count)}, got ${node.params.length}; a field of that name is {{this.${name}}}`,
      )
    if (node.hash !== undefined && node.hash.pairs.length > 0) report(node, `"${name}" takes no named values`)
    if (name === 'eq') compare(node.params, depth)
    const [first] = node.params
    if (first?.type === 'PathExpression' && !first.data && (depth === 0 || isRooted(first))) {
      const { line, column } = first.loc.start
      given.push({ helper: name, path: first.parts.join('.'), line, column: column + 1 })
    }
    for (const param of node.params) useExpression(param, depth)
  }

  const useStatement = (node: StatementNode, depth: number): void => {
    if (node.type === 'MustacheStatement') {
      const isCall = node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0 || values.includes(nameOf(node.path))
      if (isCall) useCall(node, values, depth)
      else if (node.path.type === 'PathExpression') usePath(node.path, depth)
      else report(node, 'A value in braces must be a path or a helper')
    } else if (node.type === 'BlockStatement') {
      useCall(node, blocks, depth)
      const inner = nameOf(node.path) === 'each' ? depth + 1 : depth
      if (node.program !== undefined) useProgram(node.program, inner)
      if (node.inverse !== undefined) useProgram(node.inverse, depth)
    } else if (node.type !== 'ContentStatement' && node.type !== 'CommentStatement') {
      report(node, `${refused[node.type]} in these templates`)
    }
  }

  const useProgram = (node: ProgramNode, depth: number): void => {
    if ((node.blockParams ?? []).length > 0) report(node, 'Names after "as" do not exist; use {{this}} for the item')
    for (const statement of node.body) useStatement(statement, depth)
  }

  useProgram(root, 0)
  return { problem, paths, comparisons, arguments: given }
}
