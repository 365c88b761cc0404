import { expect, test } from 'vitest'
import { offersTheSame } from '../../src/core/judging/questions.ts'

test.each([
  [['Yes', 'No'], ['no', 'yes'], true],
  [['Yes', 'No'], [], true],
  [['Deploy', 'Wait'], ['Delete', 'Wait'], false],
  [['Yes'], ['Yes', 'No'], false],
])('%j and %j offer the same choice: %s', (one, other, same) => {
  expect(offersTheSame(one, other)).toBe(same)
  expect(offersTheSame(other, one)).toBe(same)
})
