import ts from 'typescript'
import { placeOf, type SourceFile, walk } from './source-files.ts'

const mutators = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'set',
  'add',
  'delete',
  'clear',
] as const)
const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])

/** Places where a module keeps state of its own, or where a value made at module level is changed. */
export function moduleState(file: SourceFile): string[] {
  const found: string[] = []
  const kept = new Set<string>()
  for (const statement of file.tree.statements) {
    if (!ts.isVariableStatement(statement)) continue
    if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0)
      found.push(`${placeOf(file, statement)} is no const`)
    for (const declaration of statement.declarationList.declarations) {
      if (!ts.isIdentifier(declaration.name) || declaration.initializer === undefined) continue
      if (isOpenCollection(declaration)) found.push(`${placeOf(file, declaration)} is not typed as readonly`)
      if (isContainer(declaration.initializer)) kept.add(declaration.name.text)
    }
  }
  walk(file.tree, (node) => {
    const changed = changedName(node)
    if (changed !== null && kept.has(changed)) found.push(`${placeOf(file, node)} changes ${changed}`)
  })
  return found
}

function isOpenCollection(declaration: ts.VariableDeclaration): boolean {
  const value = declaration.initializer
  if (value === undefined || !ts.isNewExpression(value) || !ts.isIdentifier(value.expression)) return false
  return (
    collections.has(value.expression.text) && !/^Readonly/.test(declaration.type?.getText() ?? '') && isEmpty(value)
  )
}

function isEmpty(value: ts.NewExpression): boolean {
  return (value.arguments?.length ?? 0) === 0
}

function isContainer(value: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value) || ts.isNewExpression(value)
}

/** The name whose content a node changes, as in `name.push(…)`, `name[key] = …`, `delete name.key`. */
function changedName(node: ts.Node): string | null {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    return ts.isIdentifier(expression) && (mutators as ReadonlySet<string>).has(name.text) ? expression.text : null
  }
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return rootOfAccess(node.left)
  if (ts.isDeleteExpression(node)) return rootOfAccess(node.expression)
  return null
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function rootOfAccess(node: ts.Expression): string | null {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return null
  return ts.isIdentifier(node.expression) ? node.expression.text : rootOfAccess(node.expression)
}
