import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.ts'
import { runProgram } from '../../src/cli/program.ts'
import { memoryIo } from '../support/memory-io.ts'

const good =
  'version: 1\nname: good\nrules:\n  - { id: a, events: [turn.ended], when: { var: event.empty }, then: [pass] }\n'
const bad = good.replace('event.empty', 'event.emty')

function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function lint(files: Record<string, string>, ...targets: string[]) {
  const io = memoryIo(project(files))
  const code = lintCommand(targets, io)
  return { code, output: io.output(), errors: io.errors() }
}

describe('lint', () => {
  test('the built-in policies are clean', () => {
    const io = memoryIo(fileURLToPath(new URL('../..', import.meta.url)))
    expect(lintCommand(['policies'], io)).toBe(0)
    expect(io.output()).toMatch(/^\d+ files, \d+ rules: no problems\n$/)
  })

  test('exits with 0 for a clean file and counts what it saw', () => {
    expect(lint({ 'a.yaml': good }, 'a.yaml')).toMatchObject({ code: 0, output: '1 file, 1 rule: no problems\n' })
  })

  test('shows the place, the message and the lines around it', () => {
    const io = memoryIo(project({ 'a.yaml': bad }))
    const code = lintCommand(['a.yaml'], io)
    const output = io.output()
    const folder = io.cwd
    expect(code).toBe(1)
    expect(output).toContain('a.yaml:4:49  error  Cannot read event.emty')
    expect(output).toContain('unknown-variable')
    expect(output).toContain('> 4 |')
    const page =
      /^What unknown-variable means: (\S+\/docs\/lint\/unknown-variable\.md)\n1 file, 1 rule: 1 error\n$/m.exec(
        output,
      )?.[1]
    expect(readFileSync(join(folder, String(page)), 'utf8')).toContain('unknown-variable')
  })

  test('reports a fault of a template in its own file', () => {
    const { output } = lint(
      {
        'p/a.yaml': good
          .replace('rules:', 'templates: { go: ./go.hbs }\nrules:')
          .replace('[pass]', '[{ prompt: { template: go } }]'),
        'p/go.hbs': 'Go on.\n{{#if event.empty}}{{event.txt}}{{/if}}\n',
      },
      'p/a.yaml',
    )
    expect(output).toContain(
      'p/go.hbs:2:22  error  Cannot read event.txt: turn.ended has no "txt" (did you mean "text"?)',
    )
  })

  test('takes a folder for the YAML files in it', () => {
    expect(lint({ 'p/a.yaml': good, 'p/b.yaml': bad, 'p/c.txt': 'x' }, 'p').output).toContain(
      '2 files, 2 rules: 1 error',
    )
  })

  test('without arguments checks what the config lists', () => {
    const files = {
      '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [./mine.yaml]\n',
      '.opencode/mine.yaml': bad,
      'policies/other.yaml': bad,
    }
    const { code, output } = lint(files)
    expect(code).toBe(1)
    expect(output).toContain('.opencode/mine.yaml:4:49  error')
    expect(output).not.toContain('other.yaml')
  })

  test('without arguments and config checks the folder policies', () => {
    expect(lint({ 'policies/a.yaml': bad })).toMatchObject({ code: 1 })
    expect(lint({ 'policies/a.yaml': good })).toMatchObject({ code: 0 })
  })

  test('in a folder with projects below it says where they are', () => {
    const files = { 'apps/b/.opencode/policies/a.yaml': good, 'apps/a/.opencode/diverter.yaml': 'version: 1\n' }
    const told = 'run it without names in each folder that has policies: apps/a, apps/b\n'
    for (const targets of [[], ['.'], ['apps'], ['apps/a', 'apps/b/.opencode']])
      expect(lint(files, ...targets)).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(told) })
  })

  test('nothing to check is not clean', () => {
    expect(lint({})).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('Nothing to check') })
    expect(lint({ 'p/readme.md': '' }, 'p')).toMatchObject({ code: 1, errors: expect.stringContaining('in p') })
  })

  test('a file that cannot be read is exit code 3', () => {
    expect(lint({}, 'none.yaml')).toMatchObject({ code: 3, output: expect.stringContaining('there is no such file') })
  })

  test('a note is no finding, a warning is one', () => {
    const note = good
      .replace('turn.ended', 'tool.called')
      .replace('{ var: event.empty }', "{ '===': [{ var: event.input.x }, 1] }")
    expect(lint({ 'a.yaml': note }, 'a.yaml')).toMatchObject({ code: 0, output: expect.stringContaining('note') })
    expect(lint({ 'a.yaml': `${good}facts: { todos: { todos: {} } }\n` }, 'a.yaml')).toMatchObject({
      code: 1,
      output: expect.stringContaining('warning'),
    })
  })

  test('checks cases too', () => {
    const text =
      'name: c\npolicies: [builtin:guard]\nsteps: [{ turn.endd: {} }, { skill.requested: {}, expect: { verdict: maybe } }]\n'
    const { output } = lint({ 'c.yaml': text }, 'c.yaml')
    expect(output).toContain(
      'c.yaml:3:11  error  Cannot use the step "turn.endd": there is no such event or short form (did you mean "turn.ended"?)',
    )
    expect(output).toContain('allowed are pass, deny')
  })

  test('names that use each other many times over are refused, not followed for hours', () => {
    const names = Array.from({ length: 30 }, (_, index) => index)
    const twice = names.map((index) => `  c${index}: { and: [{ cond: c${index + 1} }, { cond: c${index + 1} }] }\n`)
    const conditions = `conditions:\n${twice.join('')}  c30: { var: event.empty }\n`
    const { code, output } = lint(
      { 'a.yaml': good.replace('{ var: event.empty }', '{ cond: c0 }') + conditions },
      'a.yaml',
    )
    expect(code).toBe(1)
    expect(output).toContain('it has more than 500 parts; name some of them')
  })

  test('two hundred rules are checked', () => {
    const rules = Array.from(
      { length: 200 },
      (_, index) =>
        `  - { id: r${index}, events: [turn.ended], when: { and: [{ var: event.progress }, { '>': [{ var: event.calls }, ${index}] }] }, then: [{ notify: "{{event.text}} ${index}" }] }`,
    )
    const { code, output } = lint({ 'a.yaml': `version: 1\nname: big\nrules:\n${rules.join('\n')}\n` }, 'a.yaml')
    expect([code, output]).toEqual([0, '1 file, 200 rules: no problems\n'])
  })
})

describe('the program', () => {
  const run = async (...words: string[]) => {
    const io = memoryIo(project({ 'a.yaml': bad }))
    return { code: await runProgram(words, '1.2.3', io), output: io.output(), errors: io.errors() }
  }

  test('passes words on to the command', async () => {
    expect(await run('lint', 'a.yaml')).toMatchObject({ code: 1, output: expect.stringContaining('unknown-variable') })
  })

  test('wrong usage is exit code 2 and says why', async () => {
    expect(await run('lnt')).toMatchObject({ code: 2, errors: expect.stringContaining('lint') })
    expect(await run('lint', '--frobnicate')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--frobnicate'),
    })
  })

  test('help and version are exit code 0', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, output: '1.2.3\n' })
    expect(await run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('schema') })
  })
})
