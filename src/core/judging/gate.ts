import type { ClosedGate, Moment } from '../decision.ts'
import { holds } from '../expression.ts'
import type { Gate, Rule } from '../policy.ts'
import type { Scope } from './scope.ts'
import { explain } from '../steps/text-step.ts'

/** The gates of one policy while one event is decided: each is looked at once, when a rule behind it is first reached. */
export interface Gates {
  /** The first gate of a rule that does not hold or cannot be evaluated; null: the rule may be asked. */
  closed: (rule: Rule) => ClosedGate | null
}

export function gatesOf(scope: Scope, moment: Moment, closed: ClosedGate[]): Gates {
  const looked = new Map<Gate, ClosedGate | null>()

  function look(gate: Gate): ClosedGate | null {
    moment.watchGate?.(gate, scope)
    const found = outcome(gate)
    looked.set(gate, found)
    if (found !== null) closed.push(found)
    return found
  }

  function outcome(gate: Gate): ClosedGate | null {
    try {
      return holds(gate.when, scope) ? null : { gate: gate.id, error: null }
    } catch (error) {
      return { gate: gate.id, error: explain(error, gate, moment) }
    }
  }

  return {
    closed: ({ gates }) => {
      for (const gate of gates) {
        const known = looked.get(gate)
        const found = known === undefined ? look(gate) : known
        if (found !== null) return found
      }
      return null
    },
  }
}
