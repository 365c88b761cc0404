import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { migrateAll } from '../../src/policy/migrate/migrate.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

function migrate(files: Record<string, string>) {
  const sources = Object.entries(files).map(([name, text]) => ({ name, text }))
  return migrateAll(sources, sourcesOf(files))
}

/** What becomes of one file: its text, or what stands against it. */
function outcome(text: string, more: Record<string, string> = {}): string | string[] {
  const result = migrate({ 'a.yaml': text, ...more }).get('a.yaml')
  if (result?.state === 'refused') return result.refusals.map(({ file, line, message }) => `${file}:${line} ${message}`)
  return result?.state === 'changed' ? result.text : 'current'
}

const heading = 'version: 0\nname: night\n'
const rules = (...lines: string[]) => `${heading}rules:\n${lines.map((line) => `  - ${line}\n`).join('')}`

const before = `# Our nights.
version:   0        # the first form
name: night
params:
    window: { type: duration,   default: 300000 }   # five minutes
    pause:
        type: duration
        default: 1500      # one and a half
    many: { type: integer, default: 300000 }
conditions: { a: { within: [{ var: run.startedAt }, { var: params.window }] } }

rules:

  # Said first.
  - id: told
    on: turn.ended          # one event
    when: { and: [{ cond: a }, { within: [{ var: run.startedAt }, { var: params.pause }] }] }
    continue: true          # and on
    then: [ { notify:   "Ended." } ]
  - on: [turn.ended, permission.asked]
    id: odd
    continue:   true
    when: { ">": [ { var: params.many }, 2 ] }
    then:
      - notify: Two.
    mode: "off"             # for now
    because: it says too much
  - { id: last, on: 'turn.ended', when: { var: event.empty }, continue: false, then: [pass] }
`

const after = `# Our nights.
version:   1        # the first form
name: night
params:
    window: { type: duration,   default: 5m }   # five minutes
    pause:
        type: duration
        default: 1s500ms      # one and a half
    many: { type: integer, default: 300000 }
conditions: { a: { within: [{ var: run.startedAt }, { var: params.window }] } }

rules:

  # Said first.
  - id: told
    events: [turn.ended]          # one event
    when: { and: [{ cond: a }, { within: [{ var: run.startedAt }, { var: params.pause }] }] }
              # and on
    then: [ { notify:   "Ended." } ]
  - events: [turn.ended, permission.asked]
    id: odd
    when: { ">": [ { var: params.many }, 2 ] }
    then:
      - notify: Two.
    mode: disabled             # for now
    because: it says too much
  - { id: last, events: ['turn.ended'], when: { var: event.empty }, then: [pass] }
`

describe('a file of version 0', () => {
  test('becomes one of version 1, and what is not meant stays byte for byte', () => {
    expect(outcome(before)).toBe(after)
  })

  test('keeps its line ends and its byte order mark', () => {
    const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    expect(outcome(windows(before))).toBe(windows(after))
  })

  test('is current afterwards', () => {
    expect(outcome(after)).toBe('current')
  })

  test.each([
    [
      'last in a map of braces',
      '{ id: a, on: [turn.ended], then: [{ notify: x }], continue: true }',
      '{ id: a, events: [turn.ended], then: [{ notify: x }] }',
    ],
    [
      'last of its lines',
      'id: a\n    on: [turn.ended]\n    then: [{ notify: x }]\n    continue: true',
      'id: a\n    events: [turn.ended]\n    then: [{ notify: x }]',
    ],
    [
      'first of its lines',
      'continue: true\n    id: a\n    on: [turn.ended]\n    then: [{ notify: x }]',
      'id: a\n    events: [turn.ended]\n    then: [{ notify: x }]',
    ],
  ])('may have "continue" %s', (_, given, wanted) => {
    expect(outcome(rules(given))).toBe(rules(wanted).replace('version: 0', 'version: 1'))
  })

  test('that extends a policy takes the types of the params from it', () => {
    const layer = (version: number, window: string) =>
      `version: ${version}\nextends: builtin:blockers\nparams:\n  window: ${window}   # ms\n  maxPrompts: 60000\n`
    expect(outcome(layer(0, '60000'))).toEqual([expect.stringContaining('at most 500')])
    const small = (version: number, window: string) => layer(version, window).replace('60000\n', '60\n')
    expect(outcome(small(0, '60000'))).toBe(small(1, '1m'))
  })

  test('that extends another one of them is read on top of what that becomes', () => {
    const layer = (version: number, value: string) =>
      `version: ${version}\nextends: ./base.yaml\nparams: { pause: ${value} }\n`
    const results = migrate({ 'a.yaml': layer(0, '2000'), 'base.yaml': before })
    expect(results.get('a.yaml')).toEqual({ state: 'changed', text: layer(1, '2s') })
    expect(results.get('base.yaml')).toEqual({ state: 'changed', text: after })
  })

  test('that is off as a whole is disabled as a whole', () => {
    const off = `${heading}mode: off\nrules: [{ id: a, on: turn.ended, then: [{ notify: x }] }]\n`
    expect(outcome(off)).toContain('mode: disabled\n')
  })
})

