import { type MapStepName, mapStepNames, type StepName, type StepSpec, stepSpec } from '../../core/vocabulary.ts'
import type { MapOf, StepDocument } from '../schema/steps.ts'

/** Whether a step is a map of this name. */
export const isMapOf = <Name extends MapStepName>(step: StepDocument, name: Name): step is MapOf<Name> =>
  typeof step === 'object' && Object.hasOwn(step, name)

/** The name of a step as a policy writes it. */
export function nameOfStep(step: StepDocument): StepName {
  if (typeof step === 'string') return step
  const found = mapStepNames.find((name) => isMapOf(step, name))
  if (found === undefined) throw new Error(`Cannot name a step: allowed are ${mapStepNames.join(', ')}`)
  return found
}

export const specOfStep = (step: StepDocument): StepSpec => stepSpec(nameOfStep(step))
