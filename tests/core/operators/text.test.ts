import { describe, expect, it } from 'vitest'
import { paths } from '../../../src/core/operators/paths.ts'
import { checkPattern, matches } from '../../../src/core/operators/text.ts'

describe('matches', () => {
  it('finds a pattern anywhere in the text', () => {
    expect(matches('The spec is complete', '(?i)SPEC\\s+is')).toBe(true)
    expect(matches('inspec', '\\bspec\\b')).toBe(false)
  })

  it('searches the last 16,384 characters', () => {
    expect(matches(`needle${' '.repeat(16_384)}`, 'needle')).toBe(false)
    expect(matches(`${' '.repeat(100_000)}needle`, 'needle')).toBe(true)
  })

  it('takes null as no match and refuses other values', () => {
    expect(matches(null, 'x')).toBe(false)
    expect(matches('x', null)).toBe(false)
    expect(() => matches(['x'], 'x')).toThrow('text')
    expect(() => matches('x', '(')).toThrow('RE2')
  })
})

describe('checkPattern', () => {
  it('accepts RE2 and explains what it does not know', () => {
    expect(checkPattern('(?i)plan\\s+(?:complete|done)')).toBeNull()
    expect(checkPattern('(?=x)')).toContain('look-around')
    expect(checkPattern('(a)\\1')).toContain('back references')
    expect(checkPattern('')).toContain('empty')
    expect(checkPattern('a\u0008b')).toContain('control character')
  })
})

describe('paths', () => {
  it.each([
    ['Saved to `.opencode/specs/x/spec.md`.', ['.opencode/specs/x/spec.md']],
    ['See [spec](.opencode/specs/x/spec.md)', ['.opencode/specs/x/spec.md']],
    ['Written: **docs/spec.md**', ['docs/spec.md']],
    ['Written: _docs/spec.md_, ok', ['docs/spec.md']],
    ['Kept spec.md.bak and spec.mdx', ['spec.md.bak', 'spec.mdx']],
    ['I created nothing. See README.md', ['README.md']],
    ['The spec is created at\n  docs/a.md and docs/b.md', ['docs/a.md', 'docs/b.md']],
    ['docs/my\\_spec.md', ['docs/my_spec.md']],
    ['C:\\x\\spec.md', ['C:\\x\\spec.md']],
    ['src/a.ts:10:3 and src/b.ts#L10', ['src/a.ts', 'src/b.ts']],
    ["don't lose x.md, isn't it", ['x.md']],
    ['已保存到 docs/规格.md。', ['docs/规格.md']],
  ])('F9-02: finds the paths in %j', (text, expected) => {
    expect(paths(text)).toEqual(expected)
  })

  it('F9-02: finds a quoted path with spaces whole', () => {
    expect(paths('Saved "docs/my feature/spec.md".')).toContain('docs/my feature/spec.md')
  })

  it('F9-03: leaves addresses and control characters out and does not judge where a path leads', () => {
    expect(paths('file:///etc/x.md#L10 https://x.example/y.md docs/\u0000x.md')).toEqual([])
    expect(paths('../../../etc/evil.md')).toEqual(['../../../etc/evil.md'])
  })

  it('finds each path once and 50 at most', () => {
    expect(paths('a.md a.md')).toEqual(['a.md'])
    expect(paths(Array.from({ length: 80 }, (_, number) => `f${number}.md`).join(' '))).toHaveLength(50)
  })

  it('ends for long texts of one kind', () => {
    for (const piece of ['`', '"a ', '[(', 'a.', '.,', '_', "'"])
      expect(paths(piece.repeat(8000)).length).toBeLessThan(51)
  })

  it('takes null as no text', () => {
    expect(paths(null)).toEqual([])
  })
})
