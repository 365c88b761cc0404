import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/core/judging/evaluate.ts'
import type { Json } from '../../src/core/event.ts'
import { fold } from '../../src/core/fold.ts'
import type { Expression, Policy, Rule, Step } from '../../src/core/policy.ts'
import { emptyTree, type TreeState } from '../../src/core/state.ts'
import { asked, momentOf, policyOf, ruleOf, setOf, slotOf, textOf } from './build.ts'

const memory = {
  count: slotOf({ kind: 'counter' }),
  seen: slotOf({ kind: 'window', scope: 'tree', span: 50 }),
  names: slotOf({ kind: 'set', scope: 'run' }),
  table: slotOf({ kind: 'map', scope: 'session' }),
}

const step: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  { do: 'allow' },
  { do: 'pass' },
  { do: 'ask', for: 1000 },
  { do: 'deny', text: textOf('no') },
  { do: 'arm' },
  { do: 'reset' },
  { do: 'stop', reason: 'done', detail: null },
  { do: 'pause', reason: 'user' },
  { do: 'prompt', text: textOf('go'), after: null, at: null, why: null },
  { do: 'add', slots: { count: 1 } },
  { do: 'add', slots: { names: { var: 'event.permission' } } },
  { do: 'push', slots: { seen: { var: 'event.permission' } } },
  { do: 'put', slots: { table: { key: { var: 'event.permission' }, value: { var: 'memory.count' } } } },
  { do: 'clear', slots: ['count', 'seen'] },
  { do: 'set', slots: { count: { var: 'event.input' } } },
)

/** Conditions that hold, that do not, and that cannot be evaluated. */
const condition: fc.Arbitrary<Expression> = fc.constantFrom<Expression>(
  null,
  true,
  false,
  { '===': [{ var: 'event.permission' }, 'a'] },
  { '>': [{ var: 'memory.count' }, 1] },
  { '<': [{ var: 'event.url' }, 3] },
  { var: 'event.permission' },
  { in: ['a', { var: 'event.command' }] },
)

const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      when: condition,
      fallback: fc.boolean(),
      mode: fc.constantFrom<Rule['mode']>('enforce', 'enforce', 'observe'),
      steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map((parts, index) => ruleOf(`p/r${index}`, parts)))

const policies: fc.Arbitrary<Policy[]> = fc
  .array(fc.record({ rules, mode: fc.constantFrom<Policy['mode']>('enforce', 'enforce', 'observe') }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.map((parts, index) => policyOf({ name: `p${index}`, memory, ...parts })))

const permissions = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 })

function freeze<T extends Json | object>(value: T): T {
  for (const inner of Object.values(value ?? {})) if (typeof inner === 'object' && inner !== null) freeze(inner)
  return Object.freeze(value)
}

describe('evaluate', () => {
  it('gives the same decision for the same input and changes nothing that it was given', () => {
    fc.assert(
      fc.property(policies, permissions, (list, sequence) => {
        const set = setOf(...list)
        let state: TreeState = freeze(emptyTree)
        for (const permission of sequence) {
          const event = freeze(asked({ permission }))
          const moment = momentOf()
          const decision = evaluate(set, state, event, moment)
          expect(evaluate(set, state, event, moment)).toEqual(decision)
          state = freeze(decision.changes.reduce(fold, state))
        }
      }),
    )
  })

  it('never allows when a rule that refuses, asks or allows could not be evaluated', () => {
    const broken: Expression = { '<': [{ var: 'event.url' }, 3] }
    fc.assert(
      fc.property(rules, step, (list, last) => {
        const uncertain = ruleOf('p/broken', { when: broken, steps: [last] })
        const set = setOf(policyOf({ name: 'p', memory, rules: [uncertain] }))
        const alone = evaluate(set, emptyTree, asked(), momentOf())
        expect(alone.verdict.outcome).not.toBe('allow')
        const strict = ruleOf('p/strict', { when: broken, steps: [{ do: 'ask', for: null }] })
        const among = setOf(
          policyOf({ name: 'p', order: 1, memory, rules: [strict] }),
          policyOf({ name: 'q', memory, rules: list }),
        )
        expect(evaluate(among, emptyTree, asked(), momentOf()).verdict.outcome).not.toBe('allow')
      }),
    )
  })

  it('lets the strictest verdict win, and the first policy in order give its text', () => {
    const verdict = fc.constantFrom<Step>({ do: 'allow' }, { do: 'ask', for: null }, { do: 'deny', text: textOf('no') })
    const rank = { pass: 0, allow: 1, ask: 2, deny: 3 }
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 5 }), (list) => {
        const set = setOf(
          ...list.map((one, index) =>
            policyOf({ name: `p${index}`, order: index, rules: [ruleOf(`p${index}/r`, { steps: [one] })] }),
          ),
        )
        const decision = evaluate(set, emptyTree, asked(), momentOf())
        const strictest = Math.max(...list.map((one) => (one.do in rank ? rank[one.do as keyof typeof rank] : 0)))
        expect(rank[decision.verdict.outcome]).toBe(strictest)
        const first = list.findIndex((one) => rank[one.do as keyof typeof rank] === strictest)
        expect(decision.verdict.by).toBe(`p${first}/r`)
      }),
    )
  })

  it('keeps what an observing policy remembers apart from the rest', () => {
    fc.assert(
      fc.property(policies, permissions, (list, sequence) => {
        const set = setOf(...list.map((policy) => ({ ...policy, mode: 'observe' as const })))
        let state: TreeState = emptyTree
        for (const permission of sequence) {
          const decision = evaluate(set, state, asked({ permission }), momentOf())
          expect(decision.verdict.outcome).toBe('pass')
          expect(decision.effects).toEqual([])
          state = decision.changes.reduce(fold, state)
        }
        expect({ ...state, shadows: {} }).toEqual(emptyTree)
      }),
    )
  })
})
