import { expect, test } from 'vitest'
import { fitsRange } from '../../src/policy/layers/version-range.ts'

test.each([
  ['1.18.33', '>=1.18', true],
  ['1.17.9', '>=1.18', false],
  ['2.0.0', '>=1.18 <2', false],
  ['1.19.0', '>=1.18 <2', true],
  ['1.2.9', '<=1.2', true],
  ['1.2.9', '>1.2', false],
  ['1.2.9', '1.2', true],
  ['1.10.0', '>1.9', true],
  ['2.0.0-beta.1', '>=2', true],
  ['1.0.0', 'latest', null],
  ['1.0.0', '>=1 || <3', null],
  ['1.0.0', '', null],
])('%s fits "%s": %s', (version, range, fits) => {
  expect(fitsRange(version, range)).toBe(fits)
})
