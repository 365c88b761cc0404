import { shadowSeed } from './judging/beside.ts'
import type { RecordEntry } from './event.ts'
import { unanswered } from './steps/record.ts'
import { placesOf, placesWith } from './records/places.ts'
import { operate } from './judging/slots.ts'
import { plusCost } from './limits/costs.ts'
import { moved } from './limits/moved.ts'
import { foldProof } from './proofs.ts'
import { type Change, emptyRun, noProofs, type Run, type TreeState, type Word } from './state.ts'

/** The memory after one change. Folding a journal's changes in order gives the memory back. */
export function fold(state: TreeState, change: Change): TreeState {
  switch (change.change) {
    case 'slot': {
      const { slot, scope, session, operation } = change
      if (scope === 'session') {
        const mine = operate(state.slots.session[session] ?? {}, slot, operation)
        return { ...state, slots: { ...state.slots, session: { ...state.slots.session, [session]: mine } } }
      }
      return { ...state, slots: { ...state.slots, [scope]: operate(state.slots[scope], slot, operation) } }
    }
    case 'run':
      return turnRun(state, change)
    case 'spent': {
      const { turns, tokens, cost } = change
      const { run } = state
      const counted = { ...run, turns: run.turns + turns, tokens: run.tokens + tokens, cost: plusCost(run.cost, cost) }
      return inShadowsToo({ ...state, turn: state.turn + turns, run: counted }, change)
    }
    case 'turned':
      return inShadowsToo({ ...state, turn: state.turn + 1 }, change)
    case 'switched':
      return { ...state, run: { ...state.run, model: change.model, modelUntil: change.until ?? null } }
    case 'compacted': {
      const seen = state.compactions[change.session] ?? 0
      return inShadowsToo({ ...state, compactions: { ...state.compactions, [change.session]: seen + 1 } }, change)
    }
    case 'record.added':
      return withRecords(state, [...state.records, change.record])
    case 'record.counted':
      return withRecord(state, change.id, (record) => ({ ...record, ...change.fill, seen: record.seen + 1 }))
    case 'record.closed':
      return withRecord(state, change.id, (record) => ({
        ...record,
        status: change.status,
        ...(change.word !== null && spoken(change.word)),
      }))
    case 'record.reopened':
      return withRecord(state, change.id, (record) => ({ ...record, status: 'open', ...unanswered }))
    case 'record.dropped':
      return {
        ...state,
        uncounted: { ...state.uncounted, [change.kind]: (state.uncounted[change.kind] ?? 0) + 1 },
      }
    case 'prompt.pending':
      return { ...state, pending: change.prompt }
    case 'prompt.dropped':
      return { ...state, pending: null }
    case 'prompt.sent':
      return {
        ...state,
        pending: null,
        prompts: state.prompts + 1,
        run: { ...state.run, prompts: state.run.prompts + 1 },
      }
    case 'timer.set': {
      const { timer, due, byClock, session, by } = change
      return { ...state, timers: { ...state.timers, [timer]: { due, byClock, session, by } } }
    }
    case 'timer.cleared':
      return { ...state, timers: without(state.timers, change.timer) }
    case 'wait.set':
      return { ...state, waits: { ...state.waits, [change.request]: change.wait } }
    case 'wait.cleared':
      return { ...state, waits: without(state.waits, change.request) }
    case 'proof.begun':
    case 'proof.ended':
    case 'proof.outdated':
      return inShadowsToo({ ...state, proofs: foldProof(state.proofs, change) }, change)
    case 'wanted':
      return { ...state, wanted: change.wanted }
    case 'wanted.taken':
      return { ...state, wanted: null }
    case 'grant.used':
      return { ...state, usedGrants: [...state.usedGrants, change.grant] }
    case 'clock':
      return inShadowsToo(moved(state, change.by), change)
    case 'shadow': {
      const shadow = state.shadows[change.policy] ?? shadowSeed(state, change.policy)
      return { ...state, shadows: { ...state.shadows, [change.policy]: fold(shadow, change.of) } }
    }
  }
}

/** What an entry holds of a person's word. */
export const spoken = ({ text, decision, at, via, by }: Word): Partial<RecordEntry> => ({
  answer: text,
  answeredAs: decision,
  answeredAt: at,
  answeredVia: via,
  answeredBy: by,
})

function turnRun(state: TreeState, change: Extract<Change, { change: 'run' }>): TreeState {
  const number = change.fresh ? state.run.number + 1 : state.run.number
  const slots = change.fresh ? { ...state.slots, run: {} } : state.slots
  const proofs = change.fresh ? noProofs : state.proofs
  switch (change.to) {
    case 'paused':
    case 'stopped': {
      const { to, reason, detail, at } = change
      const run: Run = { ...state.run, number, state: to, reason, detail, endedAt: at }
      return { ...state, run, slots, proofs, pending: null }
    }
    case 'ready':
    case 'armed': {
      const startedAt = change.to === 'armed' ? change.at : null
      return { ...state, run: { ...emptyRun, state: change.to, startedAt, clockAt: startedAt, number }, slots, proofs }
    }
  }
}

/** What the host did counts for the shadow of an observing policy as well. */
function inShadowsToo(state: TreeState, change: Change): TreeState {
  const shadows = Object.entries(state.shadows).map(([policy, shadow]) => [policy, fold(shadow, change)])
  return shadows.length === 0 ? state : { ...state, shadows: Object.fromEntries(shadows) }
}

/** Memory with these entries: more than before, in the same places. */
const withRecords = (state: TreeState, records: TreeState['records']): TreeState => ({
  ...state,
  records,
  places: placesOf(records, state.places),
})

function withRecord(state: TreeState, id: string, edit: (record: RecordEntry) => RecordEntry): TreeState {
  const at = placesWith(state, 'id', id).at(-1)
  const record = at === undefined ? undefined : state.records[at]
  return at === undefined || record === undefined ? state : { ...state, records: state.records.with(at, edit(record)) }
}

function without<T>(entries: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = entries
  return rest
}
