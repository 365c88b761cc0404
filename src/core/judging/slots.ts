import type { Json } from '../event.ts'
import type { Policy, Slot } from '../policy.ts'
import type { SlotOperation, Slots, TreeState } from '../state.ts'
import type { Scope } from '../vocabulary.ts'

/** A type and no interface: only such is JSON for the compiler. */
type WindowEntry = { at: number; value: Json }

/** The key in the drawer: `policy/slot`, with the session behind it where each has its own. */
export function slotKey(policy: Policy, name: string, session: string): string {
  const own = policy.memory[name]?.bySession === true ? `@${session}` : ''
  return `${policy.name}/${name}${own}`
}

/** The drawer that slots of a scope lie in, for one session of the tree. */
export function drawer(state: TreeState, scope: Scope, session: string): Slots {
  return scope === 'session' ? (state.slots.session[session] ?? {}) : state.slots[scope]
}

/** What a condition sees of a slot: a window's values that are not too old, else the value or its initial one. */
export function readSlot(policy: Policy, name: string, state: TreeState, session: string, now: number): Json {
  const slot = policy.memory[name]
  if (slot === undefined) return null
  const stored = drawer(state, slot.scope, session)[slotKey(policy, name, session)]
  if (slot.kind === 'window') return unexpired(stored, slot, now)
  return stored === undefined ? initial(slot) : stored
}

function unexpired(stored: Json | undefined, slot: Slot, now: number): Json[] {
  if (!isEntries(stored)) return []
  return stored.filter((entry) => now - entry.at < (slot.span ?? Number.POSITIVE_INFINITY)).map((entry) => entry.value)
}

export function initial(slot: Slot): Json {
  switch (slot.kind) {
    case 'flag':
      return slot.initial ?? false
    case 'counter':
      return slot.initial ?? 0
    case 'value':
    case 'enum':
      return slot.initial
    case 'set':
    case 'window':
    case 'list':
      return []
    case 'map':
      return {}
  }
}

/** Whether there is anything in a slot that could be thrown away. */
export function holdsSomething(policy: Policy, name: string, slot: Slot, state: TreeState, session: string): boolean {
  const stored = drawer(state, slot.scope, session)[slotKey(policy, name, session)]
  return stored !== undefined && JSON.stringify(stored) !== JSON.stringify(initial(slot))
}

/** The drawer after one operation on one slot. */
export function operate(slots: Slots, key: string, operation: SlotOperation): Slots {
  const old = slots[key]
  switch (operation.do) {
    case 'set':
      return { ...slots, [key]: operation.value }
    case 'clear': {
      const { [key]: _, ...rest } = slots
      return rest
    }
    case 'push': {
      const kept = isEntries(old) ? old.filter((entry) => operation.at - entry.at < operation.span) : []
      const entry: WindowEntry = { at: operation.at, value: operation.value }
      return { ...slots, [key]: [...kept, entry].slice(-operation.max) }
    }
    case 'include': {
      const items = Array.isArray(old) ? old : []
      return items.includes(operation.value)
        ? slots
        : { ...slots, [key]: [...items, operation.value].slice(-operation.max) }
    }
    case 'exclude':
      return { ...slots, [key]: Array.isArray(old) ? old.filter((item) => item !== operation.value) : [] }
    case 'put': {
      const entries = Object.entries({ ...asMap(old), [operation.key]: operation.value })
      return { ...slots, [key]: Object.fromEntries(entries.slice(-operation.max)) }
    }
    case 'remove': {
      const { [operation.key]: _, ...rest } = asMap(old)
      return { ...slots, [key]: rest }
    }
  }
}

function asMap(value: Json | undefined): { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
}

function isEntries(value: unknown): value is WindowEntry[] {
  return Array.isArray(value)
}
