import { DatabaseSync } from 'node:sqlite'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CommandIo } from '../../src/cli/io/io.ts'
import { runProgram } from '../../src/cli/program.ts'
import { loadPolicies } from '../../src/host/files/policies.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { sourceText } from '../../src/runtime/reading/source-text.ts'
import { trustReader } from '../../src/runtime/trust/trust-reader.ts'
import { placeOf } from '../support/folder-store.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder, putFiles } from '../support/project-folder.ts'

const config = '.opencode/diverter.yaml'
const policy = '.opencode/policies/ours.yaml'
const ours = (params: string) => `version: 1\nextends: builtin:blockers\nparams: { ${params} }\n`
const files = {
  [config]: 'version: 1\npolicies: [./policies/ours.yaml]\n',
  [policy]: ours('maxPrompts: 7, allow: "npm test"'),
}

async function command(directory: string, words: string, more: Partial<Pick<CommandIo, 'notAPerson' | 'place'>> = {}) {
  const io = { ...memoryIo(directory), ...more }
  const code = await runProgram(words.split(' '), '0.1.0', io)
  return { code, output: io.output(), errors: io.errors() }
}

describe('trust', () => {
  test('shows what binds and what of it may allow more, and takes it', async () => {
    const directory = projectFolder(files)
    const shown = await command(directory, 'trust --show')
    expect(shown.output).toBe(`What binds in this project: 2 files

.opencode/diverter.yaml
@@ -0,0 +1,2 @@
+version: 1
+policies: [./policies/ours.yaml]

.opencode/policies/ours.yaml
@@ -0,0 +1,3 @@
+version: 1
+extends: builtin:blockers
+params: { maxPrompts: 7, allow: "npm test" }

What may allow more, and how it counts without your trust:
  .opencode/policies/ours.yaml:3:26  The value of "allow" does not count

Not trusted yet: run \`npx opencode-diverter trust\` if this is what you want.
`)
    expect(shown.code).toBe(1)
    const taken = await command(directory, 'trust')
    expect(taken.code).toBe(0)
    expect(taken.output).toContain(
      `Trusted: 2 files of ${directory}, as shown. A change in one of them waits until you run this again.\n`,
    )
    for (const words of ['trust', 'trust --show'])
      expect(await command(directory, words)).toEqual({
        code: 0,
        output: `Trusted: all that binds in ${directory} is as you trusted it.\n`,
        errors: '',
      })
  })

  test('is taken and revoked by the folder that was trusted, where nothing binds there any more', async () => {
    const directory = projectFolder({ ...files, '.git/HEAD': '', 'sub/a.txt': '' })
    await command(directory, 'trust')
    renameSync(join(directory, '.opencode'), join(directory, 'away'))
    const place = placeOf(directory)
    const taken = await command(join(directory, 'sub'), 'trust', { place })
    expect(taken.output).toContain(`Trusted: 2 files of ${directory}, as shown.`)
    expect((await command(join(directory, 'sub'), 'trust --revoke', { place })).output).toBe(
      `Not trusted any more: what binds in ${directory}.\n`,
    )
    expect((await command(directory, 'trust --revoke')).output).toBe('Nothing is trusted here.\n')
  })

  test('shows the difference of what was changed, came or went', async () => {
    const directory = projectFolder(files)
    await command(directory, 'trust')
    putFiles(directory, { [policy]: ours('maxPrompts: 8, allow: "npm test"') })
    const shown = await command(directory, 'trust --show')
    expect(shown.output).toContain(`Changed since you trusted this project: 1 file

.opencode/policies/ours.yaml (changed)
@@ -1,3 +1,3 @@
 version: 1
 extends: builtin:blockers
-params: { maxPrompts: 7, allow: "npm test" }
+params: { maxPrompts: 8, allow: "npm test" }
`)
    putFiles(directory, { [config]: 'version: 1\n' })
    expect((await command(directory, 'trust --show')).output).toContain('.opencode/policies/ours.yaml (gone)')
    expect((await command(directory, 'trust')).code).toBe(0)
    expect((await command(directory, 'trust --show')).code).toBe(0)
  })

  test('is taken back', async () => {
    const directory = projectFolder(files)
    expect((await command(directory, 'trust --revoke')).output).toBe('Nothing is trusted here.\n')
    await command(directory, 'trust')
    expect((await command(directory, 'trust --revoke')).output).toBe(
      `Not trusted any more: what binds in ${directory}.\n`,
    )
    expect((await command(directory, 'trust --revoke')).output).toBe('Nothing is trusted here.\n')
    expect((await command(directory, 'trust --show')).code).toBe(1)
  })

  test('is only a person’s to give and to take back', async () => {
    const directory = projectFolder(files)
    const below = { notAPerson: () => 'it was started below OpenCode (process 7)' }
    for (const words of ['trust', 'trust --revoke'])
      expect(await command(directory, words, below)).toEqual({
        code: 4,
        output: '',
        errors: `Cannot ${words}: it was started below OpenCode (process 7), and only a person may do this; run it in a terminal of your own\n`,
      })
    expect((await command(directory, 'trust --show', below)).output).toContain('What binds in this project: 2 files')
    expect((await command(directory, 'trust --show')).code).toBe(1)
  })

  test('says that there is nothing to trust', async () => {
    expect((await command(projectFolder({}), 'trust')).output).toBe(
      'Nothing to trust here: this project has no policies and no config of its own.\n',
    )
  })

  test('is not given to files at fault', async () => {
    const directory = projectFolder({ ...files, [policy]: ours('maxPrompts: many') })
    const { code, errors } = await command(directory, 'trust')
    expect(code).toBe(1)
    expect(errors).toContain(`Cannot trust ${directory}: its files are at fault; mend them first\n  ${policy}:3:23  `)
    symlinkSync('/dev/zero', join(directory, '.opencode/diverter.local.yaml'))
    expect((await command(directory, 'trust')).errors).toContain('diverter.local.yaml: Cannot read the config file')
  })

  test('shows what cannot be seen by name, as text', async () => {
    const directory = projectFolder({ ...files, [policy]: `# \u001b[2Jno\u202eyes\n${ours('maxPrompts: 7')}` })
    const { output } = await command(directory, 'trust --show')
    expect(output).not.toMatch(/[\u001b\u202e]/)
  })

  test('holds for the contents alone: not for a row that somebody else wrote or changed', async () => {
    const directory = projectFolder(files)
    await command(directory, 'trust')
    const change = (sql: string) => {
      const database = new DatabaseSync(placeOf(directory).database)
      database.exec(sql)
      database.close()
    }
    change(`UPDATE trusted SET body = replace(body, 'npm test', 'npm tess')`)
    expect((await command(directory, 'trust --show')).output).toContain('What binds in this project')
    change('DELETE FROM trusted')
    change(`INSERT INTO trusted VALUES ('${directory}', 1, 'terminal', NULL, '{}', x'00')`)
    expect((await command(directory, 'trust --show')).output).toContain('What binds in this project')
  })

  test('says that it cannot be read, and takes nothing for trusted', async () => {
    const directory = projectFolder(files)
    await command(directory, 'trust')
    const { database } = placeOf(directory)
    writeFileSync(database, 'no database')
    const { code, errors } = await command(directory, 'trust --show')
    expect(code).toBe(3)
    expect(errors).toMatch(/^Cannot read what you trust: /)
    const { trust } = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false)
    const policies = await loadPolicies({ directory, config: null, read: sourceText, digest, trust })
    expect(policies.current().set.besides).toHaveLength(1)
    expect(policies.problems()[0]).toMatch(
      /^Cannot read whether you trust this project, so that nothing counts as trusted: /,
    )
  })

  test.each([['trust --show'], ['trust'], ['lint']])(
    'that counts no more since the key is gone is said by %s, once',
    async (words) => {
      const directory = projectFolder(files)
      await command(directory, 'trust')
      rmSync(placeOf(directory).key)
      const lost = `The key ${placeOf(directory).key} is not the one of before: what was written with that one cannot be told from a forgery and has no effect; put the old key back, or answer again\n`
      expect((await command(directory, words)).errors).toBe(lost)
      expect((await command(directory, words)).errors).toBe('')
      expect((await command(directory, 'answer')).errors).toBe('')
    },
  )

  test('is of the folder, wherever a link to it lies', async () => {
    const directory = projectFolder(files)
    await command(directory, 'trust')
    const link = join(projectFolder({}), 'link')
    symlinkSync(directory, link)
    const io = { ...memoryIo(link), place: placeOf(directory) }
    expect(await runProgram(['trust', '--show'], '0.1.0', io)).toBe(0)
    writeFileSync(join(directory, policy), ours('maxPrompts: 9'))
    expect(await runProgram(['trust', '--show'], '0.1.0', io)).toBe(1)
  })
})

