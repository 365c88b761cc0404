import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  version: string
  optionalDependencies?: Record<string, string>
}

test('the lock file names the programs for all platforms, or npm ci refuses it', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  const wanted = ['opencode-ai', '@lydell/node-pty'].flatMap((name) =>
    Object.keys(packages[`node_modules/${name}`]?.optionalDependencies ?? {}),
  )
  expect(wanted.length).toBeGreaterThan(12)
  expect(wanted.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([])
  expect(text).not.toContain('"resolved"')
})
