import { expect, test } from 'vitest'
import { fitsChoice } from '../../src/core/judging/questions.ts'

test.each([
  [['Yes', 'No'], ['no', 'yes'], 'yes', true],
  [['Yes', 'No'], [], 'Yes', true],
  [[], ['Yes', 'No'], 'Yes', true],
  [['Deploy', 'Wait'], ['Delete', 'Wait'], 'Wait', false],
  [['Yes', 'No'], ['Yes'], 'Yes', false],
  [['Yes', 'No'], ['Yes', 'No', 'Later'], 'No.', true],
  [['Yes', 'No'], ['Yes', 'No', 'Later'], 'Later', false],
  [['Yes', 'No'], ['Yes', 'No', 'Later'], 'Ask Ann first', true],
  [['Yes', 'No'], ['Yes', 'No'], null, true],
])('where %j is asked and %j was offered, the answer %j fits: %s', (asked, offered, answer, fits) => {
  expect(fitsChoice(asked, offered, answer)).toBe(fits)
})
