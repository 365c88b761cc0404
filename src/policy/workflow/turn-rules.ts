import type { Json } from '../../core/event.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { all, entry, isNot, not, oneOf, read } from './logic.ts'
import { keep, notYetSkipped, passOver } from './skill-rules.ts'
import { at, earlierArtifacts, enteredHere, outcome, type State } from './states.ts'
import { stillMissing } from './texts.ts'

/** Files that a tool wrote in a state that leaves one, newest first; what an earlier state left does not count. */
export function writtenRule(workflow: WorkflowDocument, state: State, states: readonly State[]): RuleDocument[] {
  if (state.artifact === undefined) return []
  const written = { pick: [read('event.paths'), workflow.folders] }
  const earlier = earlierArtifacts(state, states).map(({ name }) => entry('memory.artifacts', name))
  const known = entry('memory.written', state.name)
  return [
    {
      id: `${state.name}-written`,
      events: ['tool.finished'],
      when: all(
        at(state),
        read('event.changed'),
        { glob: [read('event.paths'), workflow.folders] },
        not(oneOf({ first: written }, { merge: [known, ...earlier] })),
      ),
      then: [{ put: { written: { key: state.name, value: { merge: [written, known] } } } }],
    },
  ]
}

/** The end of a turn whose text says that the state is done: with its outcome the next one begins, once a message. */
export function turnRules(state: State, states: readonly State[]): RuleDocument[] {
  if (state.says === undefined) return []
  const claims = all(at(state), enteredHere(state), isNot(read('event.message'), read('memory.advanced')), {
    matches: [read('event.text'), state.says.pattern],
  })
  const there = outcome(state, states)
  const rule = (id: string, conditions: readonly Json[], then: RuleDocument['then']): RuleDocument => ({
    id: `${state.name}-${id}`,
    events: ['turn.ended'],
    when: all(claims, ...conditions),
    then,
  })
  const [first, second] = state.next
  const [ahead] = states.filter(({ name }) => name === first)
  if (ahead === undefined) return []
  const met = there === null ? [] : [there]
  const stays =
    there === null || !canSayWhatIsMissing(state)
      ? []
      : [rule('stays', [not(there)], [{ notify: { text: stillMissing(state), level: 'warning' } }])]
  const skipping = ahead.skip === undefined || second === undefined ? [] : leapRules(ahead, second, ahead.skip.when)

  function leapRules(over: State, to: string, when: Json): RuleDocument[] {
    return [
      rule(`skips-${over.name}`, [...met, when, notYetSkipped(over)], passOver(over)),
      rule(`done-skipping-${over.name}`, [...met, when], [...keep(state), ...advance(to)]),
    ]
  }

  return [...stays, ...skipping, rule('done', met, [...keep(state), ...advance(ahead.name)])]
}

const canSayWhatIsMissing = ({ artifact, missing }: State): boolean => artifact !== undefined || missing !== undefined

const advance = (to: string): RuleDocument['then'] => [
  { set: { phase: to, advanced: read('event.message') } },
  { put: { entered: { key: to, value: '(by text)' } } },
  'pass',
]
