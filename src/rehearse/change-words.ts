import type { Change, SlotOperation } from '../core/state.ts'

/** One change of memory in one line. */
export function changeWords(change: Change, start: number): string {
  switch (change.change) {
    case 'slot':
      return slotWords(change.slot, change.operation)
    case 'run': {
      const why = change.reason === null ? '' : ` (${change.reason})`
      return `run ${change.to}${why}${change.fresh ? ', a new one' : ''}`
    }
    case 'spent': {
      const parts = [
        ...(change.turns > 0 ? [`${change.turns} turn`] : []),
        ...(change.tokens > 0 ? [`${change.tokens} tokens`] : []),
        ...(change.cost > 0 ? [`cost ${change.cost}`] : []),
      ]
      return `spent ${parts.join(', ')}`
    }
    case 'turned':
      return 'a new turn'
    case 'switched':
      return change.model === null
        ? "prompts go to the session's own model"
        : `prompts go to ${change.model}${change.until === null || change.until === undefined ? '' : ` until ${new Date(change.until).toISOString()}`}`
    case 'compacted':
      return `compacted ${change.session}`
    case 'record.added':
      return `record ${change.record.id} added`
    case 'record.counted': {
      const filled = Object.keys(change.fill)
      return `record ${change.id} counted${filled.length > 0 ? `, filled in ${filled.join(', ')}` : ''}`
    }
    case 'record.closed':
      return `record ${change.id} ${change.status}`
    case 'record.reopened':
      return `record ${change.id} open again`
    case 'record.dropped':
      return `record dropped ${JSON.stringify(change.title)}`
    case 'prompt.pending':
      return `prompt pending for ${seconds(change.prompt.due, start)}`
    case 'prompt.dropped':
      return 'prompt dropped'
    case 'prompt.sent':
      return 'prompt sent'
    case 'timer.set':
      return `timer ${change.timer} set for ${seconds(change.due, start)}`
    case 'timer.cleared':
      return `timer ${change.timer} cleared`
    case 'wait.set':
      return `wait ${change.request} until ${seconds(change.wait.due, start)}`
    case 'wait.cleared':
      return `wait ${change.request} cleared`
    case 'proof.begun':
      return `proof begun by ${change.call}`
    case 'proof.ended':
      return `proof ${change.ok ? 'of' : 'failed for'} ${change.patterns.join(', ')}`
    case 'proof.outdated':
      return 'proof outdated'
    case 'wanted':
      return `wanted to go on, by the ${change.wanted.via}`
    case 'wanted.taken':
      return 'the wish to go on is taken in'
    case 'grant.used':
      return `grant ${change.grant} is used up`
    case 'clock':
      return `clock set by ${change.by / 1000}s`
    case 'shadow':
      return `in the shadow of ${change.policy}: ${changeWords(change.of, start)}`
  }
}

function slotWords(slot: string, operation: SlotOperation): string {
  switch (operation.do) {
    case 'set':
    case 'push':
    case 'include':
    case 'exclude':
      return `${operation.do} ${slot} ${JSON.stringify(operation.value)}`
    case 'put':
      return `put ${slot} ${operation.key}: ${JSON.stringify(operation.value)}`
    case 'remove':
      return `remove ${slot} ${operation.key}`
    case 'clear':
      return `clear ${slot}`
  }
}

/** A time as seconds since the case began. */
export const seconds = (at: number, start: number): string => `+${(at - start) / 1000}s`
