import type { DomainEvent } from '../../core/event.ts'
import { endOfRun } from '../../core/limits/limit.ts'
import { clockText } from '../../core/operators/time/zone.ts'
import type { PolicySet } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import { cut } from '../text/cut.ts'
import { oneLine } from '../text/visible.ts'

const longestSubject = 120

/** What a session waits for and until when, in words for a person; the next thing first, empty if it waits for nothing. */
export function waitingLines({ pending, waits }: TreeState, obstacle: string | null, zone: string): string[] {
  const next = pending === null ? [] : [{ due: pending.due, text: goesOn(pending.due, pending.why, obstacle, zone) }]
  const asked = Object.values(waits).map(({ due, event }) => ({
    due,
    text: `${subject(event)} is diverted at ${clockText(due, zone)}`,
  }))
  return [...next, ...asked].sort((a, b) => a.due - b.due).map(({ text }) => text)
}

function goesOn(due: number, why: string | null, obstacle: string | null, zone: string): string {
  if (obstacle !== null) return `goes on later, since ${obstacle}`
  return `goes on at ${clockText(due, zone)}${why === null ? '' : `, since ${why}`}`
}

function subject(event: DomainEvent): string {
  switch (event.type) {
    case 'permission.asked':
      return oneLine(cut(event.command ?? `${event.permission}: ${event.patterns.join(', ')}`, longestSubject))
    case 'question.asked': {
      const [first, ...others] = event.open
      const more = others.length === 0 ? '' : ` and ${others.length} more`
      return first === undefined ? 'a question' : `"${oneLine(cut(first.question, longestSubject))}"${more}`
    }
    default:
      return 'a request'
  }
}

/** When an armed run ends at the latest; null for another. */
export function endText(set: PolicySet, { run }: TreeState, zone: string): string | null {
  const end = endOfRun(set.limits, run, zone)
  return end === null ? null : `ends at ${clockText(end, zone)} at the latest`
}
