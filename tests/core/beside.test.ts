import { describe, expect, test } from 'vitest'
import { evaluate } from '../../src/core/judging/evaluate.ts'
import { fold } from '../../src/core/fold.ts'
import { emptyTree, type TreeState } from '../../src/core/state.ts'
import type { DomainEvent } from '../../src/core/event.ts'
import { resolveDocument } from '../../src/policy/layers/resolve.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { policiesOf } from '../../src/runtime/policies.ts'
import { policySet } from '../../src/core/policy.ts'
import { asked, momentOf } from './build.ts'

/** A user's policy that lets a thing pass twice, and not while a flag is up. */
const user = `version: 1
name: mine
memory:
  seen: { kind: counter, scope: tree }
conditions:
  twice: { ">=": [{ var: memory.seen }, 2] }
  quiet: { "===": [{ var: run.state }, ready] }
rules:
  - { id: third, events: [permission.asked], when: [twice, quiet], then: [{ deny: "twice is enough" }] }
  - { id: count, events: [permission.asked], then: [{ add: { seen: 1 } }, allow] }
`
const project = (rules: string): string => `version: 1
name: mine
memory:
  seen: { kind: counter, scope: tree }
rules:
${rules}
`
const allowing = '  - { id: a, events: [permission.asked], then: [allow] }'

function setOf(text: string) {
  const { document, problems } = resolveDocument({ name: 'p.yaml', text }, () => 'there is no other file')
  if (document === null) throw new Error(problems.map(({ message }) => message).join('; '))
  const made = policiesOf([document], digest)
  if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join('; '))
  return made.policies.set
}
const beside = (rules: string) => policySet(setOf(project(rules)).policies, [setOf(user)])

/** The verdicts of a night, each event decided by what all before left. */
function verdicts(
  set: ReturnType<typeof beside>,
  events: readonly DomainEvent[],
  begin: TreeState = emptyTree,
): string[] {
  let state = begin
  return events.map((event) => {
    const { verdict, changes } = evaluate(set, state, event, momentOf())
    state = changes.reduce(fold, state)
    return verdict.outcome
  })
}
const asks = [1, 2, 3, 4].map(() => asked())

describe('the memory of a set beside another', () => {
  test('is kept although the other set decides', () => {
    expect(verdicts(beside(allowing), asks)).toEqual(['allow', 'allow', 'deny', 'deny'])
  })

  test.each([
    ['clears the counter of the same name', 'clear: [seen]'],
    ['takes it back', 'add: { seen: -5 }'],
    ['pauses the run', 'pause: { reason: user }'],
    ['stops the run', 'stop: { reason: user }'],
  ])('is the same whoever %s', (_, step) => {
    const plain = `  - { id: a, events: [permission.asked], then: [{ ${step} }] }\n${allowing.replace('id: a', 'id: b')}`
    expect(verdicts(beside(plain), asks).slice(2)).toEqual(['deny', 'deny'])
  })

  test('begins with what was remembered, before the other set has its word on the event', () => {
    const { changes } = evaluate(setOf(user), emptyTree, asked(), momentOf())
    const clearing = `  - { id: a, events: [permission.asked], then: [{ clear: [seen] }] }`
    const set = beside(`${clearing}\n${allowing.replace('id: a', 'id: b')}`)
    expect(verdicts(set, asks, changes.reduce(fold, emptyTree))).toEqual(['allow', 'deny', 'deny', 'deny'])
  })
})
