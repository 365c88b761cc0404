import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadPolicies } from '../../src/host/policies.ts'
import { digest } from '../../src/runtime/node-digest.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'policies-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(directory, name)), { recursive: true })
  writeFileSync(join(directory, name), text)
}
const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
const load = (config: string | null = null) => loadPolicies({ directory, config, read, digest })
const names = (policies: Awaited<ReturnType<typeof load>>) => policies.current().set.policies.map(({ name }) => name)

const listed = 'version: 1\npolicies: [./policies/ours.yaml]\n'
const ours = (prompts: string) => `version: 1\nextends: builtin:blockers\nparams: { maxPrompts: ${prompts} }\n`

describe('the policies of a project', () => {
  it('are the built-in ones without a config file', async () => {
    const policies = await load()
    expect(names(policies)).toEqual(expect.arrayContaining(['guard', 'blockers']))
    expect(policies.problems()).toEqual([])
    expect(policies.paths()).toEqual(['.opencode/diverter.yaml', '.opencode/diverter.local.yaml'])
  })

  it('take the listed file in the place of the built-in policy of its name', async () => {
    put('.opencode/diverter.yaml', listed)
    put('.opencode/policies/ours.yaml', ours('7'))
    const policies = await load()
    expect(policies.problems()).toEqual([])
    expect(names(policies).filter((name) => name === 'blockers')).toHaveLength(1)
    expect(policies.current().set.policies.find(({ name }) => name === 'blockers')?.params['maxPrompts']).toBe(7)
    expect(policies.paths()).toContain('.opencode/policies/ours.yaml')
  })

  it('fall back to the built-in policy of a broken file, and say so', async () => {
    put('.opencode/diverter.yaml', listed)
    put('.opencode/policies/ours.yaml', ours('many'))
    const policies = await load()
    expect(names(policies)).toEqual(expect.arrayContaining(['guard', 'blockers']))
    expect(policies.problems().join('\n')).toContain('ours.yaml')
  })

  it('change with the file, and keep the last good set while it is broken', async () => {
    put('.opencode/diverter.yaml', listed)
    put('.opencode/policies/ours.yaml', ours('7'))
    const policies = await load()
    const before = policies.current()
    expect(policies.current()).toBe(before)
    put('.opencode/policies/ours.yaml', ours('"broken'))
    expect(policies.current().hash).toBe(before.hash)
    expect(policies.problems()).not.toEqual([])
    put('.opencode/policies/ours.yaml', ours('8'))
    expect(policies.current().hash).not.toBe(before.hash)
    expect(policies.problems()).toEqual([])
  })

  it('read no file outside the project', async () => {
    put('.opencode/diverter.yaml', 'version: 1\npolicies: [../../elsewhere.yaml]\n')
    expect((await load()).problems().join('\n')).toContain('outside the project')
  })

  it('say that a config file named in the options is missing', async () => {
    expect((await load('ours/diverter.yaml')).problems().join('\n')).toContain('ours/diverter.yaml')
  })
})
