import { expect, it } from 'vitest'
import { rowsOf } from '../../src/tui/rows-of.ts'

it('counts the rows of lines that are broken between words, and within those that are too long', () => {
  expect(rowsOf([], 10)).toBe(0)
  expect(rowsOf([''], 10)).toBe(1)
  expect(rowsOf(['ten letter', 'two\nlines'], 10)).toBe(3)
  expect(rowsOf(['eleven here'], 10)).toBe(2)
  expect(rowsOf(['seven seven seven'], 10)).toBe(3)
  expect(rowsOf(['a'.repeat(10)], 10)).toBe(1)
  expect(rowsOf(['a'.repeat(25)], 10)).toBe(3)
  expect(rowsOf([`so ${'a'.repeat(25)}`], 10)).toBe(4)
})
