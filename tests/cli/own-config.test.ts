import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProjectSet } from '../../src/cli/policies/project-set.ts'
import { sourcesOf } from '../../src/cli/policies/sources.ts'
import { runProgram } from '../../src/cli/program.ts'
import { trustReader } from '../../src/runtime/trust/trust-reader.ts'
import { placeOf } from '../support/folder-store.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder, putFiles } from '../support/project-folder.ts'

const was = 'version: 1\npolicies: [./own.yaml]\n'
const own = (allowed: string): string => `version: 1\nextends: builtin:blockers\nparams: { allow: "${allowed}" }\n`

/** A folder of a project, and the user's own config, which a script changed while an agent was at work. */
function changed(files: Record<string, string> = {}) {
  const directory = projectFolder(files)
  const userFolder = join(projectFolder({}), 'diverter')
  mkdirSync(userFolder)
  putFiles(userFolder, { 'diverter.yaml': was, 'own.yaml': own('make') })
  const io = () => ({ ...memoryIo(directory), userFolder })
  const path = join(userFolder, 'own.yaml')
  const hold = () => {
    const plugin = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false, userFolder)
    writeFileSync(path, own('curl *'))
    expect(plugin.hold([{ name: path, before: own('make'), after: own('curl *') }], 1)).toBe(null)
    plugin.close()
  }
  const command = async (words: string, more: { notAPerson?: () => string | null } = {}) => {
    const heard = { ...io(), ...more }
    const code = await runProgram(words.split(' '), '0.1.0', heard)
    return { code, output: heard.output(), errors: heard.errors() }
  }
  /** What the policies in force allow, as the program loads them. */
  const allowed = () => {
    const heard = io()
    const loaded = loadProjectSet(sourcesOf(heard), heard)
    if (typeof loaded === 'string') throw new Error(loaded)
    return loaded.policies.find(({ name }) => name === 'blockers')?.params['allow']
  }
  return { directory, path, hold, command, allowed }
}

describe('the user’s own config that changed while OpenCode was open', () => {
  test('is shown by trust with the difference, decides as it was, and counts once it is taken', async () => {
    const { path, hold, command, allowed } = changed()
    expect(allowed()).toEqual(['make'])
    hold()
    expect(allowed()).toEqual(['make'])
    const difference = `Changed in your own config while OpenCode was open: 1 file

${path} (changed)
@@ -1,3 +1,3 @@
 version: 1
 extends: builtin:blockers
-params: { allow: "make" }
+params: { allow: "curl *" }

`
    expect(await command('trust --show')).toEqual({
      code: 1,
      output: `${difference}Not trusted yet: run \`npx opencode-diverter trust\` if this is what you want.\n`,
      errors: '',
    })
    expect(await command('trust')).toEqual({
      code: 0,
      output: `${difference}Taken: 1 file of your own config, as shown.\n`,
      errors: '',
    })
    expect(allowed()).toEqual(['curl *'])
    expect((await command('trust')).output).toBe(
      'Nothing to trust here: this project has no policies and no config of its own.\n',
    )
    // Another process that finds the same change later.
    hold()
    expect(allowed()).toEqual(['curl *'])
  })

  test('is taken with the project where both wait, and by a person alone', async () => {
    const { directory, hold, command } = changed({ '.opencode/diverter.yaml': 'version: 1\n' })
    hold()
    const refused = await command('trust', { notAPerson: () => 'it was started by OpenCode' })
    expect(refused.code).toBe(4)
    const { code, output } = await command('trust')
    expect(code).toBe(0)
    expect(output).toContain('What binds in this project: 1 file\n')
    expect(output).toContain('Changed in your own config while OpenCode was open: 1 file\n')
    expect(output).toContain(
      `Trusted: 1 file of ${directory}, as shown. A change in one of them waits until you run this again.\nTaken: 1 file of your own config, as shown.\n`,
    )
    expect((await command('trust')).output).toContain('Trusted: all that binds in')
  })

  test('that is as it was again waits for nobody', async () => {
    const { path, hold, command } = changed()
    hold()
    writeFileSync(path, own('make'))
    expect((await command('trust --show')).code).toBe(0)
  })
})
