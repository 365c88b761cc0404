import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../../src/cli/lint.ts'
import { type Format, formatNames, reportText } from '../../../src/cli/lint-report/formats.ts'
import type { Report } from '../../../src/cli/lint-report/report.ts'
import { type CheckCode, checks } from '../../../src/policy/problems/checks.ts'
import type { Problem } from '../../../src/policy/problems/problem.ts'
import { memoryIo } from '../../support/memory-io.ts'

const problem: Problem = {
  code: 'unknown-key',
  severity: 'error',
  message: 'Unknown key "evnts" (did you mean "events"?)',
  file: 'policies/a.yaml',
  line: 4,
  column: 7,
}
const awkward: Problem = {
  code: 'yaml',
  severity: 'warning',
  message: '100% <wrong>, "quoted" & \u0007 broken\r\nover two lines \ud800',
  file: 'my policies\\a,b:c#1.yaml',
  line: 0,
  column: 0,
}
const note: Problem = { ...problem, code: 'untyped-input', severity: 'note', column: 0 }

const report = (...problems: Problem[]): Report => ({
  problems,
  files: ['policies/a.yaml', 'policies/clean.yaml'],
  rules: 3,
  version: '1.2.3',
})
const page = (code: string): string => `docs/lint/${code}.md`
const write = (format: Format, ...problems: Problem[]): string =>
  reportText(format, report(...problems), { color: false, text: () => null, page })

describe('text', () => {
  const source = `name: t\nevnts: "\u001b]0;x\u0007"\n`
  const shown = (text: string, ...problems: Problem[]): string =>
    reportText('text', report(...problems), { color: false, text: () => text, page })
  const second: Problem = { ...problem, line: 2, column: 1 }

  test('shows what a terminal would obey', () => {
    expect(
      shown(source, { ...second, message: 'Unknown key "ev\u001b[31mnts"' }),
    ).toBe(`policies/a.yaml:2:1  error  Unknown key "ev\\x1b[31mnts"  unknown-key
  1 | name: t
> 2 | evnts: "\\x1b]0;x\\x07"
    | ^
  3 |

What unknown-key means: docs/lint/unknown-key.md
2 files, 3 rules: 1 error
`)
  })

  test('shows no file around more problems than anybody reads, and no line that is too long', () => {
    const many = shown(source, ...Array.from({ length: 300 }, () => second))
    expect(many.split('> 2 |')).toHaveLength(101)
    expect(many.split('Unknown key')).toHaveLength(301)
    expect(shown('a: 1 '.repeat(1_000), { ...problem, line: 1 })).toBe(
      'policies/a.yaml:1:7  error  Unknown key "evnts" (did you mean "events"?)  unknown-key\nWhat unknown-key means: docs/lint/unknown-key.md\n2 files, 3 rules: 1 error\n',
    )
  })
})

describe('compact', () => {
  test('turns the breaks of a long message into blanks', () => {
    const message = `a${' '.repeat(400_000)}b \n\r\n  c\n`
    expect(write('compact', { ...problem, message })).toBe(
      `policies/a.yaml:4:7: error: a${' '.repeat(400_000)}b c [unknown-key]\n`,
    )
  })

  test('is one line a problem and nothing else', () => {
    expect(write('compact')).toBe('')
    expect(write('compact', problem, note, awkward).split('\n')).toEqual([
      'policies/a.yaml:4:7: error: Unknown key "evnts" (did you mean "events"?) [unknown-key]',
      'policies/a.yaml:4: note: Unknown key "evnts" (did you mean "events"?) [untyped-input]',
      expect.stringMatching(/^my policies\/a,b:c#1\.yaml: warning: .* broken over two lines .* \[yaml\]$/),
      '',
    ])
  })
})

describe('json', () => {
  test('holds the problems as they are and counts them', () => {
    expect(JSON.parse(write('json', problem, note))).toEqual({
      version: '1.2.3',
      problems: [problem, note],
      summary: { files: 2, rules: 3, errors: 1, warnings: 0, notes: 1 },
    })
  })
})

describe('github', () => {
  test('is an annotation a problem, with what would end it written in another way', () => {
    expect(write('github', problem, awkward, note).split('\n')).toEqual([
      '::error file=policies/a.yaml,line=4,col=7,title=unknown-key::Unknown key "evnts" (did you mean "events"?)',
      '::warning file=my policies/a%2Cb%3Ac#1.yaml,title=yaml::100%25 <wrong>, "quoted" & \u0007 broken%0D%0Aover two lines \ud800',
      expect.stringMatching(/^::notice file=policies\/a\.yaml,line=4,title=untyped-input::/),
      '',
    ])
  })
})

describe('junit', () => {
  test('is a suite a file, with a passed case for a clean one', () => {
    const text = write('junit', problem)
    expect(text).toContain('<testsuites name="opencode-diverter lint" tests="2" failures="1">')
    expect(text).toContain('<testcase classname="policies/clean.yaml" name="lint"/>')
    expect(text).toContain(
      '<failure type="error" message="Unknown key &quot;evnts&quot; (did you mean &quot;events&quot;?)">',
    )
  })

  test('a note is no failure', () => {
    expect(write('junit', note)).toContain('tests="2" failures="0"')
  })

  test('holds nothing that XML does not know', () => {
    const text = write('junit', awkward)
    expect(text).toContain('100% &lt;wrong&gt;, &quot;quoted&quot; &amp; \ufffd broken&#13;&#10;over two lines \ufffd')
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|\p{Cs}/u)
  })
})

