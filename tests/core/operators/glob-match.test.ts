import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { EvaluationError } from '../../../src/core/operators/error.ts'
import { globMatcher } from '../../../src/core/operators/glob-match.ts'

/** Long enough for the matcher that looks at each character once. */
const far = `${'d/'.repeat(200)}x/`

describe('a glob', () => {
  const plain = ['a', 'b', '.ts', '/', '*', '**', '?', '[ab]', '[!a]', '{a,b}']
  const extended = ['@(a|b)', '+(a)', '?(b)', '*(a|b)']
  const globOf = (pieces: readonly string[]) =>
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
  const glob = fc.oneof(globOf(plain), globOf([...plain, ...extended]))
  const segment = fc.array(fc.constantFrom('a', 'b', 'ab', '.ts', '.git', 'c'), { minLength: 1, maxLength: 3 })
  const path = fc
    .array(
      segment.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 4 },
    )
    .map((segments) => segments.join('/'))

  it('fits a long path as picomatch says it, whether a star ends at a slash or not', () => {
    fc.assert(
      fc.property(glob, path, fc.boolean(), (text, name, wide) => {
        const options = { dot: true, nonegate: true, windows: false, bash: wide }
        const wanted = picomatch(far + text, options)(far + name)
        expect([text, name, globMatcher(far + text, { wide })(far + name)]).toEqual([text, name, wanted])
      }),
      { numRuns: 120 },
    )
  })

  it('of any signs is tried, or refused in words of ours', () => {
    const signs = [
      ...'é*?[]{}()!+@|,.\\/^$-~ab',
      '**',
      '\\b',
      '\\pL',
      '\\Q',
      '\\z',
      '\\\u0301',
      '\\é',
      '[:alpha:]',
      '{1,2}',
      '{1..3}',
      '(?:',
    ]
    fc.assert(
      fc.property(globOf(signs), path, fc.boolean(), (text, name, wide) => {
        for (const before of ['', far])
          try {
            globMatcher(before + text, { wide })(before + name)
          } catch (error) {
            expect([text, error]).toEqual([text, expect.any(EvaluationError)])
          }
      }),
      { numRuns: 200 },
    )
  })

  it('means a letter by a letter behind a backslash', () => {
    for (const before of ['', far]) {
      expect(globMatcher(`${before}\\d*\\é*\\*`)(`${before}d1é2*`)).toBe(true)
      expect(globMatcher(`${before}\\d*\\é*\\*`)(`${before}11é2*`)).toBe(false)
      expect(globMatcher(`${before}a\\b*`)(`${before}abc`)).toBe(true)
      expect(globMatcher(`${before}größe-ä*`)(`${before}größe-äh.md`)).toBe(true)
    }
  })

  it('never takes a folder above for a name', () => {
    for (const text of ['*/a', '**/a', '**', '*/**', '{*,b}/a'])
      for (const above of ['./a', '../a', '../../a', 'a/../a'])
        expect([text, above, globMatcher(far + text)(far + above)]).toEqual([text, above, false])
    expect(globMatcher(`${far}../*`)(`${far}../a`)).toBe(true)
  })

  it('is tried in one pass, however many stars it has', () => {
    const name = 'a'.repeat(100_000)
    const begun = process.cpuUsage()
    for (const text of [
      `${'*a'.repeat(20)}b`,
      `${'**/a'.repeat(20)}b`,
      '+(a|aa)b',
      '(a|aa)+b',
      '{a*,*a}{a*,*a}{a*,*a}b',
      '*(a*)b',
    ])
      expect([text, globMatcher(text)(name)]).toEqual([text, false])
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000)
  })

  it('with much to try around a negation is an error', () => {
    expect(globMatcher('!(a)')('b')).toBe(true)
    expect(globMatcher('**/!(a)/*')('x/b/c')).toBe(true)
    expect(() => globMatcher('!(a)*b*c*')).toThrow(
      'Cannot use the glob "!(a)*b*c*": beside "!(" it has more than 3 stars, which takes too long to try',
    )
    expect(() => globMatcher('!(a)')('b'.repeat(1001))).toThrow(
      /^Cannot try 1001 characters against .*: with a negation/,
    )
    expect(() => globMatcher('a'.repeat(5000))).toThrow('Cannot use a glob of 5000 characters: allowed are 4096')
  })
})
