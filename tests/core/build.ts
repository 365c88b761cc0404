import type { Moment } from '../../src/core/decision.ts'
import type { DomainEvent, EventOf } from '../../src/core/event.ts'
import {
  type Policy,
  type PolicySet,
  policySet,
  type Rule,
  type Slot,
  type Step,
  type Text,
} from '../../src/core/policy.ts'

/** A policy made by hand, for tests of the engine alone. */
export function policyOf(parts: Partial<Policy> & { name: string }): Policy {
  return {
    order: 50,
    mode: 'enforce',
    params: {},
    shown: {},
    active: null,
    memory: {},
    facts: {},
    records: {},
    commands: {},
    project: null,
    rules: [],
    meaning: parts.name,
    ...parts,
  }
}

export function ruleOf(id: string, parts: Partial<Rule> & { steps: Step[] }): Rule {
  const answering = ['pass', 'allow', 'ask', 'deny', 'prompt', 'stop', 'pause', 'reply', 'show']
  return {
    id,
    description: null,
    events: ['permission.asked'],
    gates: [],
    when: null,
    fallback: false,
    kind: null,
    limit: null,
    warn: [],
    mode: 'enforce',
    because: null,
    answers: parts.steps.some((step) => answering.includes(step.do)),
    ...parts,
  }
}

export const slotOf = (parts: Partial<Slot> & Pick<Slot, 'kind'>): Slot => ({
  scope: 'session',
  initial: null,
  values: null,
  span: null,
  max: 1000,
  key: null,
  bySession: false,
  clears: [],
  ...parts,
})

export const textOf = (text: string): Text => ({ source: text, render: () => text, with: {} })

export const setOf = (...policies: Policy[]): PolicySet => policySet(policies)

export function momentOf(parts: Partial<Moment> = {}): Moment {
  return {
    session: {
      id: 'S1',
      root: 'S1',
      depth: 0,
      path: ['S1'],
      agent: 'build',
      model: 'mock/m1',
      title: '',
      directory: '/project',
      mode: 'serve',
      prompts: 0,
      turn: 0,
      readable: true,
      hasTask: true,
    },
    now: 1_000_000,
    zone: 'UTC',
    read: () => null,
    project: (file) => ({ status: 'absent', problem: null, file, data: null }),
    digest: (text) => text,
    without: [],
    ...parts,
  }
}

export function asked(parts: Partial<EventOf<'permission.asked'>> = {}): DomainEvent {
  return {
    type: 'permission.asked',
    request: 'p1',
    permission: 'bash',
    patterns: ['ls'],
    command: 'ls',
    paths: [],
    url: null,
    call: null,
    workdir: null,
    input: {},
    fingerprint: 'f',
    exact: true,
    class: null,
    ...parts,
  }
}
