import { isLetThrough } from './allow.ts'
import { answeredOtherwise } from './guard.ts'
import { allowSamples, callSamples } from './samples.ts'

/** What is tried, and how much of it must hold. A new class is one entry here and one file of samples. */
export interface AttackClass {
  name: string
  /** The share that must hold, 0 to 1. */
  least: number
  samples: () => string[]
  /** The samples that did not hold. */
  failed: (tried: readonly string[]) => string[]
}

export const classes: readonly AttackClass[] = [
  {
    name: 'allow: lines that no pattern meant',
    least: 1,
    samples: () => [...allowSamples('allow-found'), ...allowSamples('allow-refused')],
    failed: (tried) => tried.filter(isLetThrough),
  },
  {
    name: 'allow: honest lines',
    least: 1,
    samples: () => allowSamples('allow-passed'),
    failed: (tried) => tried.filter((sample) => !isLetThrough(sample)),
  },
  {
    name: 'guard: changes of what binds',
    least: 0.97,
    samples: () => callSamples('refused'),
    failed: (tried) => answeredOtherwise(tried, 'deny'),
  },
  {
    name: 'guard: ordinary work',
    least: 1,
    samples: () => callSamples('passed'),
    failed: (tried) => answeredOtherwise(tried, 'pass'),
  },
]
