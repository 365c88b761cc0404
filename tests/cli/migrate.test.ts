import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.ts'
import { runProgram } from '../../src/cli/program.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder } from '../support/project-folder.ts'

const old = `version: 0
name: night
# Said first.
rules:
  - id: told
    on: turn.ended          # one event
    when: { var: event.empty }
    then: [ { notify:   "Ended." } ]
`
const now = old.replace('version: 0', 'version: 1').replace('on: turn.ended ', 'events: [turn.ended] ')
const refused = old.replace('    when', '    mode: off\n    when').replace('night', 'other')
const config = (files: string) => `version: 1\npolicies: [${files}]\n`

function project(files: Record<string, string>) {
  const folder = projectFolder(files)
  const io = memoryIo(folder)
  return {
    io,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    migrate: (...words: string[]) => runProgram(['migrate', ...words], '1.0.0', io),
  }
}

describe('migrate', () => {
  test('shows what it would change, and changes nothing', async () => {
    const { io, read, migrate } = project({ 'a.yaml': old })
    expect(await migrate('a.yaml')).toBe(0)
    expect(io.output()).toContain('--- ./a.yaml\n+++ ./a.yaml\n@@ -1,8 +1,8 @@\n')
    expect(io.output()).toContain(
      '-    on: turn.ended          # one event\n+    events: [turn.ended]          # one event\n',
    )
    expect(io.output()).toContain('1 file to migrate; --write makes the changes\n')
    expect(read('a.yaml')).toBe(old)
  })

  test('writes with --write what lint then passes, and has nothing to do the next time', async () => {
    const { io, read, migrate } = project({ 'a.yaml': old })
    expect(await migrate('--write', 'a.yaml')).toBe(0)
    expect(read('a.yaml')).toBe(now)
    expect(lintCommand(['a.yaml'], io)).toBe(0)
    expect(await migrate('--write', 'a.yaml')).toBe(0)
    expect(io.output()).toContain('wrote 1 file\n')
    expect(io.output()).toMatch(/1 file, nothing to migrate\n$/)
  })

  test('writes no file if one is refused, and says why', async () => {
    const { io, read, migrate } = project({ 'a.yaml': old, 'b.yaml': refused })
    expect(await migrate('--write', 'a.yaml', 'b.yaml')).toBe(1)
    expect(io.errors()).toBe(
      'b.yaml:7:11: Cannot disable the rule without a reason: add because, which says why it is off\n',
    )
    expect(io.output()).toBe('Nothing was written: mend what is named above first, by hand\n')
    expect([read('a.yaml'), read('b.yaml')]).toEqual([old, refused])
  })

  test("without files takes what the project's configs list, with what that extends", async () => {
    const { read, migrate } = project({
      '.opencode/diverter.yaml': config('./policies/top.yaml, npm:team/x.yaml, builtin:guard'),
      '.opencode/diverter.local.yaml': config('./local.yaml'),
      '.opencode/policies/top.yaml': 'version: 0\nextends: ./a.yaml\ndescription: On top.\n',
      '.opencode/policies/a.yaml': old,
      '.opencode/policies/unlisted.yaml': old,
      '.opencode/local.yaml': old.replace('night', 'local'),
      'node_modules/team/x.yaml': old,
    })
    expect(await migrate('--write')).toBe(0)
    expect(read('.opencode/policies/top.yaml')).toContain('version: 1')
    expect(read('.opencode/policies/a.yaml')).toBe(now)
    expect(read('.opencode/local.yaml')).toContain('version: 1')
    expect(read('.opencode/policies/unlisted.yaml')).toBe(old)
    expect(read('node_modules/team/x.yaml')).toBe(old)
  })

  test('without files and config takes the folder policies', async () => {
    const { read, migrate } = project({ 'policies/a.yaml': old })
    expect(await migrate('--write')).toBe(0)
    expect(read('policies/a.yaml')).toBe(now)
  })

  test('says what cannot be read, and that there is nothing', async () => {
    const { io, migrate } = project({ '.opencode/diverter.yaml': config('./none.yaml') })
    expect(await migrate()).toBe(3)
    expect(io.errors()).toBe('Cannot read .opencode/none.yaml: there is no such file\n')
    const empty = project({})
    expect(await empty.migrate()).toBe(1)
    expect(empty.io.errors()).toContain('Nothing to migrate')
  })

  const long = `${old}${'  # Nothing to do here.\n'.repeat(20)}  - { id: last, on: user.wrote, then: [pass] }`
  const files = {
    'policies/a.yaml': old,
    'policies/with space/ä.yaml': old,
    'policies/long.yaml': long,
    'policies/windows.yaml': old.replaceAll('\n', '\r\n'),
    'policies/open.yaml': old.trimEnd(),
  }
  const names = Object.keys(files)

  const ways: [string, string, string, string[]][] = [
    ['git apply', '.', 'git', ['apply', '-']],
    ['git apply in a folder of a repository', 'in/side', 'git', ['apply', '-']],
    // Not every machine has it, as every one that works on this repository has git.
    ...(spawnSync('patch', ['--version']).status === 0
      ? [['patch -p0', '.', 'patch', ['-p0', '--binary']] satisfies [string, string, string, string[]]]
      : []),
  ]

  test.each(ways)('what it shows is a patch for %s', async (_, inside, program, words) => {
    const placed = Object.fromEntries(Object.entries(files).map(([name, text]) => [join(inside, name), text]))
    const root = projectFolder(placed)
    const folder = join(root, inside)
    if (program === 'git') execFileSync('git', ['init', '--quiet'], { cwd: root })
    const io = memoryIo(folder)
    const given = names.map((name, index) => (index === 0 ? join(folder, name) : name))
    expect(await runProgram(['migrate', ...given], '1.0.0', io)).toBe(0)
    expect(io.output().match(/^@@ /gm)).toHaveLength(names.length + 1)
    const input = io.output()
    if (program === 'git') execFileSync('git', ['apply', '--check', '-'], { cwd: folder, input })
    execFileSync(program, words, { cwd: folder, input })
    const patched = names.map((name) => readFileSync(join(folder, name), 'utf8'))
    const written = project(files)
    expect(await written.migrate('--write', ...names)).toBe(0)
    expect(patched).toEqual(names.map(written.read))
  })
})
