import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type AttackClass, classes } from './classes.ts'
import { page } from './main.ts'
import { isEnough, type Row, tableOf, withTable } from './table.ts'

/** Each class is tried once in all. */
const rows = new Map<string, Row>()
function rowOf({ name, samples, failed, least }: AttackClass): Row {
  const known = rows.get(name)
  if (known !== undefined) return known
  const tried = samples()
  const row = { name, tried: tried.length, failed: failed(tried), least }
  rows.set(name, row)
  return row
}

describe('what is tried', () => {
  // Some classes compute for half a minute, and a machine may have others to serve.
  test.each(classes)('$name', { timeout: 600_000 }, (one) => {
    expect(rowOf(one).failed).toEqual([])
  })

  test('enough of a class must hold, and an empty class holds nothing', () => {
    const row = { name: 'a', tried: 100, failed: ['x', 'y', 'z'], least: 0.97 }
    expect(isEnough(row)).toBe(true)
    expect(isEnough({ ...row, least: 0.98 })).toBe(false)
    expect(isEnough({ ...row, tried: 0, failed: [] })).toBe(false)
    expect(tableOf([row])).toContain('| a | 100 | 97 |')
  })

  test('the page of security says what was tried, class by class', { timeout: 600_000 }, () => {
    const text = readFileSync(page, 'utf8')
    expect(text, 'run: npm run attack -- --write').toBe(withTable(text, tableOf(classes.map(rowOf))))
  })
})
