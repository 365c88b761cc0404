import { describe, expect, test } from 'vitest'
import { classes } from './classes.ts'
import { isEnough, tableOf } from './table.ts'

describe('what is tried', () => {
  test.each(classes)('$name', ({ samples, failed }) => {
    expect(failed(samples())).toEqual([])
  })

  test('enough of a class must hold, and an empty class holds nothing', () => {
    const row = { name: 'a', tried: 100, failed: ['x', 'y', 'z'], least: 0.97 }
    expect(isEnough(row)).toBe(true)
    expect(isEnough({ ...row, least: 0.98 })).toBe(false)
    expect(isEnough({ ...row, tried: 0, failed: [] })).toBe(false)
    expect(tableOf([row])).toContain('| a | 100 | 97 |')
  })
})
