import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from '../../src/policy/yaml/parse.ts'
import { placeOf, plain, spanOfKey, spanOfValue } from '../../src/policy/yaml/tree.ts'

const read = (text: string) => parse({ name: 'a.yaml', text })
const problem = (text: string) => {
  const { tree, problems } = read(text)
  expect(tree).toBeNull()
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

describe('parse', () => {
  test('knows where keys and values stand, with a BOM and Windows line ends', () => {
    const { tree, problems } = read('\uFEFFversion: 1\r\nname: t\r\nrules:\r\n  - id: a\r\n')
    expect(problems).toEqual([])
    if (!tree) throw new Error('no tree')
    expect(plain(tree)).toEqual({ version: 1, name: 't', rules: [{ id: 'a' }] })
    expect(placeOf(spanOfValue(tree, ['name']))).toEqual({ file: 'a.yaml', line: 2, column: 7 })
    expect(placeOf(spanOfKey(tree, ['rules', 0, 'id']))).toEqual({ file: 'a.yaml', line: 4, column: 5 })
  })

  test('gives the nearest place around what is missing', () => {
    const { tree } = read('name: t\nrules:\n  - id: a\n')
    if (!tree) throw new Error('no tree')
    expect(placeOf(spanOfValue(tree, ['rules', 0, 'events', 1]))).toMatchObject({ line: 3, column: 5 })
  })

  test('follows aliases to what they stand for', () => {
    const { tree } = read('a: &x [1, 2]\nb: *x\n')
    expect(tree && plain(tree)).toEqual({ a: [1, 2], b: [1, 2] })
  })

  test('takes the last anchor before an alias, also where both lie in what another one stands for', () => {
    const { tree } = read('a: &x { b: &y 1, c: *y }\nd: *y\ne: &y 2\nf: *x\ng: *y\n')
    expect(tree && plain(tree)).toEqual({ a: { b: 1, c: 1 }, d: 1, e: 2, f: { b: 1, c: 1 }, g: 2 })
  })

  test.each([
    ['', 'it is empty'],
    ['# nothing\n', 'it is empty'],
    ['a: 1\n---\nb: 2\n', '2:1 Cannot read a second document'],
    ['%YAML 1.2\n---\na: 1\n', '1:1 Cannot use a % directive'],
    ['a: !!str 1\n', 'Cannot use a tag'],
    ['a: !mine 1\n', 'Cannot use a tag'],
    ['<<: { a: 1 }\n', '1:1 Cannot use a merge key'],
    ['a: &x [*x]\n', 'one that holds itself'],
    ['a: *nowhere\n', 'no anchor &nowhere'],
    ['a: 1\na: 2\n', '2:1 Cannot use this key twice'],
    ['a: .inf\n', 'Cannot use this number'],
    ['a: 1e3\n', 'Cannot use this number'],
    ['a: 9007199254740993\n', 'too large to be exact'],
    ['__proto__: { x: 1 }\n', 'Cannot use the key __proto__'],
    ['a: {{x}}\n', '1:5 Cannot read an unquoted {{'],
    ['a: {{x}} and more\n', 'Cannot read an unquoted {{'],
    ['a: { >=: [1, 2] }\n', 'quote it, as in ">=":'],
    ['a:\n  *: [1, 2]\n', 'quote it, as in "*":'],
    ['a: { !==: [1, 2] }\n', 'quote it, as in "!==":'],
    ['a:\n\tb: 1\n', 'Cannot indent with a tab'],
    ['a: "\\d+"\n', 'put patterns in single quotes'],
  ])('refuses %j', (text, message) => {
    expect(problem(text).join('\n')).toContain(message)
  })

  test.each([
    ['anchors', '&a '.repeat(40_000), 'at most one anchor'],
    ['aliases', '*a '.repeat(40_000), 'unexpected alias'],
    ['quotes', '"'.repeat(199_999), 'unexpected double-quoted-scalar'],
    ['keys', `${Array.from({ length: 20_000 }, (_, at) => `k${at}: 1\n`).join('')}k0: 1\n`, 'this key twice'],
  ])('is done soon with a file that is nothing but %s', (_, text, message) => {
    expect(problem(text).join('\n')).toContain(message)
  })

  test('stops at an alias bomb', () => {
    const levels = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`)
    expect(problem(`a0: &a0 [x]\n${levels.join('\n')}\n`).join('\n')).toContain('more than 50 aliases')
  })

  test('refuses more than 256 kB', () => {
    expect(read(`a: ${'x'.repeat(256 * 1024)}`).problems[0]?.code).toBe('too-long')
  })

  test('never throws and gives either a tree or problems', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a:-{}[]"\'!&*|>%#\n\t ,?<1') }), (text) => {
        const { tree, problems } = read(text)
        expect(tree === null).toBe(problems.length > 0)
      }),
    )
  })
})
