import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCommand } from '../../src/cli/test.ts'
import { unifiedDiff } from '../../src/cli/io/unified-diff.ts'

const policy = `version: 1
name: small
rules:
  - { id: refuse, events: [permission.asked], when: { "===": [{ var: event.permission }, bash] }, then: [{ deny: "No." }] }
  - { id: never, events: [user.wrote], when: { "===": [{ var: event.text }, x] }, then: [pass] }
`
const oneCase = `name: bash is refused
policies: [../small.yaml]
steps:
  - permission.asked: { request: p1, permission: bash, command: ls }
    expect: { verdict: deny }
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cases-'))
  mkdirSync(join(folder, 'tests/policies'), { recursive: true })
  writeFileSync(join(folder, 'tests/small.yaml'), policy)
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string) => join(folder, 'tests/policies', name)

function run(options: { update?: boolean; coverage?: boolean } = {}, paths: string[] = [], environment = {}) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const code = testCommand(paths, options, { cwd: folder, write, writeError: write, color: false, environment })
  return { code, output }
}

describe('policy test', () => {
  test('fails if there are no cases', () => {
    expect(run()).toEqual({
      code: 1,
      output: 'Cannot test: there are no cases; they are looked for in tests/policies and .opencode/policies/tests\n',
    })
  })

  test('runs a case that ends in .yml', () => {
    writeFileSync(file('a.yml'), oneCase)
    expect(run().output).toContain('There is no golden file tests/policies/a.golden.yaml; write it with -u')
    run({ update: true })
    expect(run()).toEqual({
      code: 0,
      output: 'ok   bash is refused (tests/policies/a.yml)\n1 case, 0 failed\n',
    })
    expect(run({}, [join('tests/policies', 'a.golden.yaml')]).code).toBe(0)
    writeFileSync(file('a.yml'), oneCase.replace('verdict: deny', 'verdict: allow'))
    expect(run().code).toBe(1)
  })

  test.each(['../*.yaml', '../{small,other}.yaml', '../sma?l.yaml'])('says that a case takes no glob: %s', (glob) => {
    writeFileSync(file('a.yaml'), oneCase.replace('../small.yaml', `"${glob}"`))
    expect(run({ update: true })).toEqual({
      code: 1,
      output: `FAIL bash is refused (tests/policies/a.yaml)
     tests/policies/a.yaml:2: Cannot load ${glob}: globs are for configs; a case names each of its policies
1 case, 1 failed
`,
    })
  })

  test('fails where -u has something to write in CI, and nowhere else', () => {
    writeFileSync(file('a.yaml'), oneCase)
    expect(run({ update: true }, [], { CI: 'true' })).toEqual({
      code: 1,
      output: `ok   bash is refused (tests/policies/a.yaml)
