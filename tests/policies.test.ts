import { describe, expect, test } from 'vitest'
import { findCases } from '../src/cli/policies/cases.ts'
import { createSources } from '../src/cli/policies/sources.ts'
import { testCase } from '../src/cli/test.ts'

const root = process.cwd()
const { cases, orphans } = findCases(['tests/policies'], root)

describe('policy cases', () => {
  test('there are cases, and every golden file belongs to one', () => {
    expect(cases.length).toBeGreaterThan(50)
    expect(orphans).toEqual([])
  })

  test.each(cases)('%s', (file) => {
    const { result, failures } = testCase(file, root, createSources(root).find, false)
    // A case that is to hold one day says so itself, and fails once it holds.
    expect(result === 'todo' ? [] : failures).toEqual([])
  })
})
