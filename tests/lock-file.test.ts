import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitsRange } from '../src/policy/layers/version-range.ts'

interface Locked {
  version?: string
  link?: boolean
  resolved?: string
  optionalDependencies?: Record<string, string>
}

test('the lock file names the programs for all platforms, or npm ci refuses it', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  const wanted = ['node_modules/opencode-ai', 'node_modules/@lydell/node-pty', 'scripts/node'].flatMap((place) =>
    Object.keys(packages[place]?.optionalDependencies ?? {}),
  )
  expect(wanted.length).toBeGreaterThan(17)
  expect(wanted.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([])
  // A folder of this repository is the only thing that is found where the lock file says.
  const found = Object.values(packages).filter(({ resolved }) => resolved !== undefined)
  expect(found).toEqual([{ resolved: 'scripts/node', link: true }])
})

test('the tests run on a Node that the package asks for, whatever the machine has', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string }
  }
  expect(engines.node).toBe('>=22.13')
  expect(fitsRange(process.versions.node, engines.node)).toBe(true)
  expect(process.getBuiltinModule('node:sqlite')).toHaveProperty('DatabaseSync')
})
