import { describe, expect, it } from 'vitest'
import { lazyMap } from '../../src/core/lazy.ts'

describe('a lazy map', () => {
  it('reads a member when it is asked for, and again each time', () => {
    const asked: string[] = []
    const map = lazyMap(['one', 'two'])((name) => {
      asked.push(name)
      return asked.length
    })
    expect(asked).toEqual([])
    expect(Reflect.get(map, 'two')).toBe(1)
    expect(Reflect.get(map, 'two')).toBe(2)
    expect(asked).toEqual(['two', 'two'])
  })

  it('has its members as its own, and nothing else that can be listed', () => {
    const map = lazyMap(['one'])(() => 7)
    expect(Object.hasOwn(map, 'one')).toBe(true)
    expect(Object.keys(map)).toEqual(['one'])
    expect(JSON.stringify(map)).toBe('{"one":7}')
  })

  it('shares nothing with another map of the same names', () => {
    const make = lazyMap(['one'])
    const [first, second] = [make(() => 'first'), make(() => 'second')]
    expect([Reflect.get(first, 'one'), Reflect.get(second, 'one')]).toEqual(['first', 'second'])
  })
})
