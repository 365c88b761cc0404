import type { Json, RecordEntry } from '../event.ts'
import type { Policy } from '../policy.ts'
import { isFull } from '../steps/record.ts'
import { isWaiting } from './kind.ts'
import { isLasting, recordsWith } from './places.ts'
import type { TreeState } from '../state.ts'

/** The fact `records`: the entries of a kind that fit every given argument, and what they add up to. */
export function recordFact(policy: Policy, given: Record<string, Json>, state: TreeState): Json {
  const wanted = Object.entries(given)
  const list = among(state, given).filter((record) => wanted.every(([name, value]) => (record[name] ?? null) === value))
  const open = list.filter((record) => record.status === 'open')
  const kind = policy.records[String(given['kind'])] ?? null
  const waiting = open.filter((record) => isWaiting(kind, record))
  return {
    total: list.length,
    open: open.length,
    waiting: waiting.length,
    blocking: waiting.filter((record) => record['blocks'] === true).length,
    full: isFull(state, given['kind'], kind?.max ?? Number.POSITIVE_INFINITY, false),
    first: list[0] ?? null,
    latest: list.at(-1) ?? null,
    list,
  }
}

/** Entries of which none is missing that may fit: those that were found without a search, else all. */
function among(state: TreeState, given: Record<string, Json>): readonly RecordEntry[] {
  for (const [name, value] of Object.entries(given))
    if (isLasting(name) && typeof value === 'string') return recordsWith(state, name, value)
  return state.records
}
