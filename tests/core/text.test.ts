import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, normalise, oneLine, readSpan, spanText, tail } from '../../src/core/text.ts'

describe('normalise', () => {
  it('folds width, case and white space', () => {
    expect(normalise('  Ｗhich\n\tAuth? ')).toBe('which auth?')
  })
})

describe('spans', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['500ms', 500],
    ['2d', 172_800_000],
    ['1d12h', 129_600_000],
    ['0s', 0],
  ])('reads %s', (text, milliseconds) => {
    expect(readSpan(text)).toBe(milliseconds)
  })

  it.each(['', '300', '5 m', '-5m', '1.5h', '5x', '30m1h', 'm', '5M', '1e3s'])('does not read %j', (text) => {
    expect(readSpan(text)).toBeNull()
  })

  it('writes what people would write', () => {
    expect([5_400_000, 43_200_000, 90_000, 1500, 0, -1000].map(spanText)).toEqual([
      '1h30m',
      '12h',
      '1m30s',
      '1s500ms',
      '0s',
      '-1s',
    ])
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), (span) => {
        expect(readSpan(spanText(span))).toBe(span)
      }),
    )
  })
})

describe('cut', () => {
  it('counts characters as a reader does', () => {
    expect(cut('abcdef', 3)).toBe('abc')
    expect(cut('👨‍👩‍👧👨‍👩‍👧x', 1)).toBe('👨‍👩‍👧')
    expect(cut('e\u0301e\u0301', 1)).toBe('e\u0301')
    expect(cut('abc', 0)).toBe('')
    expect(cut('a\r\nb', 2)).toBe('a\r\n')
  })

  it('counts the same in a long text, wherever a part of it ends', () => {
    const segments = new Intl.Segmenter('en')
    const pieces = ['…', 'ab', '👨‍👩‍👧', '🇩🇪', 'e\u0301', '\r\n', 'é'.normalize('NFD'), 'กำ']
    const longText = fc
      .array(fc.constantFrom(...pieces), { minLength: 20, maxLength: 60 })
      .map((parts) => parts.join('').repeat(30))
    fc.assert(
      fc.property(longText, fc.nat({ max: 3000 }), (text, most) => {
        const parts = [...segments.segment(text)].slice(0, most)
        expect(cut(text, most)).toBe(text.length <= most ? text : parts.map(({ segment }) => segment).join(''))
      }),
      { numRuns: 50 },
    )
  })

  it('is a beginning of the text and never longer than asked', () => {
    const segments = new Intl.Segmenter('en')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, most) => {
        const start = cut(text, most)
        expect(text.startsWith(start)).toBe(true)
        expect([...segments.segment(start)].length).toBeLessThanOrEqual(most)
        expect(start === text || [...segments.segment(text)].length > most).toBe(true)
      }),
    )
  })

  it('bounds letters with marks without end', () => {
    expect(cut(`e${'\u0301'.repeat(100_000)}x`, 2).length).toBeLessThan(100)
  })
})

describe('tail', () => {
  it('is the end of a text, never half a character', () => {
    expect(tail('short', 10)).toBe('short')
    expect(tail('one two', 3)).toBe('two')
    const family = '👨‍👩‍👧'
    expect(tail(`a${family}b`, 4)).toBe('b')
    expect(tail(`a${family}b`, family.length + 1)).toBe(`${family}b`)
  })

  it('is never longer than wanted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 40 }), (text, most) => {
        const end = tail(text, most)
        expect(end.length).toBeLessThanOrEqual(most)
        expect(text.endsWith(end)).toBe(true)
      }),
    )
  })
})

describe('oneLine', () => {
  it('shows breaks, control and direction characters', () => {
    expect(oneLine('a\r\nb\tc\u0007\u202ed\u2028')).toBe('a\\r\\nb\\tc\\u0007\\u202ed\\u2028')
    expect(oneLine('👨‍👩‍👧 ü')).toBe('👨‍👩‍👧 ü')
  })
})
