import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountOf, inactive } from '../../src/core/judging/account.ts'
import type { Json } from '../../src/core/event.ts'
import { decisiveParts, explainCondition, explanationLine } from '../../src/core/explain/explain.ts'
import { compute } from '../../src/core/expression.ts'
import { emptyTree, type TreeState } from '../../src/core/state.ts'
import { inactiveLines } from '../../src/runtime/views/why.ts'
import { eventFrom } from '../support/event.ts'
import { asked, momentOf, policyOf, ruleOf, setOf, textOf } from './build.ts'

const scope = {
  memory: { still: 2, wrote: false, seen: [] },
  params: { stillTurns: 6, allow: ['npm test *'] },
  event: { command: 'npm publish', text: 'x'.repeat(200), none: null },
  now: 0,
  zone: 'UTC',
}
const variable = (path: string) => ({ var: path })
const lines = (expression: Json) => decisiveParts(explainCondition(expression, scope)).map(explanationLine)

describe('the smallest part that decides', () => {
  const still = { '>=': [variable('memory.still'), variable('params.stillTurns')] }
  const wrote = variable('memory.wrote')
  const isPublish = { '===': [variable('event.command'), 'npm publish'] }

  test.each<[string, Json, string[]]>([
    ['a comparison with its values', still, ['memory.still >= params.stillTurns: 2 >= 6 is false']],
    [
      'the first false part of an and',
      { and: [isPublish, still, wrote] },
      ['memory.still >= params.stillTurns: 2 >= 6 is false'],
    ],
    [
      'every part of an or',
      { or: [still, wrote] },
      ['memory.still >= params.stillTurns: 2 >= 6 is false', 'memory.wrote is false'],
    ],
    [
      'the true part of an or',
      { or: [wrote, isPublish] },
      ['event.command === "npm publish": "npm publish" === "npm publish" is true'],
    ],
    [
      'what stands behind a not',
      { '!': { and: [isPublish] } },
      ['event.command === "npm publish": "npm publish" === "npm publish" is true'],
    ],
    ['a not of one value', { '!': wrote }, ['not memory.wrote: not false is true']],
    [
      'the branch that was taken',
      { if: [wrote, isPublish, still] },
      ['memory.still >= params.stillTurns: 2 >= 6 is false'],
    ],
    ['the condition of a branch that is a literal', { if: [wrote, true, false] }, ['memory.wrote is false']],
    [
      'a function with its values',
      { runs: [variable('event.command'), variable('params.allow')] },
      ['runs(event.command, params.allow): runs("npm publish", ["npm test *"]) is false'],
    ],
    [
      'a line that no pattern covers, with the word and a pattern',
      { runsOnly: ['npm test --script-shell=./x', variable('params.allow')] },
      [
        'runsOnly("npm test --script-shell=./x", params.allow): runsOnly("npm test --script-shell=./x", ["npm test *"]) is false: "--script-shell=./x" is no word for *; "npm test --script-shell=./x" as a pattern would cover this line',
      ],
    ],
    [
      'a line that should not be covered, without a pattern for it',
      { '!': { or: [{ runsOnly: [variable('event.command'), variable('params.allow')] }] } },
      ['runsOnly(event.command, params.allow): runsOnly("npm publish", ["npm test *"]) is false'],
    ],
    ['a nested call', { '>': [{ count: [variable('memory.seen')] }, 0] }, ['count(memory.seen) > 0: 0 > 0 is false']],
    [
      'what cannot be evaluated',
      { and: [{ '<': [variable('event.none'), 3] }, wrote] },
      [
        'event.none < 3 cannot be evaluated: Cannot compute "<": it wants numbers, got nothing (null); test it with "!!" first',
      ],
    ],
    ['a literal', false, ['false is false']],
  ])('%s', (_, expression, expected) => {
    expect(lines(expression)).toEqual(expected)
  })

  test('long values are cut', () => {
    expect(lines({ matches: [variable('event.text'), 'y'] })[0]?.length).toBeLessThan(140)
  })

  test('the whole has the value that it computes to, whatever it is made of', () => {
    const leaf = fc.constantFrom<Json>(true, false, variable('memory.wrote'), still, isPublish, {
      '<': [variable('event.none'), 1],
    })
    const { condition } = fc.letrec<{ condition: Json }>((tie) => ({
      condition: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ '!': fc.tuple(tie('condition')) }),
        fc.record({ if: fc.tuple(tie('condition'), tie('condition'), tie('condition')) }),
      ),
    }))
    fc.assert(
      fc.property(condition, (expression) => {
        const explained = explainCondition(expression, scope)
        const parts = decisiveParts(explained)
        expect(parts.length).toBeGreaterThan(0)
        if (explained.error === null) expect(explained.value).toEqual(compute(expression, scope))
        else expect(parts.every(({ error }) => error !== null)).toBe(true)
      }),
    )
  })
})

