import { describe, expect, it } from 'vitest'
import { memo } from '../../../src/core/operators/memo.ts'
import { count, first, get, includes, merge, numbers, valueAt } from '../../../src/core/operators/list.ts'

describe('lists', () => {
  it('count all items or the equal ones', () => {
    expect(count(['a', 'b', 'a'])).toBe(3)
    expect(count(['a', 'b', 'a'], 'a')).toBe(2)
    expect(count(['a', null], null)).toBe(1)
    expect(count(null)).toBe(0)
    expect(() => count('aaa')).toThrow('list')
  })

  it('merge single values and lists without nulls', () => {
    expect(merge(['a', null], null, 'b', [['c']])).toEqual(['a', 'b', ['c']])
  })

  it('give their first item', () => {
    expect(first([1, 2])).toBe(1)
    expect(first([])).toBeNull()
    expect(first(null)).toBeNull()
  })

  it('F8-18: hold an item, and never a part of a text', () => {
    expect(includes('rm', ['rm'])).toBe(true)
    expect(includes('rm', null)).toBe(false)
    expect(() => includes('rm', 'npm run format')).toThrow('list')
  })
})

describe('maps', () => {
  const map: unknown = JSON.parse('{"a": {"b": 1}, "list": ["x"], "__proto__": 2, "n": null}')

  it('give own properties only', () => {
    expect(get({ a: 1 }, 'a')).toBe(1)
    for (const key of ['constructor', 'toString', 'hasOwnProperty']) expect(get({ a: 1 }, key)).toBeNull()
    expect(get({ a: 1 }, '__proto__')).toBeNull()
    expect(get(null, 'a')).toBeNull()
    expect(get({ a: 1 }, null)).toBeNull()
    expect(() => get(['a'], 'length')).toThrow('first')
    expect(() => get({ a: 1 }, 1)).toThrow('text')
  })

  it('are walked by dotted paths', () => {
    expect(valueAt(map, 'a.b')).toBe(1)
    for (const path of ['a.c', 'n.x', 'list.length', 'list.0', 'a.constructor', 'a.b.toFixed', ''])
      expect(valueAt(map, path)).toBeNull()
  })

  it('may have values that are made when they are read', () => {
    const facts = Object.defineProperty({}, 'open', { enumerable: true, get: () => ({ total: 3 }) })
    expect(valueAt({ facts }, 'facts.open.total')).toBe(3)
  })
})

describe('numbers', () => {
  it('compare and compute', () => {
    expect(numbers['<'](1, 2)).toBe(true)
    expect(numbers['<'](1, 2, 2)).toBe(false)
    expect(numbers['<='](1, 2, 2)).toBe(true)
    expect(numbers['-'](5, 2)).toBe(3)
    expect(numbers['*'](2, 3, 4)).toBe(24)
    expect(numbers.max(1, 3, 2)).toBe(3)
  })

  it('F8-17: refuse null, texts and what is not finite', () => {
    expect(() => numbers['<'](null, 3)).toThrow('wants numbers, got nothing (null)')
    expect(() => numbers['<'](5, 3, null)).toThrow('numbers')
    expect(() => numbers['+']('1', 2)).toThrow('the text "1"')
    expect(() => numbers['*'](1e308, 10)).toThrow('numbers')
    expect(() => numbers.max(Number.NaN, 1)).toThrow('numbers')
  })
})

describe('memo', () => {
  it('computes once for a key and forgets the oldest', () => {
    const asked: string[] = []
    const measure = memo(2, (key) => {
      asked.push(key)
      return key.length
    })
    expect([measure('a'), measure('a'), measure('bb'), measure('ccc'), measure('a')]).toEqual([1, 1, 2, 3, 1])
    expect(asked).toEqual(['a', 'bb', 'ccc', 'a'])
  })
})
