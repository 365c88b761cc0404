import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { repository } from '../../support/host.ts'
import { type SourceFile, sourceFiles, walk } from '../../support/source-files.ts'
import { elsewhere } from './elsewhere.ts'
import { readers } from './measure.ts'

/** Packages that take a text apart. */
const parsers = ['yaml', 'handlebars', 'unbash', 'picomatch', 're2js']

/** Whether a module looks through texts: by an expression, by JSON or by a parser. */
function readsText({ tree, imports }: SourceFile): boolean {
  let reads = imports.some(({ target, typeOnly }) => parsers.includes(target) && !typeOnly)
  walk(tree, (node) => {
    reads ||= ts.isRegularExpressionLiteral(node) || node.getText(tree) === 'JSON.parse'
    reads ||= ts.isNewExpression(node) && node.expression.getText(tree) === 'RegExp'
  })
  return reads
}

describe('the readers that are tried with hostile texts', () => {
  const named = readers.flatMap(({ of }) => of)
  const others = Object.values(elsewhere).flat()
  const isNamed = (path: string): boolean => named.some((begin) => path.startsWith(begin))

  test('are all, or it is said why a module is none of them', () => {
    const all = sourceFiles('src')
    const reading = all.filter(readsText)
    const missing = reading.map(({ path }) => path).filter((path) => !isNamed(path) && !others.includes(path))
    expect(missing, 'add a reader to tests/attack/hangs/readers, or the reason to elsewhere.ts').toEqual([])
    const paths = reading.map(({ path }) => path)
    expect(others.filter((path) => !paths.includes(path))).toEqual([])
    expect(others.filter(isNamed)).toEqual([])
    expect(named.filter((begin) => !all.some(({ path }) => path.startsWith(begin)))).toEqual([])
  })

  test('have names of their own', () => {
    const names = readers.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    for (const path of others) expect(existsSync(join(repository, path))).toBe(true)
  })
})
