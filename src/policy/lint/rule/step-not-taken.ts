import type { EventType } from '../../../core/event.ts'
import { events, type StepName, stepSpec, type VerdictName, verdicts } from '../../../core/vocabulary.ts'
import { nameOfStep } from '../../compile/step-name.ts'
import { listNames } from '../../problems/suggest.ts'
import type { Check } from '../context.ts'

/** Verdicts and answers on events whose source can no longer take them. */
export const stepNotTaken: Check = {
  code: 'step-not-taken',
  run: ({ document, problem }) =>
    document.rules.flatMap((rule, index) =>
      rule.then.flatMap((step, at) => {
        const name = nameOfStep(step)
        const path = ['rules', index, 'then', at]
        const refusing = rule.events.filter((event) => !takes(event, name))
        return refusing.length === 0
          ? []
          : [
              problem(
                typeof step === 'string' ? path : [...path, name],
                `${refusing.join(' and ')} cannot ${name}: ${allowed(refusing, name)}`,
                { key: true },
              ),
            ]
      }),
    ),
}

/** True if the event can carry out a step of this name. */
export function takes(event: EventType, name: StepName): boolean {
  if (isVerdict(name)) return name === 'pass' || verdictsOf(event).includes(name)
  return stepSpec(name).only?.includes(event) ?? true
}

function allowed(refusing: readonly EventType[], name: StepName): string {
  if (name === 'show') return 'only command.run shows a view'
  if (!isVerdict(name)) return `only ${(stepSpec(name).only ?? []).join(' and ')} can`
  const taken = verdicts.filter((verdict) =>
    refusing.every((event) => verdict === 'pass' || verdictsOf(event).includes(verdict)),
  )
  return `allowed ${taken.length === 1 ? 'is' : 'are'} ${listNames(taken)}`
}

function verdictsOf(event: EventType): readonly VerdictName[] {
  const spec = events[event]
  return 'verdicts' in spec ? spec.verdicts : []
}

function isVerdict(name: StepName): name is VerdictName {
  return verdicts.some((verdict) => verdict === name)
}
