import { describe, expect, test } from 'vitest'
import { accountOf } from '../../src/core/judging/account.ts'
import { evaluate } from '../../src/core/judging/evaluate.ts'
import { type PolicySet, policySet, type Step } from '../../src/core/policy.ts'
import { emptyTree } from '../../src/core/state.ts'
import type { VerdictName } from '../../src/core/vocabulary.ts'
import { asked, momentOf, policyOf, ruleOf, textOf } from './build.ts'

const steps: Record<VerdictName, Step[]> = {
  pass: [],
  allow: [{ do: 'allow' }],
  ask: [{ do: 'ask', for: null }],
  deny: [{ do: 'deny', text: textOf('no') }],
}
const saying = (rule: string, verdict: VerdictName, besides: PolicySet[] = []): PolicySet =>
  policySet([policyOf({ name: 'p', rules: [ruleOf(`p/${rule}`, { steps: steps[verdict] })] })], besides)

describe('a set beside another', () => {
  const order: VerdictName[] = ['allow', 'pass', 'ask', 'deny']
  const pairs = order.flatMap((own) => order.map((other): [VerdictName, VerdictName] => [own, other]))

  test.each(pairs)('lets no more happen: %s beside %s', (own, other) => {
    const set = saying('own', own, [saying('other', other)])
    const { verdict, overruled } = evaluate(set, emptyTree, asked(), momentOf())
    const isOverruled = order.indexOf(other) > order.indexOf(own)
    expect(verdict.outcome).toBe(isOverruled ? other : own)
    expect(overruled?.outcome ?? null).toBe(isOverruled ? own : null)
  })

  test('decides as a whole where it is stricter, and keeps what the first one said', () => {
    const note: Step = { do: 'notify', text: textOf('told'), level: 'info' }
    const own = policyOf({ name: 'p', rules: [ruleOf('p/own', { steps: [{ do: 'allow' }, note] })] })
    const set = policySet([own], [saying('mid', 'ask'), saying('last', 'deny')])
    const decision = evaluate(set, emptyTree, asked(), momentOf())
    expect(decision).toMatchObject({
      verdict: { outcome: 'deny', by: 'p/last' },
      overruled: { outcome: 'allow', by: 'p/own' },
      effects: [],
    })
    expect(decision.trace.map(({ rule }) => rule)).toEqual(['p/last'])
  })

  test('whose fallback refuses leaves a request to a person where the first set does, and nothing else', () => {
    const fallback = ruleOf('p/rest', { fallback: true, steps: steps.deny })
    const beside = () => [policySet([policyOf({ name: 'p', rules: [fallback] })])]
    const found = order.map((own) => evaluate(saying('own', own, beside()), emptyTree, asked(), momentOf()).verdict)
    expect(found.map(({ outcome }) => outcome)).toEqual(['deny', 'deny', 'ask', 'deny'])
  })

  test('is not asked about what wants no verdict', () => {
    const on = (id: string) => ruleOf(id, { events: ['session.closed'], steps: [{ do: 'abort' }] })
    const set = policySet(
      [policyOf({ name: 'p', rules: [on('p/own')] })],
      [policySet([policyOf({ name: 'p', rules: [on('p/other')] })])],
    )
    const { effects } = evaluate(set, emptyTree, { type: 'session.closed' }, momentOf())
    expect(effects).toEqual([{ effect: 'abort', by: 'p/own' }])
  })

  test('is told of: its rules, with why they held, and what did not count', () => {
    const when = { '===': [{ var: 'event.command' }, 'ls'] }
    const strict = policyOf({ name: 'p', rules: [ruleOf('p/same', { when, steps: steps.deny })] })
    const loose = policyOf({ name: 'p', rules: [ruleOf('p/same', { when: null, steps: steps.allow })] })
    const account = accountOf(policySet([loose], [policySet([strict])]), emptyTree, asked(), momentOf())
    expect(account.rules.map(({ rule, outcome, because }) => [rule, outcome, because.length])).toEqual([
      ['p/same', 'matched', 1],
    ])
    expect(account.why).toBe(
      'no other rule gave a verdict; it is stricter than what the set beside it says: allow by p/same',
    )
  })
})
