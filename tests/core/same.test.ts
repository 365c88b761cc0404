import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSame } from '../../src/core/same.ts'

const fromOwn = { ...JSON.parse('{"__proto__": 1}') }

describe('two values that hold nothing but data', () => {
  test('are the same exactly if they are written the same', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    // A value and one that is often equal to it: a copy, or a copy of a part of both.
    const pairs = fc.oneof(
      fc.tuple(value, value),
      value.map((one) => [one, structuredClone(one)] as const),
      fc.tuple(value, fc.constantFrom(0, 1, '', null)).map(([one, last]) => [
        [one, last],
        [structuredClone(one), 0],
      ]),
    )
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        expect(isSame(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })

  test.each([
    ['names in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, false],
    ['a list and what has the names of one', [1], { 0: 1 }, false],
    ['an empty list and nothing', [], {}, false],
    ['a name that all have', fromOwn, {}, false],
    ['the same within', { a: [{ b: null }] }, { a: [{ b: null }] }, true],
    ['nothing and something', null, {}, false],
  ])('%s', (_name, one, other, same) => {
    expect(isSame(one, other)).toBe(same)
    expect(isSame(other, one)).toBe(same)
  })

  test('what both share is not looked into', () => {
    const shared = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('looked into')
        },
      },
    )
    expect(isSame({ shared, rest: [1] }, { shared, rest: [1] })).toBe(true)
  })
})