describe('the account of a decision', () => {
  const deny = (id: string, parts = {}) => ruleOf(id, { steps: [{ do: 'deny', text: textOf('no') }], ...parts })
  const allow = (id: string) =>
    ruleOf(id, { steps: [{ do: 'allow' }], when: { '===': [variable('event.permission'), 'bash'] } })
  const account = (...policies: Parameters<typeof setOf>) =>
    accountOf(setOf(...policies), emptyTree, asked(), momentOf())

  test('says that a rule was not asked, and by whom it was answered', () => {
    const { rules } = account(policyOf({ name: 'a', rules: [deny('a/one'), deny('a/two')] }))
    expect(rules.map(({ rule, outcome, skipped }) => [rule, outcome, skipped])).toEqual([
      ['a/one', 'matched', null],
      ['a/two', 'not-asked', 'a/one answered before it'],
    ])
  })

  test('says that a fallback was not needed, or that it was', () => {
    const fallback = policyOf({ name: 'b', rules: [deny('b/last', { fallback: true })] })
    const other = account(policyOf({ name: 'a', rules: [allow('a/allow')] }), fallback)
    expect(other.rules[1]?.skipped).toBe('it is a fallback, and a/allow gave the verdict')
    expect(other.why).toBe('no other rule gave a verdict')
    expect(account(fallback).why).toBe('it is a fallback, and no other rule gave a verdict')
  })

  test('says why the strictest and the first won', () => {
    const { why, decision } = account(
      policyOf({ name: 'a', order: 3, rules: [allow('a/allow')] }),
      policyOf({ name: 'b', order: 1, rules: [deny('b/deny')] }),
      policyOf({ name: 'c', order: 2, rules: [deny('c/deny')] }),
    )
    expect(decision.verdict).toMatchObject({ outcome: 'deny', by: 'b/deny' })
    expect(why).toBe('it is stricter than allow by a/allow; its policy comes before that of deny by c/deny')
  })

  test('says that nothing is allowed when a strict rule could not be evaluated', () => {
    const asking = ruleOf('b/ask', { steps: [{ do: 'ask', for: null }], when: { '<': [variable('event.url'), 1] } })
    const { why, rules } = account(
      policyOf({ name: 'a', rules: [allow('a/allow')] }),
      policyOf({ name: 'b', rules: [asking] }),
    )
    expect(why).toBe('a/allow allowed it, but b/ask could not be evaluated, and then nothing is allowed')
    expect(rules[1]?.because.map(explanationLine)[0]).toContain('event.url < 1 cannot be evaluated')
  })
})

test('a rule on the calls of another kind is not asked, and that is said', () => {
  const about = (kind: string) =>
    ruleOf(`p/${kind}`, { events: ['record.submitted'], kind, steps: [{ do: 'reply', text: textOf(kind) }] })
  const set = setOf(policyOf({ name: 'p', rules: [about('idea'), about('note')] }))
  const { rules } = accountOf(set, emptyTree, eventFrom('record.submitted', { kind: 'note' }), momentOf())
  expect(rules.map(({ rule, outcome, skipped }) => [rule, outcome, skipped])).toEqual([
    ['p/idea', 'not-asked', 'it hears the calls of idea'],
    ['p/note', 'matched', null],
  ])
})

