import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export interface Import {
  /** A path from the repository's root for our own files, else the package's name or `node:…`. */
  target: string
  own: boolean
  typeOnly: boolean
}

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string
  text: string
  lines: number
  tree: ts.SourceFile
  imports: Import[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** All TypeScript files below a folder of the repository, parsed. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readSource(posix.join(folder, name.replaceAll('\\', '/'))))
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  return { path, text, lines: text.trimEnd().split('\n').length, tree, imports: importsOf(path, tree) }
}

function importsOf(path: string, tree: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return
    const own = specifier.text.startsWith('.')
    found.push({ target: own ? posix.join(dirname(path), specifier.text) : packageName(specifier.text), own, typeOnly })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
  })
  return found
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Visits a tree, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** `path:line`, for messages. */
export function placeOf(file: SourceFile, node: ts.Node): string {
  return `${file.path}:${file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1}`
}
