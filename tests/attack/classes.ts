import { isLetThrough } from './allow.ts'
import { answeredOtherwise } from './guard.ts'
import { hangSamples, hung } from './hangs/measure.ts'
import { lookAlikes } from '../runtime/secrets/look-alikes.ts'
import { allowSamples, callSamples } from './samples.ts'
import { allShapes, isLeft, lost } from './secrets.ts'
import { removals, untrusted, type Way, ways } from './trust.ts'

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
  {
    name: 'trust: ways to allow',
    least: 1,
    samples: () => names(ways),
    failed: () => names(ways.filter((way) => untrusted(way) === 'allow')),
  },
  {
    name: 'trust: ways to take a refusal away',
    least: 1,
    samples: () => names(removals),
    failed: () => names(removals.filter((way) => untrusted(way, true) !== 'deny')),
  },
  {
    name: 'secrets: shapes',
    least: 0.96,
    samples: () => allShapes().map(({ name }) => name),
    failed: () =>
      allShapes()
        .filter(isLeft)
        .map(({ name }) => name),
  },
  { name: 'secrets: look-alikes', least: 0.97, samples: () => [...lookAlikes], failed: lost },
  { name: 'hangs: readers with a hostile text of 1 MB', least: 1, samples: hangSamples, failed: hung },
]

const names = (tried: readonly Way[]): string[] => tried.map(({ name }) => name)
