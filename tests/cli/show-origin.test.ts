import { describe, expect, test } from 'vitest'
import { trustCommand } from '../../src/cli/trust/trust.ts'
import { runProgram } from '../../src/cli/program.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder } from '../support/project-folder.ts'

const layer = (rest: string) => `version: 1\nextends: builtin:blockers\n${rest}\n`

async function show(files: Record<string, string>, userFiles: Record<string, string>, ...words: string[]) {
  const io = { ...memoryIo(projectFolder(files)), userFolder: projectFolder(userFiles) }
  trustCommand({}, { ...io, write: () => undefined })
  const code = await runProgram(['show', ...words], '1.0.0', io)
  return { code, output: io.output().replace(/ +#/g, ' #'), errors: io.errors() }
}

const files = {
  '.opencode/diverter.yaml': 'version: 1\nbuiltin: [guard, blockers]\npolicies: [./b.yaml]\n',
  '.opencode/b.yaml': layer('override:\n  rules.divert-question: { mode: disabled, because: we want to be asked }'),
  '.opencode/diverter.local.yaml': 'version: 1\npolicies: [./l.yaml]\n',
  '.opencode/l.yaml': layer('params: { repeats: 9, allow: "x *" }'),
}
const userFiles = {
  'diverter.yaml': 'version: 1\npolicies: [./u.yaml]\n',
  'u.yaml': layer('params: { maxPrompts: 7 }'),
}

describe('show --resolved --origin', () => {
  test('names the layer of each value and keeps disabled rules with their reason', async () => {
    const { code, output, errors } = await show(files, userFiles, 'blockers', '--resolved', '--origin')
    expect(code).toBe(0)
    expect(output).toContain('    default: 9 # .opencode/l.yaml:3\n')
    expect(output).toContain('    default: 7 # user:u.yaml:3\n')
    expect(output).toMatch(/ {2}- id: divert-question # builtin:blockers:\d+\n/)
    expect(output).toContain(
      '    mode: disabled # .opencode/b.yaml:4\n    because: we want to be asked # .opencode/b.yaml:4\n',
    )
    expect(output).toMatch(/ {2}instructions: ".*" # builtin:templates\/blockers\/instructions\.hbs:1\n/)
    expect(errors).toBe('')
  })

  test('shows all policies in force without a name', async () => {
    const { code, output } = await show(files, userFiles, '--resolved')
    expect(code).toBe(0)
    expect(output.match(/^name: \w+$/gm)).toEqual(['name: blockers', 'name: guard'])
    expect(output).not.toContain(' # ')
  })

  test('as data is a list of policies, whatever was named', async () => {
    const { code, output } = await show(files, userFiles, 'blockers', '--json')
    const [only, ...others] = JSON.parse(output)
    expect({ code, others, name: only.name, repeats: only.params.repeats.default }).toEqual({
      code: 0,
      others: [],
      name: 'blockers',
      repeats: 9,
    })
    const all = JSON.parse((await show(files, userFiles, '--json')).output)
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['blockers', 'guard'])
  })

  test('says what is wrong with a file whose policy is not in force', async () => {
    const { output, errors } = await show(
      { ...files, '.opencode/l.yaml': layer('params: { repeat: 9 }') },
      {},
      'blockers',
    )
    expect(errors).toContain('.opencode/l.yaml:3:11  error')
    expect(output).toContain('disabled: we want to be asked')
  })

  test('takes files and built-in policies that are not in force', async () => {
    expect(await show({}, {}, 'phases')).toMatchObject({ code: 0, output: expect.stringContaining('phases (order 20') })
    expect(await show({ 'a.yaml': files['.opencode/b.yaml'] }, {}, 'a.yaml', '--origin')).toMatchObject({
      code: 0,
      output: expect.stringContaining('because: we want to be asked # a.yaml:4'),
    })
    expect(await show({}, {}, 'none')).toMatchObject({
      code: 3,
      errors: 'Cannot show "none": no policy of this name is in force; there are guard, phases, blockers\n',
    })
  })
})
