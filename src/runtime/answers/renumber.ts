import type { Effect } from '../../core/decision.ts'
import type { Change } from '../../core/state.ts'
import type { LineBody } from '../nights/journal-line.ts'
import { nameOf } from './record-rows.ts'

/**
 * Lines whose new entries got numbers that others were given meanwhile, with numbers from `next` on instead, above all
 * of their own: no number that was told once may come to stand for another entry of these. What an agent was told
 * stays as it was told.
 */
export function renumbered(lines: readonly LineBody[], next: (prefix: string) => number): LineBody[] {
  const names = new Map<string, string>()
  const added = lines.flatMap((line) =>
    'changes' in line
      ? line.changes.flatMap((change) => (change.change === 'record.added' ? nameOf(change.record.id) : []))
      : [],
  )
  for (const prefix of new Set(added.map((name) => name.prefix))) {
    const own = added.flatMap((name) => (name.prefix === prefix ? name.number : []))
    const taken = next(prefix)
    const free = Math.max(taken, ...own.map((number) => number + 1))
    for (const [at, number] of own.filter((each) => each < taken).entries())
      names.set(`${prefix}${number}`, `${prefix}${free + at}`)
  }
  const named = (id: string): string => names.get(id) ?? id
  return lines.map((line) => {
    if (!('changes' in line)) return line
    const changes = line.changes.map((change) => renamedChange(change, named))
    switch (line.line) {
      case 'decision':
        return { ...line, changes, effects: line.effects.map((effect) => renamedEffect(effect, named)) }
      case 'answer':
        return { ...line, changes, record: named(line.record) }
      default:
        return { ...line, changes }
    }
  })
}

function renamedChange(change: Change, named: (id: string) => string): Change {
  switch (change.change) {
    case 'record.added':
      return { ...change, record: { ...change.record, id: named(change.record.id) } }
    case 'record.counted':
    case 'record.closed':
    case 'record.reopened':
      return { ...change, id: named(change.id) }
    default:
      return change
  }
}

function renamedEffect(effect: Effect, named: (id: string) => string): Effect {
  switch (effect.effect) {
    case 'record':
      return { ...effect, id: effect.id === null ? null : named(effect.id) }
    case 'close':
      return { ...effect, id: named(effect.id) }
    default:
      return effect
  }
}
