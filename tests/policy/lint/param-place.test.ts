import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createSources } from '../../../src/cli/policies/sources.ts'
import { checkFile } from '../../../src/policy/check-file.ts'

const { find } = createSources(fileURLToPath(new URL('../../..', import.meta.url)))

/** What lint says of a team's file: `place severity code: message`. */
function found(text: string): string[] {
  const { problems } = checkFile({ name: 'team.yaml', text: `version: 1\n${text}` }, find)
  return problems.map(
    ({ file, line, column, severity, code, message }) => `${file}:${line}:${column} ${severity} ${code}: ${message}`,
  )
}

const blockers = (params: string) => `extends: builtin:blockers\nparams: { ${params} }\n`

describe('a value that a team gives a param is at fault where it is given', () => {
  const missing = 'Cannot use the pattern as RE2: error parsing regexp: missing closing ): `(`'
  const param = (name: string, why: string) => `param-value: Cannot set the param "${name}": ${why}`

  test.each([
    ['limitText: "("', `error pattern: ${missing}`],
    ['failureText: "("', `error pattern: ${missing}`],
    ['limitText: ""', 'error pattern: Cannot use the pattern: it is empty and would match every text'],
    ['failureText: "x*"', 'warning empty-match: The pattern also matches nothing at all'],
    ['marker: [all done now]', 'warning weak-marker: The marker "all done now" is made of ordinary words'],
    ['maxCost: -1', `error ${param('maxCost', '-1 does not fit: at least 0.01 is wanted')}`],
    ['maxCost: 0', `error ${param('maxCost', '0 does not fit: at least 0.01 is wanted')}`],
    ['for: 0s', `error ${param('for', '"0s" does not fit: at least 1s is wanted')}`],
    ['for: -5m', `error ${param('for', '"-5m" does not fit: a duration is never below zero')}`],
    ['window: 0ms', `error ${param('window', '"0ms" does not fit: at least 1s is wanted')}`],
    ['askFor: 0s', `error ${param('askFor', '"0s" does not fit: at least 1s is wanted')}`],
    ['maxPrompts: 0', `error ${param('maxPrompts', '0 does not fit: at least 1 is wanted')}`],
    ['repeats: 1', `error ${param('repeats', '1 does not fit: at least 2 is wanted')}`],
    ['repeats: 51', `error ${param('repeats', '51 does not fit: at most 50 is allowed')}`],
    ['maxBlockers: -3', `error ${param('maxBlockers', '-3 does not fit: at least 1 is wanted')}`],
  ])('%s', (params, message) => {
    const column = 11 + params.search(/(?<=: \[?)[^ []/)
    expect(found(blockers(params))).toEqual([expect.stringContaining(`team.yaml:3:${column} ${message}`)])
  })

  test('what fits has no finding', () => {
    expect(found(blockers('maxCost: 0.5, for: 30s, userGrace: 0s, retryDelay: 0s, cooldown: 0s, maxWait: 0s'))).toEqual(
      [],
    )
  })

  test('a way to match that makes a prompt complete is told at the param', () => {
    expect(found(blockers('match: anywhere'))).toEqual([
      expect.stringMatching(/^team\.yaml:3:18 warning marker-in-prompt: The marker counts anywhere/),
    ])
  })

  test('values of an enum that the operator does not know are told where they are declared', () => {
    const text =
      'extends: builtin:blockers\noverride:\n  params.match: { values: [sentence, line, end, anywhere, twice] }\n'
    expect(found(text)).toEqual([
      expect.stringMatching(/^team\.yaml:4:\d+ error argument-type: There is no way to match "twice"/),
    ])
  })

  test('folders that hold no artifact are told at the param', () => {
    const text = 'extends: builtin:phases\nparams: { folders: "specs/**/*.txt" }\n'
    expect(found(text)).toEqual(
      ['spec.md', 'plan.md'].map((file) =>
        expect.stringContaining(`team.yaml:3:20 error workflow-artifact: ${file} lies outside the folders`),
      ),
    )
  })

  test('a condition that an override makes constant is told there alone', () => {
    const text = 'extends: builtin:blockers\noverride:\n  conditions.just-wrote: { "===": [1, 2] }\n'
    expect(found(text)).toEqual([
      expect.stringMatching(/^team\.yaml:4:26 warning constant-condition: The condition reads nothing/),
    ])
  })

  test('an override of the value is told there', () => {
    const text = 'extends: builtin:blockers\noverride:\n  params.failureText: { default: "(" }\n'
    expect(found(text)).toEqual([expect.stringContaining(`team.yaml:4:34 error pattern: ${missing}`)])
  })
})

describe('a value of a policy by itself', () => {
  const policy = (params: string, when: string) =>
    `name: night\nparams:\n  x: ${params}\nrules:\n  - { id: a, events: [turn.ended], when: ${when}, then: [pass] }\n  - { id: b, events: [turn.ended], when: { matches: [{ var: event.text }, { var: params.x }] }, then: [pass] }\n`

  test('is told once, however often it is used', () => {
    const when = '{ matches: [{ var: event.text }, { var: params.x }] }'
    expect(found(policy('{ type: string, default: "[" }', when)).filter((each) => each.includes(' pattern: '))).toEqual(
      [expect.stringMatching(/^team\.yaml:4:31 error pattern: Cannot use the pattern as RE2: [^(]*$/)],
    )
  })

  test('a time of day in a text', () => {
    const when = '{ past: [{ var: params.x }, { var: run.startedAt }] }'
    const clocks = found(policy('{ type: string, default: "7:00" }', when)).filter((each) =>
      each.includes('time of day'),
    )
    expect(clocks).toEqual([expect.stringContaining('team.yaml:4:31 error argument-type')])
  })

  test('a glob that holds a control character', () => {
    const when = '{ glob: ["a", { var: params.x }] }'
    const globs = found(policy('{ type: list, of: string, default: ["a", "\\b*"] }', when))
    expect(globs).toContainEqual(
      expect.stringContaining('team.yaml:4:47 error pattern: This holds a control character'),
    )
  })
})

describe('nothing can come of zero', () => {
  const text = (memory: string, ask: string, max: string) => `name: night
memory: { seen: { kind: window, span: ${memory} } }
records: { note: { file: notes.md, title: question, fields: { question: { type: string, required: true } }, max: ${max}, sections: [{ id: a, title: A }] } }
rules:
  - id: a
    events: [permission.asked]
    when: { ">": [{ count: [{ var: memory.seen }] }, 1] }
    then: [{ push: { seen: 1 } }, { record: { question: Why } }, { ask: { for: ${ask} } }]
`
  test.each([
    [text('0s', '5m', '3'), '3:39 error constant: Cannot use "0s": the window would keep nothing'],
    [text('5m', '0m', '3'), '9:80 error constant: Cannot use "0m": nobody could answer'],
    [text('5m', '5m', '0'), '4:114 error constant: Cannot use 0: nothing would be written down'],
  ])('%#', (policy, message) => {
    expect(found(policy)).toEqual([`team.yaml:${message}; more than zero is wanted`])
  })

  test('what is more is fine', () => {
    expect(found(text('1s', '1s', '1'))).toEqual([])
  })

  test('a param is told where it gets its value', () => {
    const params = 'params: { x: { type: duration, default: 0s } }\n'
    expect(found(`${params}${text('{ var: params.x }', '5m', '3')}`)).toEqual([
      'team.yaml:2:41 error constant: Cannot use "0s" as the param "x": the window would keep nothing; more than zero is wanted',
    ])
  })
})