describe('a policy that is not active, and a section whose condition does not hold', () => {
  const gate = (id: string, when: Json) => ({ id, description: null, when })
  const active = gate('night', { '===': [variable('run.state'), 'armed'] })
  const pushes = gate('night, pushes', { '===': [variable('event.permission'), 'push'] })
  const broken = gate('night, broken', { '<': [null, 1] })
  const deny = { do: 'deny', text: textOf('No.') } as const
  const night = (...rules: Parameters<typeof policyOf>[0]['rules'] & object) =>
    accountOf(setOf(policyOf({ name: 'night', active, rules })), emptyTree, asked({ permission: 'bash' }), momentOf())
  const shown = ({ rules }: ReturnType<typeof night>) =>
    rules.map(({ rule, outcome, because, errors, skipped }) => [
      rule,
      outcome,
      ...because.map(explanationLine),
      ...errors,
      ...(skipped === null ? [] : [skipped]),
    ])

  test('is one entry with its reason, whatever rules stand behind it', () => {
    const found = night(
      ruleOf('night/a', { gates: [active], steps: [deny] }),
      ruleOf('night/b', { gates: [active, pushes], steps: [deny] }),
      ruleOf('night/c', { gates: [pushes], steps: [deny] }),
      ruleOf('night/d', { gates: [pushes], steps: [deny] }),
      ruleOf('night/e', { steps: [{ do: 'pass' }] }),
    )
    expect(shown(found)).toEqual([
      ['night', 'inactive', 'run.state === "armed": "ready" === "armed" is false'],
      ['night, pushes', 'inactive', 'event.permission === "push": "bash" === "push" is false'],
      ['night/e', 'matched'],
    ])
    expect(found.decision.closed).toEqual([
      { gate: 'night', error: null },
      { gate: 'night, pushes', error: null },
    ])
    expect(found.decision.trace.map(({ rule }) => rule)).toEqual(['night/e'])
  })

  test('counts as false where it cannot be evaluated, but for rules that deny, and then nothing is allowed', () => {
    const error = 'Cannot compute "<": it wants numbers, got nothing (null); test it with "!!" first'
    const allowing = ruleOf('night/allow', { steps: [{ do: 'allow' }] })
    const asking = ruleOf('night/ask', { gates: [broken], steps: [{ do: 'ask', for: null }] })
    const quiet = ruleOf('night/tell', { gates: [broken], steps: [{ do: 'notify', text: textOf('x'), level: 'info' }] })
    const denying = ruleOf('night/deny', { gates: [broken], when: false, steps: [deny] })
    expect(night(quiet, allowing).decision.verdict.outcome).toBe('allow')
    expect(night(quiet, asking, allowing).decision.verdict.outcome).toBe('pass')
    const found = night(quiet, ruleOf('night/deny', { gates: [broken], steps: [deny] }), allowing)
    expect(found.decision.verdict).toEqual({ outcome: 'deny', by: 'night/deny', reason: 'No.' })
    expect(shown(found).slice(0, 2)).toEqual([
      ['night/tell', 'not-matched', error],
      ['night/deny', 'matched', error],
    ])
    expect(night(denying).decision.verdict.outcome, 'its own condition still counts').toBe('pass')
  })

  test('is said beside what is waited for, with its reason', () => {
    const set = setOf(policyOf({ name: 'night', active, rules: [] }))
    const lines = (state: TreeState) => inactiveLines(inactive(set, state, asked(), momentOf()))
    expect(lines(emptyTree)).toEqual(['night is not active: run.state === "armed": "ready" === "armed" is false'])
    expect(lines({ ...emptyTree, run: { ...emptyTree.run, state: 'armed' } })).toEqual([])
  })
})
