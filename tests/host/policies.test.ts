import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadPolicies } from '../../src/host/files/policies.ts'
import { sourceText } from '../../src/runtime/reading/source-text.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'policies-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(directory, name)), { recursive: true })
  writeFileSync(join(directory, name), text)
}
const load = (config: string | null = null) => loadPolicies({ directory, config, read: sourceText, digest })
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

  it('bind with the plugins that a config names by their path', async () => {
    put('opencode.json', '{ "plugin": ["./tools/p.js", "a-package", ["../q.ts", {}]] }')
    expect((await load()).paths()).toEqual(expect.arrayContaining(['tools/p.js', join(dirname(directory), 'q.ts')]))
  })

  it('say where they come from', async () => {
    const git = () => put('.git/HEAD', '')
    expect((await load()).origin()).toBe('Config: none (built-in policies)')
    put('.opencode/policies/ours.yaml', ours('7'))
    expect((await load()).origin()).toBe(`Config: none, but ${directory}/.opencode/policies`)
    put('.opencode/diverter.yaml', listed)
    put('.opencode/diverter.local.yaml', 'version: 1\n')
    git()
    const settings = [
      { source: 'opencode.json', option: 'params.repeats', policy: 'blockers', param: 'repeats', value: 9 },
    ]
    const below = await loadPolicies({
      directory: join(directory, 'src'),
      config: null,
      settings,
      read: sourceText,
      digest,
    })
    expect(below.origin()).toBe(
      `Config: ${directory}/.opencode/diverter.yaml, ${directory}/.opencode/diverter.local.yaml, options in opencode.json`,
    )
    put('.opencode/policies/ours.yaml', ours('many'))
    below.current()
    expect(below.problems()).toEqual([expect.stringContaining(`${directory}/.opencode/policies/ours.yaml:3: `)])
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

  it('are not used on versions that they do not fit, and the built-in policy of the name holds', async () => {
    put('.opencode/diverter.yaml', listed)
    const requiring = (range: string) => `${ours('7')}requires: ${range}\n`
    const loadOn = async (range: string) => {
      put('.opencode/policies/ours.yaml', requiring(range))
      const versions = async () => ({ opencode: '1.18.33', plugin: '0.1.0' })
      const policies = await loadPolicies({ directory, config: null, read: sourceText, digest, versions })
      const prompts = policies.current().set.policies.find(({ name }) => name === 'blockers')?.params['maxPrompts']
      return { prompts, problems: policies.problems() }
    }
    expect(await loadOn('{ opencode: ">=1.18 <2", plugin: ">=0.1" }')).toEqual({ prompts: 7, problems: [] })
    expect(await loadOn('{ opencode: ">=2" }')).toEqual({
      prompts: 100,
      problems: [
        '.opencode/policies/ours.yaml:4: The policy needs OpenCode >=2, and this is 1.18.33: update one of the two',
      ],
    })
    expect(await loadOn('{ plugin: ">=9" }')).toMatchObject({ prompts: 100 })
    expect(await loadOn('{ plugin: newest }')).toMatchObject({ prompts: 100 })
  })

  it('read no file outside the project', async () => {
    put('.opencode/diverter.yaml', 'version: 1\npolicies: [../../elsewhere.yaml]\n')
    expect((await load()).problems().join('\n')).toContain('outside the project')
  })

  it('say that a config file named in the options is missing', async () => {
    expect((await load('ours/diverter.yaml')).problems().join('\n')).toContain('ours/diverter.yaml')
  })
})

describe('files of a project that are none', () => {
  const place = (name: string, make: (path: string) => void) => {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    make(join(directory, name))
  }
  const linkTo = (target: string) => (path: string) => symlinkSync(target, path)
  const pipe = (path: string) => execFileSync('mkfifo', [path])
  const huge = (path: string) => {
    writeFileSync(path, 'version: 1\n')
    truncateSync(path, 10 ** 12)
  }
  const config = '.opencode/diverter.yaml'
  const policy = '.opencode/policies/ours.yaml'

  it.each([
    ['a config that is a link to a device', config, linkTo('/dev/zero'), 'it is a link that leads outside'],
    ['a config that is a pipe', config, pipe, 'is a pipe'],
    ['a config without an end', config, huge, 'is too large: at most 1 MB are read'],
    ['a config that is a folder', config, mkdirSync, 'is a folder'],
    ['a local config that leads elsewhere', '.opencode/diverter.local.yaml', linkTo('/etc/hostname'), 'leads outside'],
    ['a policy that leads elsewhere', policy, linkTo('/etc/hostname'), 'leads outside'],
    ['a policy without an end', policy, huge, 'is too large: at most 1 MB are read'],
  ])('are said and not read: %s', async (_what, name, make, why) => {
    place(name, make)
    const policies = await load()
    expect(policies.problems()).toEqual([expect.stringContaining(why)])
    expect(names(policies)).toEqual(['guard', 'phases', 'blockers'])
  })

  it.each([
    ['a template', 'templates: { hello: ../secret.hbs }', '../../../secret'],
    ['a template in a linked folder', 'templates: { hello: ./out/secret.hbs }', '../../..'],
  ])('give no text of elsewhere to a policy: %s', async (_what, texts, target) => {
    writeFileSync(join(dirname(directory), 'secret'), 'xyzzy-of-elsewhere')
    put(policy, `version: 1\nname: ours\n${texts}\nrules: []\n`)
    place('.opencode/secret.hbs', linkTo(target))
    place('.opencode/policies/out', linkTo(target))
    const policies = await load()
    expect(JSON.stringify([policies.current(), policies.problems()])).not.toContain('xyzzy-of-elsewhere')
    expect(policies.problems().join()).toContain('Cannot read the template')
  })

  it.each(['builtin:../../x', 'builtin:../templates/init/policy', 'builtin:/etc/passwd', 'builtin:'])(
    'are not reached by the name of a built-in policy: %s',
    async (reference) => {
      put(policy, `version: 1\nname: ours\nextends: '${reference}'\n`)
      expect((await load()).problems().join()).toContain(`Cannot extend ${reference}: it does not ship with the plugin`)
    },
  )
})