describe('sarif', () => {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('@microsoft/jest-sarif/package.json'))
  // Its draft-04 says nothing that draft-07 reads in another way.
  const { $schema, id, ...schema } = JSON.parse(
    readFileSync(join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
  )
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)
  const errorsOf = (text: string) => (validate(JSON.parse(text)) ? [] : validate.errors)

  test('keeps to the schema of the standard', () => {
    expect(errorsOf(write('sarif'))).toEqual([])
    expect(errorsOf(write('sarif', problem, awkward, note))).toEqual([])
  })

  test('the schema would find a fault', () => {
    expect(errorsOf(write('sarif', { ...problem, line: 1.5 }))).not.toEqual([])
    expect(errorsOf(write('sarif', problem).replace('"level": "error"', '"level": "fatal"'))).not.toEqual([])
  })

  test('says where, how bad and by which rule', () => {
    const { runs } = JSON.parse(write('sarif', problem, awkward))
    expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['unknown-key', 'yaml'])
    expect(runs[0].results[0]).toMatchObject({
      ruleId: 'unknown-key',
      ruleIndex: 0,
      level: 'error',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'policies/a.yaml' }, region: { startLine: 4, startColumn: 7 } },
        },
      ],
    })
    expect(runs[0].results[1].locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: 'my%20policies/a,b:c%231.yaml' } } },
    ])
  })

  test('explains every check by its page, without links to what is not there', () => {
    const codes = Object.keys(checks) as CheckCode[]
    const problems = codes.map((code): Problem => ({ ...problem, code }))
    const { runs } = JSON.parse(write('sarif', ...problems))
    const { rules } = runs[0].tool.driver as { rules: { id: string; help: { text: string; markdown: string } }[] }
    expect(rules.map(({ id }) => id).sort()).toEqual([...codes].sort())
    for (const { id, help } of rules) {
      expect(help.text, id).toMatch(/^[`A-Z](?:(?!\n## )[\s\S]){30,}\.\)?$/)
      expect(help.markdown, id).toMatch(/^[`A-Z][\s\S]*\n\n## Bad\n\n[\s\S]*```[\s\S]*\n\n## Good\n\n[\s\S]*```/)
      expect(help.markdown, id).not.toMatch(/\]\(|docs\/lint/)
    }
    expect(rules.find(({ id }) => id === 'untested-policy')?.help.text).toContain('`untested-rule` names the rules')
  })

  test('of the built-in policies is valid', () => {
    const io = memoryIo(fileURLToPath(new URL('../../..', import.meta.url)))
    expect(lintCommand(['policies'], io, { format: 'sarif', version: '1.2.3' })).toBe(0)
    expect(errorsOf(io.output())).toEqual([])
  })
})

test('every format can be written', () => {
  expect(formatNames).toEqual(['text', 'compact', 'json', 'sarif', 'github', 'junit'])
  expect(write('text', problem)).toContain('2 files, 3 rules: 1 error')
})
