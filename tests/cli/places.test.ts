import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trustCommand } from '../../src/cli/trust/trust.ts'
import { runProgram } from '../../src/cli/program.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder } from '../support/project-folder.ts'

const git = { '.git/HEAD': '' }
const layer = (params: string) => `version: 1\nextends: builtin:blockers\nparams: { ${params} }\n`
const aCase = 'name: it is quiet\npolicies: [../blockers.yaml]\nsteps:\n  - user.interrupted: {}\n'

/** Runs the program in a folder of a project, and gives what it says. */
async function run(root: string, from: string, ...words: string[]) {
  mkdirSync(join(root, from), { recursive: true })
  const io = memoryIo(join(root, from))
  trustCommand({}, memoryIo(join(root, from)))
  const code = await runProgram(words, '1.0.0', io)
  return { code, output: io.output(), errors: io.errors() }
}

describe('in a subfolder of a project', () => {
  const files = {
    ...git,
    '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [policies/*.yaml]\n',
    '.opencode/policies/blockers.yaml': layer('maxPrompts: 7'),
    '.opencode/policies/tests/quiet.yaml': aCase,
  }

  test('lint checks what is in force, by paths from here', async () => {
    const good = await run(projectFolder(files), 'src/deep', 'lint')
    expect(good).toMatchObject({ code: 0, errors: '' })
    const bad = { ...files, '.opencode/policies/blockers.yaml': layer('maxPrompts: many') }
    const { code, output } = await run(projectFolder(bad), 'src/deep', 'lint')
    expect(code).toBe(1)
    expect(output).toContain('../../.opencode/policies/blockers.yaml:3:')
  })

  test('test runs the cases of the project, and show knows its policies', async () => {
    const root = projectFolder(files)
    expect(await run(root, 'src/deep', 'test', '-u')).toMatchObject({ code: 0 })
    expect(readFileSync(join(root, '.opencode/policies/tests/quiet.golden.yaml'), 'utf8')).toContain('user.interrupted')
    expect((await run(root, 'src/deep', 'test')).output).toContain('1 case, 0 failed')
    expect((await run(root, 'src/deep', 'show')).output).toMatch(/maxPrompts +7 /)
    expect((await run(root, 'src/deep', 'migrate')).output).toBe('1 file, nothing to migrate\n')
  })
})

describe('without a config', () => {
  test('lint checks the policies folder as a whole', async () => {
    const root = projectFolder({
      '.opencode/policies/a.yaml': layer('maxPrompts: 7'),
      '.opencode/policies/b.yaml': 'version: 1\nname: blockers\nrules: []\n',
    })
    const { code, output } = await run(root, '.', 'lint')
    expect(code).toBe(1)
    expect(output).toContain('A policy "blockers" is in the set already, from .opencode/policies/a.yaml')
  })

  test('and without policies nothing is checked, which is said', async () => {
    const { code, errors } = await run(projectFolder({ '.opencode/policies/tests/a.yaml': aCase }), '.', 'lint')
    expect(code).toBe(1)
    expect(errors).toContain(
      'Nothing to check here: there is neither a config nor a policy in .opencode/, nor a folder policies/; `npx opencode-diverter init` begins a policy',
    )
  })
})

describe("the plugin's options", () => {
  const options = (given: unknown) => JSON.stringify({ plugin: [['opencode-diverter', given]] })

  test('count in what show says, with the file that has them', async () => {
    const root = projectFolder({ ...git, 'opencode.json': options({ maxBlockersPerRun: 20 }) })
    expect((await run(root, 'src', 'show', 'blockers')).output).toMatch(/maxBlockers +20 /)
    expect((await run(root, 'src', 'show', 'blockers', '--origin')).output).toMatch(
      /maxBlockers:[\s\S]*?# \.\.\/opencode\.json:1/,
    )
  })

  test('that are at fault are said by show and lint', async () => {
    const root = projectFolder({
      '.opencode/opencode.json': options({ completionMark: 'X', maxReprompts: 1 }),
      '.opencode/policies/a.yaml': layer('maxPrompts: 7'),
    })
    for (const { output, errors } of [await run(root, '.', 'show'), await run(root, '.', 'lint')]) {
      const said = output + errors
      expect(said).toContain('Cannot use option completionMark: it is unknown (did you mean "completionMarker"?)')
      expect(said).toContain('Cannot use option maxReprompts: 1 does not fit: at least 2 is wanted')
      expect(said).toContain('.opencode/opencode.json')
    }
    expect((await run(root, '.', 'lint')).code).toBe(1)
  })

  test('that switch the plugin off are said', async () => {
    const root = projectFolder({ 'opencode.json': options({ enabled: false }) })
    expect((await run(root, '.', 'show')).errors).toContain('The plugin is switched off here by enabled: false')
  })
})
