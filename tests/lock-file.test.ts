import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  version: string
  optionalDependencies?: Record<string, string>
}

test('the lock file names every optional package, also those of other platforms, or npm ci refuses it', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  const host = packages['node_modules/opencode-ai']
  const wanted = Object.keys(host?.optionalDependencies ?? {})
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([])
  expect(text).not.toContain('"resolved"')
})
