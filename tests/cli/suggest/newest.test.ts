import { describe, expect, test } from 'vitest'
import { newestOf } from '../../../src/cli/suggest/read-nights.ts'

describe('the newest nights', () => {
  const lines: Readonly<Record<string, number>> = { a: 50, gone: 0, b: 40, c: 30, d: 20 }
  const read: string[] = []
  const newest = (roots: readonly string[], most: number): string[] => {
    read.length = 0
    return newestOf(roots, most, (root) => {
      read.push(root)
      return lines[root] ?? 0
    })
  }

  test('are as many as have so many lines together, the oldest first, and no older one is read', () => {
    expect(newest(['a', 'gone', 'b', 'c', 'd'], 90)).toEqual(['b', 'c', 'd'])
    expect(read).toEqual(['d', 'c', 'b', 'gone', 'a'])
    expect(newest(['a', 'gone', 'b', 'c', 'd'], 89)).toEqual(['c', 'd'])
    expect(read).toEqual(['d', 'c', 'b'])
  })

  test('are one at least, and none where no night has lines', () => {
    expect(newest(['b', 'a'], 10)).toEqual(['a'])
    expect(newest(['a', 'gone'], 10)).toEqual(['a'])
    expect(newest(['gone'], 10)).toEqual([])
    expect(newest([], 10)).toEqual([])
  })
})
