import jsonLogic, { type RulesLogic } from 'json-logic-js'
import type { Moment } from '../../src/core/decision.ts'
import { evaluate } from '../../src/core/judging/evaluate.ts'
import type { DomainEvent, SessionFacts } from '../../src/core/event.ts'
import { type Policy, type PolicySet, policySet } from '../../src/core/policy.ts'
import { emptyTree, type TreeState } from '../../src/core/state.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { measure, type Row } from './measure.ts'
import { asked, builtinPolicies, ended } from './world.ts'

const session: SessionFacts = {
  id: 'bench',
  root: 'bench',
  depth: 0,
  path: ['bench'],
  agent: 'build',
  model: 'scripted/one',
  title: 'Bench',
  directory: '/project',
  mode: 'serve',
  prompts: 0,
  turn: 0,
  readable: true,
  hasTask: true,
}

const moment: Moment = {
  session,
  now: Date.parse('2026-02-12T22:00:00Z'),
  zone: 'UTC',
  read: (source) => (source === 'todos' ? { open: 0, total: 0, titles: [] } : { paths: [] }),
  project: (file) => ({ status: 'absent', problem: null, file, data: null }),
  digest,
  without: [],
}

const armed: TreeState = {
  ...emptyTree,
  run: { ...emptyTree.run, state: 'armed', startedAt: moment.now, number: 1 },
}

/** A condition as a policy writes it, in operators that JSON-Logic has itself. */
const condition: RulesLogic = {
  and: [
    { '===': [{ var: 'session.depth' }, 0] },
    { '===': [{ var: 'run.state' }, 'armed'] },
    { '!': { var: 'event.empty' } },
  ],
}

/** The engine alone, against JSON-Logic with one such condition for each rule that listens. */
export async function engineRows(): Promise<Row[]> {
  const { set } = await builtinPolicies()
  const crowded = withIdleRules(set, 200)
  const decide = (among: PolicySet, event: DomainEvent) => measure(4000, () => evaluate(among, armed, event, moment))
  const logic = (event: DomainEvent) => {
    const count = (set.listening.get(event.type) ?? []).reduce(
      (sum, one) => sum + one.rules.length + one.fallbacks.length,
      0,
    )
    const data = { event, session, run: armed.run }
    return measure(4000, () => {
      for (let rule = 0; rule < count; rule++) jsonLogic.apply(condition, data)
    })
  }
  const permission = asked('npm publish')
  const turn = ended('I think that was it.')
  const plain = decide(set, permission)
  const rows = [
    {
      name: 'engine, permission.asked',
      figures: plain,
      baseline: { name: 'JSON-Logic alone', figures: logic(permission) },
    },
    {
      name: 'engine, turn.ended',
      figures: decide(set, turn),
      baseline: { name: 'JSON-Logic alone', figures: logic(turn) },
    },
    {
      name: 'engine, permission.asked, 200 more rules that do not listen',
      figures: decide(crowded, permission),
      baseline: { name: 'without them', figures: plain },
    },
  ]
  return rows.map((row) => ({ ...row, goal: { text: 'median at most 100 µs', met: row.figures.median <= 0.1 } }))
}

function withIdleRules(set: PolicySet, count: number): PolicySet {
  const [first] = set.policies
  if (first === undefined) return set
  const rule = first.rules.at(-1)
  if (rule === undefined) return set
  const rules = Array.from({ length: count }, (_, index) => ({
    ...rule,
    id: `idle/rule-${index}`,
    events: ['session.closed' as const],
  }))
  const idle: Policy = { ...first, name: 'idle', order: 500, rules }
  return policySet([...set.policies, idle])
}
