import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { main } from './main.ts'
import { properties } from './properties.ts'

describe('whatever comes', () => {
  test.each(properties)('$name', async ({ property }) => {
    await fc.assert(property, { numRuns: 150 })
  })

  test('a run tries as many inputs as it is told, and none for a word that nothing has', async () => {
    expect(await main(['page that', '--runs', '50', '--seed', '1'])).toBe(0)
    expect(await main(['nothing such'])).toBe(2)
  })
})
