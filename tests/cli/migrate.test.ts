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
    expect(io.output()).toContain('--- a.yaml\n+++ a.yaml\n@@')
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
})
