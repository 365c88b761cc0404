import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from '../../src/policy/yaml/parse.ts'
import { plain } from '../../src/policy/yaml/tree.ts'
import { withLine } from '../../src/suggest/policy-line.ts'
import type { PolicyWay } from '../../src/suggest/way.ts'

const head = 'version: 1\nextends: builtin:blockers\n'
const allow: PolicyWay = { is: 'allow', patterns: ['npm run b'] }
const hint: PolicyWay = { is: 'hint', text: 'Work in src: only.' }
const answer: PolicyWay = { is: 'answer', id: 'answer-1', question: 'Which "one"?', answer: 'Vitest' }

describe('a line in a policy file', () => {
  test.each<[string, string, PolicyWay, string]>([
    ['params are new', '', allow, 'params:\n  allow: ["npm run b"]\n'],
    ['no line ends the file', '# end', allow, '# end\nparams:\n  allow: ["npm run b"]\n'],
    [
      'a param is new',
      'params:   # mine\n  # when\n  until: "07:00"      # stop\n',
      allow,
      'params:   # mine\n  allow: ["npm run b"]\n  # when\n  until: "07:00"      # stop\n',
    ],
    [
      'a list stands in a line',
      'params:\n  allow: ["npm test *"]   # c\n  until: "07:00"\n',
      allow,
      'params:\n  allow: ["npm test *", "npm run b"]   # c\n  until: "07:00"\n',
    ],
    ['a list is empty', 'params:\n  allow: []\n', allow, 'params:\n  allow: ["npm run b"]\n'],
    [
      'a list has a line for each',
      'params:\n  allow:\n    - npm test *   # c\n    - b # d\n  until: "07:00"\n',
      allow,
      'params:\n  allow:\n    - npm test *   # c\n    - b # d\n    - "npm run b"\n  until: "07:00"\n',
    ],
    [
      'one value stands for a list',
      'params:\n  allow: npm test *   # c\n',
      allow,
      'params:\n  allow: ["npm test *", "npm run b"]   # c\n',
    ],
    [
      'params are a flow map',
      'params: { until: "07:00" }\n',
      hint,
      'params: { hint: "Work in src: only.", until: "07:00" }\n',
    ],
    ['params are an empty flow map', 'params: {}\n', hint, 'params: { hint: "Work in src: only." }\n'],
    [
      'lines end as on Windows',
      'params:\r\n  hint2: a\r\n',
      hint,
      'params:\r\n  hint: "Work in src: only."\r\n  hint2: a\r\n',
    ],
    [
      'rules are inserted already',
      'insert:\n  - before: x   # c\n    rules: []\n',
      answer,
      `insert:\n  - before: divert-question\n    rules:\n      - id: answer-1\n        description: "A person has answered this question: Which \\"one\\"?"\n        events: [question.asked]\n        then: [{ answer: { if: [{ and: [{ "===": [{ var: item.question }, "Which \\"one\\"?"] }, { in: ["Vitest", { var: item.options }] }] }, "Vitest", null] } }]\n  - before: x   # c\n    rules: []\n`,
    ],
  ])('where %s', (_, rest, way, changed) => {
    expect(withLine(head + rest, way)).toBe(head + changed)
  })

  test.each<[string, string, PolicyWay]>([
    ['an alias', `${head}params:\n  ask: &a ["x"]\n  allow: *a\n`, allow],
    ['a hint that stands', `${head}params:\n  hint: mine\n`, hint],
    ['params without a value', `${head}params:\n  # none\n`, allow],
    ['a number for a list', `${head}params:\n  allow: 3\n`, allow],
    ['a flow map as the whole', '{ version: 1, extends: "builtin:blockers" }\n', allow],
    ['a mark before the begin', `\uFEFF${head}`, allow],
    ['inserts in a line', `${head}insert: [{ before: x, rules: [] }]\n`, answer],
    ['what is no YAML', 'a: [', allow],
    ['nothing', '', allow],
  ])('is left to a person where there is %s', (_, text, way) => {
    expect(withLine(text, way)).toBeNull()
  })

  test('whatever is added, all else stays: comments, order, values', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    const ways = fc.oneof(
      texts.map((text): PolicyWay => ({ is: 'hint', text })),
      fc.array(texts, { minLength: 1, maxLength: 3 }).map((patterns): PolicyWay => ({ is: 'allow', patterns })),
      fc
        .tuple(texts, texts)
        .map(([question, given]): PolicyWay => ({ is: 'answer', id: 'answer-1', question, answer: given })),
    )
    const bodies = fc.constantFrom(
      '',
      'params:\n  until: "07:00"   # a\n# b\n',
      'params:\n  allow: [a] # a\n  # b\n  ask:\n    - b\n',
      'params: { ask: b } # a\n',
      'insert:\n  - before: x # a\n    rules: []\nparams:\n  allow:\n    # b\n    - a\n',
    )
    fc.assert(
      fc.property(bodies, ways, (body, way) => {
        const text = head + body
        const changed = withLine(text, way)
        if (changed === null) throw new Error('nothing was added')
        const lines = changed.split('\n')
        const kept = text.split('\n').filter((line) => line.includes('#'))
        expect(kept.every((line) => lines.some((one) => one.endsWith(line.slice(line.indexOf('#')))))).toBe(true)
        const { tree } = parse({ name: 'a.yaml', text: changed })
        expect(tree === null ? null : plain(tree)).toMatchObject({ version: 1, extends: 'builtin:blockers' })
      }),
    )
  })
})
