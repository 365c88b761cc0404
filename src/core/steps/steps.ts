import type { events, VerdictName } from '../events.ts'

/**
 * What a rule can do. Each step says here all that the engine, the schema and lint must know of it; what it carries
 * stands in policy.ts, and in decision.ts for what leaves an effect.
 */
export const steps = {
  pass: { kind: 'verdict', form: 'word', answers: true, changes: false, reader: null },
  allow: { kind: 'verdict', form: 'word', answers: true, changes: false, reader: null },
  ask: { kind: 'verdict', form: 'both', answers: true, changes: false, reader: null },
  deny: { kind: 'verdict', form: 'map', answers: true, changes: false, reader: 'agent' },
  answer: {
    kind: 'effect',
    form: 'map',
    answers: false,
    changes: false,
    reader: null,
    only: ['question.asked'],
  },
  arm: { kind: 'run', form: 'word', answers: false, changes: true, reader: null },
  reset: { kind: 'run', form: 'word', answers: false, changes: true, reader: null },
  switch: { kind: 'run', form: 'map', answers: false, changes: true, reader: null },
  pause: { kind: 'effect', form: 'map', answers: true, changes: true, reader: null, ends: true },
  stop: { kind: 'effect', form: 'map', answers: true, changes: true, reader: 'person', ends: true },
  abort: { kind: 'effect', form: 'word', answers: false, changes: false, reader: null },
  reconsider: { kind: 'effect', form: 'word', answers: false, changes: false, reader: null },
  archive: { kind: 'effect', form: 'word', answers: false, changes: true, reader: null },
  prompt: { kind: 'effect', form: 'map', answers: true, changes: false, reader: 'agent', once: true },
  reply: {
    kind: 'effect',
    form: 'map',
    answers: true,
    changes: false,
    reader: 'person',
    once: true,
    only: ['command.run', 'record.submitted'],
  },
  notify: { kind: 'effect', form: 'map', answers: false, changes: false, reader: 'person' },
  instruct: {
    kind: 'effect',
    form: 'map',
    answers: false,
    changes: false,
    reader: 'agent',
    only: ['context.requested'],
  },
  show: { kind: 'effect', form: 'map', answers: true, changes: false, reader: null, once: true, only: ['command.run'] },
  schedule: { kind: 'effect', form: 'map', answers: false, changes: true, reader: null },
  cancel: { kind: 'effect', form: 'map', answers: false, changes: true, reader: null },
  record: { kind: 'effect', form: 'map', answers: false, changes: true, reader: 'person' },
  close: { kind: 'effect', form: 'map', answers: false, changes: true, reader: null },
  set: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },
  add: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },
  push: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },
  put: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },
  remove: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },
  clear: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },
} as const satisfies Record<string, StepSpec> & Record<VerdictName, VerdictSpec>

export interface StepSpec {
  /** An effect is performed outside, under the step's own name; `run` and `memory` change only what is remembered. */
  kind: 'verdict' | 'run' | 'memory' | 'effect'
  /** Written as one word, as a map with what it carries, or as either. */
  form: 'word' | 'map' | 'both'
  /** A rule with it ends its policy's search. */
  answers: boolean
  /** It changes what is remembered, which a rule on an event that only asks may not do. */
  changes: boolean
  /** Who reads its text; null: it has none. */
  reader: 'agent' | 'person' | null
  /** An event has it at most once: the first in policy order. */
  once?: true
  /** It ends the run, so that nothing is prompted after it. */
  ends?: true
  /** The only events that can carry it out; for verdicts the event says which it takes. */
  only?: readonly (keyof typeof events)[]
}

/** Every verdict is a step too. */
type VerdictSpec = StepSpec & { kind: 'verdict' }

export type StepName = keyof typeof steps
type StepsThat<Wanted> = { [Name in StepName]: (typeof steps)[Name] extends Wanted ? Name : never }[StepName]
export type EffectName = StepsThat<{ kind: 'effect' }>
export type MemoryStepName = StepsThat<{ kind: 'memory' }>
/** Steps that can be written as one word, and as a map. */
export type WordStepName = StepsThat<{ form: 'word' | 'both' }>
export type MapStepName = StepsThat<{ form: 'map' | 'both' }>

export const isStepName = (name: string): name is StepName => Object.hasOwn(steps, name)
export const stepNames: readonly StepName[] = Object.keys(steps).filter(isStepName)

export const wordStepNames: readonly WordStepName[] = stepNames.filter(
  (name): name is WordStepName => steps[name].form !== 'map',
)
export const mapStepNames: readonly MapStepName[] = stepNames.filter(
  (name): name is MapStepName => steps[name].form !== 'word',
)

/** What is known of a step by its name. */
export const stepSpec = (name: StepName): StepSpec => steps[name]

/** One member for each name, with what it carries beside its name; names without parts carry nothing. */
export type Members<Tag extends string, Name extends string, Parts> = {
  [Each in Name]: Record<Tag, Each> & (Each extends keyof Parts ? Parts[Each] : unknown)
}[Name]
