import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const policy = fileURLToPath(new URL('../../policies/blockers.yaml', import.meta.url))

test('blockers.yaml is read in one go: at most 500 lines, none over 120 characters', () => {
  const lines = readFileSync(policy, 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(500)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})
