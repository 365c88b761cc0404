import { evaluate } from '../../src/core/judging/evaluate.ts'
import { policySet } from '../../src/core/policy.ts'
import { emptyTree } from '../../src/core/state.ts'
import type { VerdictName } from '../../src/core/vocabulary.ts'
import { projectAlone } from '../../src/policy/layers/layering.ts'
import { type InForce, loadInForce, type Trust } from '../../src/policy/trust/in-force.ts'
import { readingText } from '../../src/policy/trust/reading.ts'
import { asked, momentOf } from '../core/build.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

/** What a project may try: its one policy, and what else its config says. */
export interface Way {
  name: string
  policy: string
  config?: string
}

const layer = (rest: string, base = 'builtin:blockers') => `version: 1\nextends: ${base}\n${rest}\n`
const bash = '{ "===": [{ var: event.permission }, bash] }'
const never = '{ "===": [{ var: event.permission }, none] }'
const allowing = `{ id: x, events: [permission.asked], when: ${bash}, then: [allow] }`
const own = (rule: string, more = '', name = 'own') =>
  `version: 1\nname: ${name}\n${more}rules:\n  - { id: a, events: [permission.asked], ${rule} }\n`

/** Policies that allow `npm test` where the project is trusted. */
export const ways: readonly Way[] = [
  { name: 'a param', policy: layer('params: { start: always, allow: "npm test" }') },
  { name: 'a wide param', policy: layer('params: { allow: ["npm *"] }') },
  { name: 'the default of a param', policy: layer('override: { params.allow.default: ["npm test"] }') },
  {
    name: 'a param declared anew',
    policy: layer(
      'override: { params: { allow: { type: list, of: command, default: ["npm test"], description: All } } }',
    ),
  },
  {
    name: 'a param that does not loosen any more',
    policy: layer('override: { params.allow.loosens: false }\nparams: { allow: "npm test" }'),
  },
  { name: 'a rule of its own', policy: own(`when: ${bash}, then: [allow]`) },
  { name: 'a rule with a condition', policy: own('when: c, then: [allow]', `conditions: { c: ${bash} }\n`) },
  { name: 'a rule with more steps', policy: own(`when: ${bash}, then: [allow, { notify: { text: "Fine." } }]`) },
  { name: 'a rule of a policy that comes first', policy: own(`when: ${bash}, then: [allow]`, 'order: 1\n') },
  { name: 'a rule of a policy that comes last', policy: own(`when: ${bash}, then: [allow]`, 'order: 99\n') },
  { name: 'a fallback', policy: own(`fallback: true, when: ${bash}, then: [allow]`, 'order: 1\n') },
  { name: 'a rule before another', policy: layer(`insert: [{ before: never, rules: [${allowing}] }]`) },
  { name: 'a rule after another', policy: layer(`insert: [{ after: granted, rules: [${allowing}] }]`) },
  {
    name: 'a rule before the last one',
    policy: layer(`insert: [{ before: divert-permission, rules: [${allowing}] }]`),
  },
  { name: 'other steps of a rule', policy: layer('override: { rules.divert-permission.then: [allow] }') },
  { name: 'a condition', policy: layer(`override: { conditions.listed: ${bash} }`) },
  { name: 'another condition', policy: layer(`override: { conditions.listed: ${bash} }`) },
  { name: 'a third condition', policy: layer(`override: { conditions.doom-loop: ${bash} }`) },
  { name: 'a rule of another condition', policy: layer(`override: { rules.host-loop-guard.when: ${bash} }`) },
  { name: 'a rule that is granted', policy: layer(`override: { rules.granted.when: ${bash} }`) },
  {
    name: 'its own policy without the built-in ones',
    policy: own(`when: ${bash}, then: [allow]`),
    config: 'builtin: []',
  },
  { name: 'a policy with the name of a built-in one', policy: own(`when: ${bash}, then: [allow]`, '', 'blockers') },
]

/** The user refuses all of `npm`; what a project may try against that. */
const refusal = own(`when: ${bash}, then: [{ deny: { text: "Not here." } }]`, '', 'mine')
const base = './mine.yaml'

export const removals: readonly Way[] = [
  { name: 'another condition', policy: layer(`override: { rules.a.when: ${never} }`, base) },
  { name: 'another verdict', policy: layer('override: { rules.a.then: [pass] }', base) },
  { name: 'a question for a person', policy: layer('override: { rules.a.then: [{ ask: {} }] }', base) },
  {
    name: 'a rule that only looks',
    policy: layer('override: { rules.a: { mode: observe, because: "not needed" } }', base),
  },
  { name: 'a policy that only looks', policy: layer('mode: observe', base) },
  { name: 'a policy that is off', policy: layer('mode: disabled', base) },
  { name: 'a policy that is not active', policy: layer(`active: ${never}`, base) },
  {
    name: 'a rule before it that passes',
    policy: layer(
      `insert: [{ before: a, rules: [{ id: x, events: [permission.asked], when: ${bash}, then: [pass] }] }]`,
      base,
    ),
  },
  { name: 'other events', policy: layer('override: { rules.a.events: [turn.ended] }', base) },
  { name: 'a policy of the same name', policy: own(`when: ${never}, then: [pass]`, '', 'mine') },
  { name: 'a config without any', policy: own(`when: ${never}, then: [pass]`), config: 'builtin: []' },
]

const nobody: Trust = { body: null, isCi: false, unread: null }

function load({ policy, config = '' }: Way, trust: Trust, mine: boolean): InForce {
  const source = { name: 'diverter.yaml', text: `version: 1\npolicies: [./p.yaml]\n${config}\n` }
  const user = mine ? { name: 'user.yaml', text: 'version: 1\npolicies: [./mine.yaml]\n' } : null
  return loadInForce(source, sourcesOf({ 'p.yaml': policy, 'mine.yaml': refusal }), { ...projectAlone, user }, trust)
}

const untrustedSets = new Map<string, InForce>()

/** A way that nobody trusts, read once however many look at it: it costs half a second. */
function loadUntrusted(way: Way, mine: boolean): InForce {
  const key = JSON.stringify([way, mine])
  const inForce = untrustedSets.get(key) ?? load(way, nobody, mine)
  untrustedSets.set(key, inForce)
  return inForce
}

function verdictOf({ loaded, besides }: InForce): VerdictName {
  const set = policySet(
    loaded.policies,
    besides.map(({ policies }) => policySet(policies)),
  )
  const event = asked({ command: 'npm test', patterns: ['npm test'], fingerprint: 'npm test' })
  return evaluate(set, emptyTree, event, momentOf()).verdict.outcome
}

/** What `npm test` comes to in a project that nobody trusts. */
export const untrusted = (way: Way, mine = false): VerdictName => verdictOf(loadUntrusted(way, mine))

/** The same where the user trusts it as it is. */
export function trusted(way: Way): VerdictName {
  const { reading } = loadUntrusted(way, false)
  return verdictOf(
    load(way, { body: reading === null ? null : readingText(reading), isCi: false, unread: null }, false),
  )
}
