import type { Json } from '../event.ts'
import { compute, EvaluationError } from '../expression.ts'
import type { Expression, Slot, Step } from '../policy.ts'
import { holdsSomething, readSlot, slotKey } from '../judging/slots.ts'
import type { SlotOperation } from '../state.ts'
import type { MemoryStepName } from './steps.ts'
import type { Workbench } from '../judging/workbench.ts'

type MemoryStep = Extract<Step, { do: MemoryStepName }>

/** The steps that change memory. */
export function performMemory(bench: Workbench, step: MemoryStep): void {
  switch (step.do) {
    case 'clear':
      for (const name of step.slots) clear(bench, name)
      return
    case 'put':
      for (const [name, { key, value }] of Object.entries(step.slots)) {
        const slot = slotOf(bench, name)
        const entry = { key: String(evaluate(bench, key)), value: evaluate(bench, value) }
        change(bench, name, slot, { do: 'put', ...entry, max: slot.max })
      }
      return
    case 'set':
    case 'add':
    case 'push':
    case 'remove':
      for (const [name, expression] of Object.entries(step.slots)) {
        const slot = slotOf(bench, name)
        change(bench, name, slot, operation(bench, step.do, name, slot, evaluate(bench, expression)))
      }
      return
    default:
      step satisfies never
  }
}

function operation(
  bench: Workbench,
  doing: 'set' | 'add' | 'push' | 'remove',
  name: string,
  slot: Slot,
  value: Json,
): SlotOperation {
  switch (doing) {
    case 'set':
      if (slot.kind === 'enum' && !slot.values?.includes(String(value))) {
        throw new EvaluationError(
          `Cannot set "${name}" to ${JSON.stringify(value)}; allowed are ${slot.values?.join(', ')}`,
        )
      }
      return { do: 'set', value }
    case 'add': {
      if (slot.kind !== 'counter') return { do: 'include', value, max: slot.max }
      const old = readSlot(bench.policy, name, bench.state(), bench.moment.session.id, bench.moment.now)
      if (typeof old !== 'number' || typeof value !== 'number') {
        throw new EvaluationError(`Cannot add ${JSON.stringify(value)} to "${name}": numbers are wanted`)
      }
      return { do: 'set', value: old + value }
    }
    case 'push':
      return { do: 'push', at: bench.moment.now, value, span: slot.span ?? Number.MAX_SAFE_INTEGER, max: slot.max }
    case 'remove':
      return slot.kind === 'map' ? { do: 'remove', key: String(value) } : { do: 'exclude', value }
  }
}

function clear(bench: Workbench, name: string): void {
  const slot = slotOf(bench, name)
  if (holdsSomething(bench.policy, name, slot, bench.state(), bench.moment.session.id))
    change(bench, name, slot, { do: 'clear' })
}

function change(bench: Workbench, name: string, slot: Slot, operation: SlotOperation): void {
  const session = bench.moment.session.id
  bench.apply({ change: 'slot', slot: slotKey(bench.policy, name, session), scope: slot.scope, session, operation })
}

function slotOf(bench: Workbench, name: string): Slot {
  const slot = bench.policy.memory[name]
  if (slot === undefined) throw new EvaluationError(`Cannot remember: no memory slot "${name}"`)
  return slot
}

const evaluate = (bench: Workbench, expression: Expression): Json => compute(expression, bench.scope)
