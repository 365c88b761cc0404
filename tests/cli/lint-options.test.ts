import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { memoryIo } from '../support/memory-io.ts'
import { projectFolder } from '../support/project-folder.ts'

const good =
  'version: 1\nname: good\nrules:\n  - { id: a, events: [turn.ended], when: { var: event.empty }, then: [pass] }\n'
const warned = `${good}facts: { todos: { todos: {} } }\n`
const wrong = good.replace('event.empty', 'event.emty')

async function run(files: Record<string, string>, words: string[], input = '', userFolder?: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'lint-options-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const io = { ...memoryIo(cwd), readInput: () => input, ...(userFolder === undefined ? {} : { userFolder }) }
  return { code: await runProgram(['lint', ...words], '1.2.3', io), output: io.output(), errors: io.errors() }
}

describe('--format', () => {
  test('takes the names of the formats and no other', async () => {
    const { code, output } = await run({ 'a.yaml': wrong }, ['--format', 'compact', 'a.yaml'])
    expect([code, output]).toEqual([1, expect.stringMatching(/^a\.yaml:4:49: error: .* \[unknown-variable\]\n$/)])
    expect(await run({ 'a.yaml': good }, ['--format', 'xml', 'a.yaml'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('sarif'),
    })
  })
})

describe('--max-warnings', () => {
  test('lets so many warnings pass, and no error', async () => {
    expect(await run({ 'a.yaml': warned }, ['a.yaml'])).toMatchObject({ code: 1 })
    expect(await run({ 'a.yaml': warned }, ['--max-warnings', '1', 'a.yaml'])).toMatchObject({ code: 0 })
    expect(await run({ 'a.yaml': wrong }, ['--max-warnings', '99', 'a.yaml'])).toMatchObject({ code: 1 })
  })

  test.each(['-1', '1.5', 'many'])('%s is wrong usage', async (number) => {
    expect(await run({ 'a.yaml': good }, [`--max-warnings=${number}`, 'a.yaml'])).toMatchObject({ code: 2 })
  })
})

describe('--stdin', () => {
  test('checks what comes in under the name that it is given', async () => {
    const { code, output } = await run({}, ['--stdin', '--stdin-filename', 'policies/a.yaml'], wrong)
    expect(code).toBe(1)
    expect(output).toContain('policies/a.yaml:4:49  error')
    expect(output).toContain('> 4 |')
  })

  test('finds what it refers to beside that name, and stands for the file there', async () => {
    const files = {
      'policies/base.yaml': good,
      'policies/a.yaml': 'not: [read',
      'policies/circle.yaml': 'version: 1\nextends: ./a.yaml\n',
    }
    const words = ['--stdin', '--stdin-filename', 'policies/a.yaml']
    expect(await run(files, words, 'version: 1\nextends: ./base.yaml\n')).toMatchObject({ code: 0 })
    expect(await run(files, words, 'version: 1\nextends: ./circle.yaml\n')).toMatchObject({
      code: 1,
      output: expect.stringContaining('in a circle'),
    })
  })

  test('with files beside it is wrong usage', async () => {
    expect(await run({ 'a.yaml': good }, ['--stdin', 'a.yaml'], good)).toMatchObject({ code: 2 })
  })

  test('nothing comes in: that is an empty file', async () => {
    expect(await run({}, ['--stdin'])).toMatchObject({ code: 1, output: expect.stringContaining('it is empty') })
  })
})

describe('the config of the project', () => {
  const setting = (severity: string) =>
    `version: 1\nlint: { unused-name: { severity: "${severity}", because: of a reason } }\n`

  test('of the user and of one checkout count too, the nearest most', async () => {
    const shared = { '.opencode/diverter.yaml': setting('error'), 'a.yaml': warned }
    const local = { ...shared, '.opencode/diverter.local.yaml': setting('off') }
    expect(await run(local, ['a.yaml'])).toMatchObject({ code: 0 })
    const userFolder = projectFolder({ 'diverter.yaml': setting('off') })
    expect(await run({ 'a.yaml': warned }, ['a.yaml'], '', userFolder)).toMatchObject({ code: 0 })
    expect(await run(shared, ['a.yaml'], '', userFolder)).toMatchObject({ code: 1 })
    const wrong = { ...shared, '.opencode/diverter.local.yaml': setting('off').replace('unused-name', 'unused-nam') }
    expect((await run(wrong, ['a.yaml'])).output).toContain('.opencode/diverter.local.yaml:2:9  error  Cannot set')
  })

  const config = (lint: string) => ({ '.opencode/diverter.yaml': `version: 1\nlint: ${lint}\n`, 'a.yaml': warned })

  test('makes a warning an error, or takes it away', async () => {
    const error = await run(config('{ unused-name: { severity: error, because: we keep it tidy } }'), [
      '--max-warnings',
      '9',
      'a.yaml',
    ])
    expect([error.code, error.output]).toEqual([1, expect.stringContaining('error  "facts.todos" is never used')])
    const off = await run(config('{ unused-name: { severity: "off", because: it is shared } }'), ['a.yaml'])
    expect([off.code, off.output]).toEqual([0, '1 file, 1 rule: no problems\n'])
  })

  test('must say why', async () => {
    const { code, output } = await run(config('{ unused-name: { severity: "off" } }'), ['a.yaml'])
    expect([code, output]).toEqual([1, expect.stringContaining('Missing key "because"')])
  })

  test('cannot take an error away', async () => {
    const { '.opencode/diverter.yaml': text } = config('{ unknown-variable: { severity: "off", because: x } }')
    const { code, output } = await run({ '.opencode/diverter.yaml': text, 'a.yaml': wrong }, ['a.yaml'])
    expect(code).toBe(1)
    expect(output).toContain('error  Cannot read event.emty')
    expect(output).toContain('it stays an error')
  })

  test('is reported if it cannot be used, whatever is checked', async () => {
    const files = { '.opencode/diverter.yaml': 'version: 1\nlnt: {}\n', 'a.yaml': good }
    expect(await run(files, ['a.yaml'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('did you mean "lint"'),
    })
  })

  test('is checked with the files that it lists, and with their comments', async () => {
    const listed = warned.replace('facts:', '# lint-ignore unused-name: another file reads it\nfacts:')
    const files = { '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [../a.yaml]\n', 'a.yaml': listed }
    expect(await run(files, [])).toMatchObject({ code: 0 })
    const hidden = { ...files, 'a.yaml': good.replace('good', 'good # \u200b') }
    expect(await run(hidden, [])).toMatchObject({ code: 1, output: expect.stringContaining('a.yaml:2:14  warning') })
  })
})
