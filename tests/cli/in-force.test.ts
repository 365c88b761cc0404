import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LintOptions, lintCommand } from '../../src/cli/lint.ts'
import { memoryIo } from '../support/memory-io.ts'

const policy = (name: string) =>
  `version: 1\nname: ${name}\nrules:\n  - { id: a, events: [turn.ended], when: { var: event.empty }, then: [pass] }\n`
const layer = (base: string) => `version: 1\nextends: ${base}\n`
const config = (...policies: string[]) => `version: 1\npolicies: [${policies.join(', ')}]\n`

/** What lint says of files that are not in force, and its exit code. */
function lint(files: Record<string, string>, given: string[], options: LintOptions = {}, input = '') {
  const folder = mkdtempSync(join(tmpdir(), 'in-force-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const io = { ...memoryIo(folder), readInput: () => input }
  const code = lintCommand(given, io, { ...options, format: 'json' })
  const { problems } = JSON.parse(io.output())
  return { code, found: problems.filter((each: { code: string }) => each.code === 'not-in-force') }
}

const idle = (file: string, reference: string, line = 2, where = '.opencode/diverter.yaml') => ({
  code: 'not-in-force',
  severity: 'note',
  file,
  line,
  column: 1,
  message: `Not in force: no config names this policy, so it does nothing; add ${reference} to policies in ${where}`,
})

const unread = (file: string, meant: string) => ({
  code: 'not-in-force',
  severity: 'warning',
  file,
  line: 0,
  column: 0,
  message: `Not in force: nothing reads this file; call it ${meant}`,
})

describe('a file of a project that ends in .yml', () => {
  test.each([
    [{ '.opencode/policies/x.yml': policy('x') }],
    [{ '.opencode/policies/x.yml': policy('x'), '.opencode/policies/y.yaml': policy('y') }],
  ])('is a warning where a policy is meant', (files) => {
    const { code, found } = lint(files, [])
    expect([code, found]).toEqual([1, [unread('.opencode/policies/x.yml', '.opencode/policies/x.yaml')]])
  })

  test.each(['diverter', 'diverter.local'])('is a warning where %s is meant', (name) => {
    const { code, found } = lint({ [`.opencode/${name}.yml`]: config(), '.opencode/policies/y.yaml': policy('y') }, [])
    expect([code, found]).toEqual([1, [unread(`.opencode/${name}.yml`, `.opencode/${name}.yaml`)]])
  })

  test('may be named by a config, and lie anywhere else', () => {
    const named = { '.opencode/diverter.yaml': config('policies/x.yml'), '.opencode/policies/x.yml': policy('x') }
    expect(lint({ ...named, '.github/workflows/ci.yml': 'on: push\n' }, []).found).toEqual([])
  })

  test('is checked where it is named, by itself or by its folder', () => {
    expect(lint({ 'policies/x.yml': `${policy('x')}rulez: []\n` }, ['policies']).code).toBe(1)
  })
})

describe('a policy that no config of its project names', () => {
  const named = { '.opencode/diverter.yaml': config('../policies/named.yaml'), 'policies/named.yaml': policy('named') }

  test('is a note, which keeps lint green', () => {
    const { code, found } = lint({ ...named, 'policies/x.yaml': policy('x') }, ['policies/x.yaml'])
    expect([code, found]).toEqual([0, [idle('policies/x.yaml', '../policies/x.yaml')]])
  })

  test('is told of each one in a folder, and of one that extends', () => {
    const files = { ...named, 'policies/x.yaml': policy('x'), 'policies/y.yaml': layer('builtin:guard') }
    expect(lint(files, ['policies']).found).toEqual([
      idle('policies/x.yaml', '../policies/x.yaml'),
      idle('policies/y.yaml', '../policies/y.yaml'),
    ])
  })

  test('is told where only the checkout has a config', () => {
    const where = '.opencode/diverter.local.yaml'
    expect(lint({ [where]: config(), 'x.yaml': policy('x') }, ['x.yaml']).found).toEqual([
      idle('x.yaml', '../x.yaml', 2, where),
    ])
  })

  test('is told where the config says nothing of policies', () => {
    const files = { '.opencode/diverter.yaml': 'version: 1\n', 'policies/x.yaml': policy('x') }
    expect(lint(files, ['policies/x.yaml']).found).toEqual([idle('policies/x.yaml', '../policies/x.yaml')])
  })

  test('is told by the config of the nearest project', () => {
    const files = {
      ...named,
      'apps/shop/.opencode/diverter.yaml': config('./policies/shop.yaml'),
      'apps/shop/.opencode/policies/shop.yaml': policy('shop'),
      'apps/shop/.opencode/policies/x.yaml': policy('x'),
    }
    const folder = 'apps/shop/.opencode/policies'
    expect(lint(files, [folder]).found).toEqual([
      idle(`${folder}/x.yaml`, './policies/x.yaml', 2, 'apps/shop/.opencode/diverter.yaml'),
    ])
  })

  test('is told of a text from the standard input by its name', () => {
    const options = { stdin: true, stdinFilename: 'policies/x.yaml' }
    expect(lint(named, [], options, policy('x')).found).toEqual([idle('policies/x.yaml', '../policies/x.yaml')])
    expect(lint(named, [], { ...options, stdinFilename: 'policies/named.yaml' }, policy('named')).found).toEqual([])
    expect(lint(named, [], { stdin: true }, policy('x')).found).toEqual([])
  })

  test('may be so on purpose', () => {
    const comment = (reason: string) => `# lint-ignore not-in-force: ${reason}\n`
    const text = policy('x').replace('name: x', `${comment('a template for others')}name: x`)
    expect(lint({ ...named, 'policies/x.yaml': text }, ['policies/x.yaml'])).toMatchObject({ code: 0, found: [] })
    const off = `${config()}lint: { not-in-force: { severity: "off", because: we keep drafts } }\n`
    expect(lint({ '.opencode/diverter.yaml': off, 'x.yaml': policy('x') }, ['x.yaml']).found).toEqual([])
    const strict = off.replace('"off"', 'warning')
    expect(lint({ '.opencode/diverter.yaml': strict, 'x.yaml': policy('x') }, ['x.yaml'])).toMatchObject({ code: 1 })
  })
})

describe('nothing is said of', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a repository of policies without a project', { 'policies/x.yaml': policy('x') }, ['policies/x.yaml']],
    ['what the config names', { '.opencode/diverter.yaml': config('../x.yaml'), 'x.yaml': policy('x') }, ['x.yaml']],
    [
      'what only the config of the checkout names',
      {
        '.opencode/diverter.yaml': config(),
        '.opencode/diverter.local.yaml': config('../x.yaml'),
        'x.yaml': policy('x'),
      },
      ['x.yaml', './x.yaml'],
    ],
    [
      'the base of what it names',
      {
        '.opencode/diverter.yaml': config('../policies/team.yaml'),
        'policies/team.yaml': layer('./shared/base.yaml'),
        'policies/shared/base.yaml': layer('../root.yaml'),
        'policies/root.yaml': policy('root'),
      },
      ['policies/shared/base.yaml', 'policies/root.yaml'],
    ],
    [
      'what it names with a fault, or with a fault below',
      {
        '.opencode/diverter.yaml': config('../team.yaml'),
        'team.yaml': layer('./base.yaml'),
        'base.yaml': policy('base').replace('event.empty', 'event.emty'),
      },
      ['team.yaml', 'base.yaml'],
    ],
    [
      'fixtures and examples',
      {
        '.opencode/diverter.yaml': config(),
        'tests/x.yaml': policy('x'),
        'a/fixtures/deep/x.yaml': policy('y'),
        'examples/x.yaml': policy('z'),
        'node_modules/team/x.yaml': policy('t'),
      },
      ['tests/x.yaml', 'a/fixtures/deep/x.yaml', 'examples/x.yaml', 'node_modules/team/x.yaml'],
    ],
    [
      'what a case is run with',
      {
        '.opencode/diverter.yaml': config(),
        'tried/x.yaml': layer('./y.yaml'),
        'tried/y.yaml': policy('y'),
        '.opencode/policies/tests/a.yaml': 'name: a\npolicies: [../../../tried/x.yaml]\nsteps: [{ says: x }]\n',
      },
      ['tried'],
    ],
    ['other files', { '.opencode/diverter.yaml': config(), 'a.yaml': 'a: 1\n' }, ['a.yaml', '.opencode/diverter.yaml']],
    [
      'a repository whose config only says how strict lint is',
      {
        '.opencode/diverter.yaml': 'version: 1\nlint: { unused-name: { severity: "off", because: shared } }\n',
        'policies/x.yaml': policy('x'),
      },
      ['policies'],
    ],
    ['built-in policies', { '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\n' }, ['builtin:guard']],
    [
      'a project whose config cannot be read',
      { '.opencode/diverter.yaml': 'version: 1\npolicys: [../x.yaml]\n', 'x.yaml': policy('x') },
      ['x.yaml'],
    ],
  ])('%s', (_, files, given) => {
    expect(lint(files, given).found).toEqual([])
  })

  test('what lies outside the project', () => {
    const folder = mkdtempSync(join(tmpdir(), 'in-force-'))
    mkdirSync(join(folder, 'project', '.opencode'), { recursive: true })
    writeFileSync(join(folder, 'project', '.opencode', 'diverter.yaml'), config())
    writeFileSync(join(folder, 'x.yaml'), policy('x'))
    const io = memoryIo(join(folder, 'project'))
    lintCommand(['../x.yaml'], io)
    expect(io.output()).toBe('1 file, 1 rule: no problems\n')
  })
})