FAIL tests/policies/a.golden.yaml: -u wrote it in CI, where nobody looks at it; write it before, and commit it
1 case, 0 failed, 1 other fault
`,
    })
    expect(run({ update: true }, [], { CI: 'true' }).code).toBe(0)
    writeFileSync(file('a.golden.yaml'), '')
    expect(run({ update: true }, [], { CI: 'false' }).code).toBe(0)
  })

  const asCase = (text: string) => oneCase.replace('deny', 'allow').replace(/^/gm, text)
  test.each([
    [
      'is JSON',
      JSON.stringify({ name: 'a', policies: ['../small.yaml'], steps: [{ says: 'a', expect: { records: 1 } }] }),
    ],
    ['is indented', asCase('  ')],
    ['misspells its steps beside a version', `version: 1\n${oneCase.replace('steps', 'step')}`],
    ['misspells its steps and has no name', oneCase.replace('steps', 'step').replace(/^name.*\n/, '')],
    ['cannot be read and has no steps', oneCase.replace('steps', 'step').replace(']', '')],
    ['is empty', ''],
    ['has comments alone', '# steps:\n#   - says: a\n---\n'],
  ])('is no file that is left out if it %s', (_, text) => {
    writeFileSync(file('b.yaml'), oneCase)
    writeFileSync(file('a.yaml'), text)
    run({ update: true })
    expect(run()).toMatchObject({ code: 1, output: expect.stringContaining('2 cases, 1 failed') })
  })

  test('leaves what is no case', () => {
    writeFileSync(file('b.yaml'), oneCase)
    writeFileSync(file('a.yaml'), policy)
    writeFileSync(file('layer.yaml'), 'version: 1\nextends: ./a.yaml\n')
    writeFileSync(file('diverter.yaml'), 'version: 1\npolicies: [a.yaml]\n')
    writeFileSync(file('data.yaml'), 'name: fixture\nlist: [{ a: 1 }]\ntext: |\n  steps: none\n')
    run({ update: true })
    expect(run()).toMatchObject({ code: 0, output: expect.stringContaining('1 case, 0 failed') })
  })

  test('fails where two cases have one golden file, also with -u', () => {
    writeFileSync(file('a.yml'), oneCase)
    writeFileSync(file('a.yaml'), oneCase.replace('bash is', 'a shell is'))
    const said = 'FAIL tests/policies/a.yml: its golden file is the one of tests/policies/a.yaml; give it another name'
    expect(run({ update: true })).toMatchObject({ code: 1, output: expect.stringContaining(said) })
    expect(run()).toMatchObject({ code: 1, output: expect.stringContaining(said) })
  })

  test('fails without a golden file, writes it with -u, then passes', () => {
    writeFileSync(file('a.yaml'), oneCase)
    expect(run().output).toContain('There is no golden file tests/policies/a.golden.yaml; write it with -u')
    expect(run({ update: true }).code).toBe(0)
    expect(readFileSync(file('a.golden.yaml'), 'utf8')).toContain('by: small/refuse')
    expect(run()).toEqual({
      code: 0,
      output: 'ok   bash is refused (tests/policies/a.yaml)\n1 case, 0 failed\n',
    })
  })

  test('shows how a golden file differs', () => {
    writeFileSync(file('a.yaml'), oneCase)
    run({ update: true })
    writeFileSync(
      file('a.golden.yaml'),
      readFileSync(file('a.golden.yaml'), 'utf8').replace('reason: No.', 'reason: Yes.'),
    )
    const { code, output } = run()
    expect(code).toBe(1)
    expect(output).toContain('     -  reason: Yes.\n     +  reason: No.\n')
  })

  test('fails for the golden file of another case, and takes one that names none', () => {
    writeFileSync(file('a.yaml'), oneCase)
    run({ update: true })
    const golden = readFileSync(file('a.golden.yaml'), 'utf8')
    expect(golden.split('\n')[0]).toBe('# The golden file of the case: bash is refused')
    writeFileSync(file('a.golden.yaml'), golden.slice(golden.indexOf('\n') + 1))
    expect(run().code).toBe(0)
    writeFileSync(file('a.golden.yaml'), golden.replace('bash is refused', 'another'))
    expect(run().output).toContain(
      'tests/policies/a.golden.yaml:1: Cannot compare: it is the golden file of the case "another"; write this case\'s own with -u',
    )
  })

  test('fails for an expectation that does not hold, also with -u', () => {
    writeFileSync(file('a.yaml'), oneCase.replace('deny }', 'allow }'))
    expect(run({ update: true })).toMatchObject({
      code: 1,
      output: expect.stringContaining('a.yaml:4: step 1: expected verdict allow, got deny'),
    })
  })

  test('fails for a golden file without a case, and removes it with -u', () => {
    writeFileSync(file('a.yaml'), oneCase)
    writeFileSync(file('old.golden.yaml'), '[]\n')
    run({ update: false })
    expect(run().output).toContain('FAIL tests/policies/old.golden.yaml: no case belongs to this golden file')
    expect(run({ update: true }).code).toBe(0)
    expect(run().code).toBe(0)
  })

  test('fails for a case or a policy that cannot be read, with the place', () => {
    writeFileSync(file('a.yaml'), oneCase.replace('request:', 'requst:'))
    writeFileSync(file('b.yaml'), oneCase.replace('small', 'none'))
    const { code, output } = run()
    expect(code).toBe(1)
    expect(output).toContain('tests/policies/a.yaml:4: ')
    expect(output).toContain('tests/policies/b.yaml:2: Cannot load ../none.yaml: there is no such file')
  })

  test.each([
    ['params: { small: { speed: 1 } }', 'Cannot set small.speed: no such param; allowed are '],
    ['params: { big: { speed: 1 } }', 'Cannot change the policy "big": the case has small'],
    ['mode: { big: observe }', 'Cannot change the policy "big": the case has small'],
  ])('names the place of %s', (line, why) => {
    writeFileSync(file('a.yaml'), oneCase.replace('steps:', `${line}\nsteps:`))
    expect(run().output).toContain(`tests/policies/a.yaml:3: ${why}`)
  })

  test('fails for two cases of one name', () => {
    writeFileSync(file('a.yaml'), oneCase)
    writeFileSync(file('b.yaml'), oneCase)
    const { code, output } = run({ update: true })
    expect(code).toBe(1)
    expect(output).toContain(
      'FAIL tests/policies/b.yaml: its name "bash is refused" is the one of tests/policies/a.yaml; write another\n',
    )
  })

  test('fails for a path that is not there, and takes single files', () => {
    writeFileSync(file('a.yaml'), oneCase)
    run({ update: true })
    expect(run({}, ['tests/policies/a.yaml']).code).toBe(0)
    expect(run({}, ['tests/policies/a.yaml', 'none.yaml'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('none.yaml'),
    })
  })

  test('names the rules that no case matched', () => {
    writeFileSync(file('a.yaml'), oneCase)
    run({ update: true })
    expect(run({ coverage: true }).output).toContain(
      '\nCoverage 25 %: 1 of 2 rules matched, 0 of 2 conditions were also not met\n',
    )
  })
})

test('a unified diff shows changes with three lines around them', () => {
  expect(unifiedDiff('a', 'a')).toBe('')
  expect(unifiedDiff('1\n2\n3\n4\n5\n6\n7\n8\n9', '1\n2\n3\n4\nx\n6\n7\n8\n9\n10')).toBe(
    [
      ...['@@ -2,8 +2,9 @@', ' 2', ' 3', ' 4', '-5', '+x', ' 6', ' 7', ' 8'],
      ...['-9', '\\ No newline at end of file', '+9', '+10', '\\ No newline at end of file', ''],
    ].join('\n'),
  )
})