describe('what cannot be migrated without a guess is refused', () => {
  test.each([
    [
      'a rule that is off without a reason',
      rules('{ id: a, on: turn.ended, mode: off, then: [{ notify: x }] }'),
      4,
      'add because',
    ],
    [
      'an answer that went on',
      rules('{ id: a, on: turn.ended, continue: true, then: [{ notify: x }, pass] }'),
      4,
      'a rule that answers ends the search',
    ],
    [
      'a search that ended without an answer',
      rules('{ id: a, on: turn.ended, then: [{ notify: x }] }', '{ id: b, on: [turn.ended], then: [{ notify: y }] }'),
      4,
      'add "pass"',
    ],
    [
      'two names of the events',
      rules('{ id: a, on: turn.ended, events: [turn.ended], then: [pass] }'),
      4,
      'both "on" and "events"',
    ],
    [
      '"continue" with a comment behind it in braces',
      rules('{ id: a, on: turn.ended, continue: true, # and on\n      then: [{ notify: x }] }'),
      4,
      'on a line of its own',
    ],
    [
      '"continue" that is no truth value',
      rules('{ id: a, on: turn.ended, continue: maybe, then: [pass] }'),
      4,
      'true or false',
    ],
    [
      'a part of a millisecond',
      `${heading}params: { a: { type: duration, default: 0.5 } }\nrules: []\n`,
      3,
      'whole milliseconds',
    ],
    [
      'a number for a param that nobody knows',
      'version: 0\nextends: ./none.yaml\nparams: { a: 5 }\n',
      3,
      'is a duration',
    ],
    ['a version of the future', 'version: 2\nname: a\nrules: []\n', 1, 'allowed are 0 and 1'],
    ['no version', 'name: a\nrules: []\n', 1, 'allowed are 0 and 1'],
    ['what would not load', rules('{ id: a, on: turn.end, then: [pass] }'), 4, 'turn.ended'],
    ['what is no YAML', 'version: 0\nrules: [\n', 3, ''],
  ])('%s', (_, text, line, hint) => {
    const found = outcome(text)
    expect(found).toEqual([expect.stringContaining(`a.yaml:${line} `), ...found.slice(1)])
    expect(found[0]).toContain(hint)
  })

  test('files that extend each other in a circle', () => {
    const file = (other: string) => `version: 0\nextends: ./${other}.yaml\n`
    expect([...migrate({ 'a.yaml': file('b'), 'b.yaml': file('a') }).values()].map(({ state }) => state)).toEqual([
      'refused',
      'refused',
    ])
  })
})

test('only policies are looked at', () => {
  expect(outcome('version: 1\npolicies: [./b.yaml]\n')).toBe('current')
  expect(outcome('name: a case\npolicies: [./b.yaml]\nsteps: []\n')).toBe('current')
})

test('whatever the layout, all lines that are not meant stay as they are', () => {
  const comment = fc.constantFrom('', ' # x', '   # on: y')
  const gap = fc.constantFrom('', '\n', '\n  # continue: true\n')
  const rule = fc.record({ first: comment, second: comment, before: gap, behind: gap, goesOn: fc.boolean() })
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), fc.nat(5), (given, indent) => {
      const pad = ' '.repeat(indent)
      const text = (version: 0 | 1): string => {
        const parts = given.map(({ first, second, before, behind, goesOn }, index) => [
          `${pad}- id: r${index}${first}\n${pad}  ${version === 0 ? 'on: turn.ended' : 'events: [turn.ended]'}${second}\n`,
          before,
          goesOn && version === 0 ? `${pad}  continue: true\n` : '',
          behind,
          `${pad}  when: { ">": [{ var: event.calls }, ${index}] }\n${pad}  then: [${goesOn ? '{ notify: x }' : 'pass'}]\n`,
        ])
        return `version: ${version}\nname: a\nrules:\n${parts.flat().join('')}`
      }
      expect(outcome(text(0))).toBe(text(1))
    }),
    { numRuns: 50 },
  )
})
