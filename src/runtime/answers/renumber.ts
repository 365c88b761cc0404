import type { Effect } from '../../core/decision.ts'
import type { Change } from '../../core/state.ts'
import type { LineBody } from '../journal-line.ts'
import { nameOf } from './record-rows.ts'

/**
 * Lines whose new entries got numbers that others were given meanwhile, with numbers from `next` on instead. What an
 * agent was told stays as it was told.
 */
export function renumbered(lines: readonly LineBody[], next: (prefix: string) => number): LineBody[] {
  const names = new Map<string, string>()
  const first = new Map<string, number>()
  for (const line of lines) {
    for (const change of 'changes' in line ? line.changes : []) {
      if (change.change !== 'record.added') continue
      const { prefix, number } = nameOf(change.record.id)
      const free = Math.max(number, first.get(prefix) ?? next(prefix))
      names.set(change.record.id, `${prefix}${free}`)
      first.set(prefix, free + 1)
    }
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
