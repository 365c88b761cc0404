import { EvaluationError } from '../operators/error.ts'
import { ownValue } from '../operators/list.ts'
import { once } from '../operators/memo.ts'
import { handlebarsPackage } from '../packages.ts'
import { inspect } from './check.ts'
import { helpers, shown } from './helpers.ts'
import {
  type ExpressionNode,
  isRooted,
  type LiteralNode,
  type MustacheNode,
  type PathNode,
  type ProgramNode,
  parseTemplate,
  type StatementNode,
} from './syntax.ts'
import { cut } from '../text.ts'

export { checkText, type TextArgument, type TextCheck, type TextPath } from './check.ts'

const longestOutput = 32_000

/** Walks from a value along own properties; a step that is not there is an error, a null at the end is not. */
function required(context: unknown, original: string, ...rest: unknown[]): unknown {
  let value = context
  // The last argument is Handlebars' own.
  for (const part of rest.slice(0, -1)) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, String(part))
    if (!isThere || Array.isArray(value)) throw new EvaluationError(`"${original}" is missing`)
    value = ownValue(value, String(part))
  }
  if (value === undefined) throw new EvaluationError(`"${original}" is missing`)
  return value
}

const engine = once(() => {
  const handlebars = handlebarsPackage().create()
  handlebars.registerHelper({
    ...helpers,
    required,
    printed: (...all: [unknown, string, ...unknown[]]): string => shown(required(...all)),
  })
  for (const name of ['log', 'lookup', 'with']) handlebars.unregisterHelper(name)
  return handlebars
})

const compileOptions = {
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: {
    required: true,
    printed: true,
    fitted: true,
    ...Object.fromEntries(Object.keys(helpers).map((name) => [name, true])),
  },
}
const renderOptions = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }

const literal = (value: string, { loc }: PathNode): LiteralNode => ({
  type: 'StringLiteral',
  value,
  original: value,
  loc,
})

const pathTo = (node: PathNode, parts: string[], data: boolean): PathNode => ({
  ...node,
  data,
  parts,
  depth: data ? 0 : node.depth,
  original: parts.join('.') || 'this',
})

/** Inside an `each` a root is still the root, not a field of the item. */
const rooted = (node: PathNode): PathNode => (isRooted(node) ? pathTo(node, ['root', ...node.parts], true) : node)

/** The arguments with which `required` finds the value of a path. */
function argumentsOf(node: PathNode): ExpressionNode[] {
  const found = rooted(node)
  const taken = found.data ? 1 : 0
  const start = pathTo(found, found.parts.slice(0, taken), found.data)
  const steps = found.parts.slice(taken).map((part) => literal(part, node))
  return [start, literal(node.original, node), ...steps]
}

const helperNamed = (name: string, node: PathNode): PathNode => ({
  ...node,
  data: false,
  depth: 0,
  parts: [name],
  original: name,
})

function demanding(node: ExpressionNode): ExpressionNode {
  if (node.type === 'PathExpression')
    return { type: 'SubExpression', path: helperNamed('required', node), params: argumentsOf(node), loc: node.loc }
  return node.type === 'SubExpression' ? { ...node, params: node.params.map(demanding) } : node
}

function lenient(node: ExpressionNode): ExpressionNode {
  if (node.type === 'PathExpression') return rooted(node)
  return node.type === 'SubExpression' ? { ...node, params: node.params.map(lenient) } : node
}

/**
 * Handlebars' own strict mode lets helpers have missing values and fails on a null along the way even in an `if`.
 * Here what is printed must exist, and what a block only asks for may be missing.
 */
function demandingProgram(program: ProgramNode, finish: (node: MustacheNode) => MustacheNode): ProgramNode {
  const inside = (part: ProgramNode | undefined) => part && demandingProgram(part, finish)
  const body = program.body.map((node): StatementNode => {
    if (node.type === 'BlockStatement')
      return {
        ...node,
        params: node.params.map(lenient),
        program: inside(node.program),
        inverse: inside(node.inverse),
      }
    return node.type === 'MustacheStatement' ? finish(demandingStatement(node)) : node
  })
  return { ...program, body }
}

function demandingStatement(node: MustacheNode): MustacheNode {
  if (node.params.length > 0 || node.path.type !== 'PathExpression')
    return { ...node, params: node.params.map(demanding) }
  return { ...node, path: helperNamed('printed', node.path), params: argumentsOf(node.path) }
}

/** What is printed is fitted to where the text goes, by the last hand that touches it. */
function fittedStatement(node: MustacheNode): MustacheNode {
  const { path, params, loc } = node
  if (path.type !== 'PathExpression') return node
  return { ...node, path: helperNamed('fitted', path), params: [{ type: 'SubExpression', path, params, loc }] }
}

function compileNow(source: string, adapt: Adapt | null): (context: object) => string {
  const program = parseTemplate(source)
  if (!('type' in program)) throw new EvaluationError(program.message)
  const { problem } = inspect(program)
  if (problem !== null) throw new EvaluationError(problem.message)
  const finish = adapt === null ? (node: MustacheNode) => node : fittedStatement
  const render = engine().compile<object>(demandingProgram(program, finish), compileOptions)
  if (adapt === null) return (context) => render(context, renderOptions)
  const options = { ...renderOptions, helpers: { fitted: (value: unknown) => adapt(shown(value)) } }
  return (context) => render(context, options)
}

/** What is done to each value that a text prints. */
type Adapt = (text: string) => string

/**
 * A text ready to be rendered with the roots of a condition. It is compiled when it is first rendered.
 * The result is trimmed and at most 32,000 characters long. Throws `EvaluationError` if a printed path is
 * missing or a helper gets a wrong value; null is printed as nothing. `adapt` fits each printed value to the form that
 * the text is written in.
 */
export function compileText(source: string, adapt: Adapt | null = null): (context: object) => string {
  let render: ((context: object) => string) | null = null
  return (context) => {
    try {
      render ??= compileNow(source, adapt)
      return cut(render(context).trim(), longestOutput)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const isDeclared = error instanceof EvaluationError || error instanceof engine().Exception
      throw new EvaluationError(
        reason.startsWith('Cannot ') ? reason : `Cannot make the text: ${reason}`,
        isDeclared ? undefined : { cause: error },
      )
    }
  }
}
