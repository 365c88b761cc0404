import type { Json } from './event.ts'
import type { Policy } from './policy.ts'
import { isFull } from './record.ts'
import { isWaiting } from './record-kind.ts'
import type { TreeState } from './state.ts'
import { facts } from './vocabulary.ts'

/** The fact `records`: the entries of a kind that fit every given argument, and what they add up to. */
export function recordFact(policy: Policy, given: Record<string, Json>, state: TreeState): Json {
  const ofKind = state.records.filter((record) => record.kind === given['kind'])
  const wanted = facts.records.arguments.filter((name) => name !== 'kind' && given[name] !== undefined)
  const list = ofKind.filter((record) => wanted.every((name) => record[name] === given[name]))
  const open = list.filter((record) => record.status === 'open')
  const kind = policy.records[String(given['kind'])] ?? null
  const waiting = open.filter((record) => isWaiting(kind, record))
  return {
    total: list.length,
    open: open.length,
    waiting: waiting.length,
    blocking: waiting.filter((record) => record.blocks).length,
    full: isFull(ofKind, kind?.max ?? Number.POSITIVE_INFINITY, false),
    first: list[0] ?? null,
    latest: list.at(-1) ?? null,
    list,
  }
}