describe('what was trusted decides', () => {
  const denies =
    'version: 1\nname: ours\nrules:\n  - { id: no, events: [permission.asked], then: [{ deny: { text: No } }] }\n'
  const strict = { [config]: 'version: 1\npolicies: [./policies/*.yaml]\n', [policy]: denies }
  /** The rules of the project that decide, by the plugin, and how the project stands. */
  async function standing(directory: string) {
    const { trust, close } = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false)
    try {
      const policies = await loadPolicies({ directory, config: null, read: sourceText, digest, trust })
      const names = policies.current().set.policies.map(({ name }) => name)
      return { decides: names.includes('ours'), told: policies.problems() }
    } finally {
      close()
    }
  }
  const at = (directory: string, path: string) => join(directory, path)
  const changed = (...names: string[]) => [
    expect.stringContaining(`Changed since you trusted this project: ${names.join(', ')}; what you trusted decides`),
  ]

  test.each<[string, (directory: string) => void, string[]]>([
    ['other ends of lines', (of) => writeFileSync(at(of, policy), denies.replaceAll('\n', '\r\n')), [policy]],
    [
      'a name in another case',
      (of) => renameSync(at(of, policy), at(of, policy.replace('ours', 'Ours'))),
      [policy.replace('ours', 'Ours'), policy],
    ],
    ['a file that is gone', (of) => unlinkSync(at(of, policy)), [policy]],
    ['a folder that is gone', (of) => rmSync(at(of, '.opencode/policies'), { recursive: true }), [policy]],
    ['a config that is gone', (of) => unlinkSync(at(of, config)), [config]],
    ['all that is gone', (of) => rmSync(at(of, '.opencode'), { recursive: true }), [config, policy]],
    [
      'a folder in place of a file',
      (of) => {
        unlinkSync(at(of, policy))
        mkdirSync(at(of, policy))
      },
      [policy],
    ],
    [
      'a folder in place of the config',
      (of) => {
        unlinkSync(at(of, config))
        mkdirSync(at(of, config))
      },
      [config, policy],
    ],
    [
      'a link that leads out',
      (of) => {
        const elsewhere = projectFolder({ 'ours.yaml': denies })
        unlinkSync(at(of, policy))
        symlinkSync(at(elsewhere, 'ours.yaml'), at(of, policy))
      },
      [policy],
    ],
    [
      'a link to nothing',
      (of) => {
        unlinkSync(at(of, config))
        symlinkSync('nowhere', at(of, config))
      },
      [config],
    ],
    [
      'a new file that a glob names',
      (of) => putFiles(of, { '.opencode/policies/more.yaml': 'version: 1\nname: more\nrules: []\n' }),
      ['.opencode/policies/more.yaml'],
    ],
    ['what is no policy any more', (of) => writeFileSync(at(of, policy), 'rules: ['), [policy]],
    ['an empty file', (of) => writeFileSync(at(of, policy), ''), [policy]],
  ])('over %s, and again as before once that is taken back', async (_, change, names) => {
    const directory = projectFolder(strict)
    expect((await command(directory, 'trust')).code).toBe(0)
    change(directory)
    const now = await standing(directory)
    expect(now.decides).toBe(true)
    expect(now.told).toEqual(expect.arrayContaining(changed(...names)))
    rmSync(at(directory, '.opencode'), { recursive: true, force: true })
    putFiles(directory, strict)
    expect(await standing(directory)).toEqual({ decides: true, told: [] })
  })

  test.each<[string, (directory: string) => void]>([
    ['other bits of a mode', (of) => chmodSync(at(of, policy), 0o755)],
    [
      'a link to the same text within the project',
      (of) => {
        renameSync(at(of, policy), at(of, 'kept.yaml'))
        symlinkSync(at(of, 'kept.yaml'), at(of, policy))
      },
    ],
    ['a file that no glob names', (of) => putFiles(of, { '.opencode/policies/notes.txt': 'x' })],
  ])('the same with %s', async (_, change) => {
    const directory = projectFolder(strict)
    await command(directory, 'trust')
    change(directory)
    expect(await standing(directory)).toEqual({ decides: true, told: [] })
    expect(readFileSync(at(directory, policy), 'utf8')).toBe(denies)
  })

  test('in a folder below too, where nothing is left that says which folder it was', async () => {
    const directory = projectFolder({ ...strict, '.git/HEAD': '', 'packages/a/b.ts': '' })
    await command(directory, 'trust')
    rmSync(at(directory, '.opencode'), { recursive: true })
    const { trust, close } = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false)
    const below = at(directory, 'packages/a')
    const policies = await loadPolicies({
      directory: below,
      config: null,
      read: sourceText,
      digest,
      trust,
    })
    expect(policies.current().set.policies.map(({ name }) => name)).toContain('ours')
    close()
  })

  test('until the person takes that it is gone', async () => {
    const directory = projectFolder(strict)
    await command(directory, 'trust')
    rmSync(at(directory, '.opencode'), { recursive: true })
    expect((await command(directory, 'trust')).output).toContain('Trusted: 2 files of')
    expect(await standing(directory)).toEqual({ decides: false, told: [] })
  })
})
