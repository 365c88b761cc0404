import { isStepName, stepSpec } from '../../core/vocabulary.ts'
import { child, type MapTree, plain, type Tree } from '../yaml/tree.ts'
import { removeEntry, replaceSpan } from './edit.ts'
import { type Changes, changed, noChanges, refused, together } from './migration.ts'

/** The rules of a policy and those that a layer inserts. */
export function migrateRules(tree: MapTree): Changes {
  const lists = [child(tree, 'rules'), ...itemsOf(child(tree, 'insert')).map((insert) => child(insert, 'rules'))]
  return together(
    lists.flatMap((list) => {
      const rules = itemsOf(list).filter((rule) => rule.kind === 'map')
      const isWhole = list === child(tree, 'rules')
      return rules.map((rule, index) =>
        together([migrateEvents(rule), migrateMode(rule), migrateContinue(rule, rules.slice(index + 1), isWhole)]),
      )
    }),
  )
}

function migrateEvents(rule: MapTree): Changes {
  const entry = rule.entries.get('on')
  if (entry === undefined) return noChanges
  if (rule.entries.has('events'))
    return refused(entry.key, 'Cannot migrate the rule: it has both "on" and "events"; remove one of them')
  const { value } = entry
  const list = value.kind === 'scalar' ? [replaceSpan(value.at, `[${writtenOf(value)}]`)] : []
  return changed(replaceSpan(entry.key, 'events'), ...list)
}

function migrateMode(rule: MapTree): Changes {
  const mode = child(rule, 'mode')
  if (mode?.kind !== 'scalar' || mode.value !== 'off') return noChanges
  if (rule.entries.has('because')) return changed(replaceSpan(mode.at, 'disabled'))
  return refused(mode.at, 'Cannot disable the rule without a reason: add because, which says why it is off')
}

/** `later` are the rules after this one; where others may follow, `isWhole` is false. */
function migrateContinue(rule: MapTree, later: readonly MapTree[], isWhole: boolean): Changes {
  const entry = rule.entries.get('continue')
  const goesOn = entry?.value.kind === 'scalar' && entry.value.value === true
  if (entry !== undefined && !(entry.value.kind === 'scalar' && typeof entry.value.value === 'boolean'))
    return refused(entry.key, 'Cannot read "continue": true or false is wanted')
  const why = reasonToRefuse(rule, goesOn, isWhole && !later.some((each) => shareEvents(rule, each)))
  if (why !== null) return refused(entry?.key ?? rule.at, why)
  if (entry === undefined) return noChanges
  const edit = removeEntry(rule, 'continue')
  if (edit !== null) return changed(edit)
  return refused(
    entry.key,
    'Cannot take "continue" out without touching what stands beside it: put it on a line of its own',
  )
}

/** Why the rule would mean something else in version 1. */
function reasonToRefuse(rule: MapTree, goesOn: boolean, isLast: boolean): string | null {
  const isAnswer = itemsOf(child(rule, 'then')).some(answersStep)
  if (isAnswer && goesOn)
    return 'Cannot keep "continue: true": a rule that answers ends the search; move its other steps into a rule before it'
  if (isAnswer || goesOn || isLast) return null
  return 'Cannot keep the end of the search here: a rule without an answer does not end it; add "pass" to its steps to end it, or "continue: true" to go on'
}

function answersStep(step: Tree): boolean {
  const name = step.kind === 'scalar' ? step.value : step.kind === 'map' ? [...step.entries.keys()][0] : null
  return typeof name === 'string' && isStepName(name) && stepSpec(name).answers
}

function shareEvents(rule: MapTree, other: MapTree): boolean {
  const events = eventsOf(rule)
  return eventsOf(other).some((event) => events.includes(event))
}

function eventsOf(rule: MapTree): unknown[] {
  const events = child(rule, 'on') ?? child(rule, 'events')
  return events === null ? [] : [plain(events)].flat()
}

const itemsOf = (tree: Tree | null): readonly Tree[] => (tree?.kind === 'list' ? tree.items : [])

const writtenOf = ({ at }: Tree): string => at.lines.text.slice(at.start, at.end)
