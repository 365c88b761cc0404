import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, cutMiddle } from '../../src/runtime/text/cut.ts'

const family = '👨‍👩‍👧‍👦'

test('F7-11: a cut goes through no emoji and takes no accent from its letter', () => {
  expect(cut(`${'a'.repeat(8)}${family}b`, 10)).toBe(`${'a'.repeat(8)} … [cut; 20 characters in all]`)
  expect(cut('abce\u0301f', 4)).toBe('abc … [cut; 6 characters in all]')
})

test('a text that fits stays as it is', () => {
  expect(cut('abc', 3)).toBe('abc')
  expect(cutMiddle('abcdef', 3, 3)).toBe('abcdef')
})

test('what is left of a whole text is valid, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), fc.nat(40), (text, limit) => {
      for (const result of [cut(text, limit), cutMiddle(text, limit, 5)]) {
        expect(Buffer.from(result, 'utf8').toString('utf8')).toBe(result)
      }
    }),
  )
})
