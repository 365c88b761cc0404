import { describe, expect, it } from 'vitest'
import { expandedText } from '../../../src/policy/layers/expanded.ts'
import { compiled, find, flow, problemsOf, resolved, twoStates } from './flow.ts'

const phases = find('builtin:phases', null)
const phasesText = typeof phases === 'string' ? '' : phases.text

describe('a workflow written out', () => {
  it('is ordinary parts of a policy: memory, facts, params, project and rules', () => {
    const { memory, facts, params, project, rules } = resolved(flow(twoStates))
    expect(Object.keys(memory ?? {})).toEqual([
      'phase',
      'artifacts',
      'skipped',
      'begun',
      'of',
      'written',
      'entered',
      'advanced',
    ])
    expect(facts).toEqual({})
    expect(params).toEqual({ next: { type: 'map', default: { start: ['do-it (work)'], work: ['do-it (work)'] } } })
    expect(project).toEqual({ file: 'state.json' })
    expect(rules.map(({ id }) => id)).toEqual([
      'start-again',
      'start',
      'inactive',
      'broken',
      'broken-rest',
      'other-workflow',
      'unknown',
      'unknown-free',
      'work-order',
      'work-again',
      'work-again-here',
      'work-enter',
    ])
  })

  it('decides the same as one file, with the same hash', () => {
    const document = resolved(phasesText, 'policies/phases.yaml')
    const text = expandedText(document)
    expect(text).not.toMatch(/^workflow:/m)
    expect(compiled(resolved(text, 'elsewhere/expanded.yaml')).meaning).toBe(compiled(document).meaning)
  })

  it('is free of findings, in the short form and as one file', () => {
    expect(problemsOf(phasesText.replaceAll('../templates/', 'templates/'))).toEqual([])
    expect(problemsOf(expandedText(resolved(phasesText, 'policies/phases.yaml')))).toEqual([])
  })

  it('stands behind the rules that the policy has itself, which layers may change', () => {
    const layer = `version: 1
extends: builtin:phases
override: { rules.execute-order: { mode: disabled, because: we know what we do } }
insert: [{ before: inactive, rules: [{ id: mine, events: [skill.requested], then: [pass] }] }]
`
    const { rules } = resolved(layer)
    expect(rules.slice(0, 2).map(({ id }) => id)).toEqual(['legacy-written', 'legacy-named'])
    expect(rules.findIndex(({ id }) => id === 'mine')).toBe(rules.findIndex(({ id }) => id === 'inactive') - 1)
    expect(rules.find(({ id }) => id === 'execute-order')?.mode).toBe('disabled')
  })

  it('takes new states and other settings from a layer', () => {
    const layer = `version: 1
extends: builtin:phases
workflow: { states: { review: { skills: [security-review], next: [decompose], artifact: review.md } } }
override: { workflow.states.architecture: { next: [review] }, workflow.label: OPEN }
`
    const { rules, facts, memory } = resolved(layer)
    expect(rules.map(({ id }) => id)).toContain('review-enter')
    expect(facts?.['review']).toMatchObject({ file: { label: 'OPEN' } })
    expect(memory?.['phase']).toMatchObject({ values: expect.arrayContaining(['review']) })
  })
})

describe('a workflow that cannot be written out', () => {
  it.each([
    [
      'start: { next: [wrok] }\nwork: { skills: [a], next: [work] }',
      'Cannot find the state "wrok" (did you mean "work"?)',
      12,
    ],
    ['start: { next: [work] }\nwork: { skills: [a], next: [work], needs: [sart] }', 'Cannot find the state "sart"', 13],
    ['begin: { next: [work] }\nwork: { skills: [a], next: [work] }', 'Cannot find the state "start"', 5],
    ['start: { next: [work], skils: [a] }', 'Unknown key "skils" (did you mean "skills"?)', 12],
  ])('says where and what is wrong: %s', (states, message, line) => {
    expect(problemsOf(flow(states))).toContainEqual(
      expect.objectContaining({ severity: 'error', message: expect.stringContaining(message), line }),
    )
  })

  it('names the layer that is wrong', () => {
    const [problem] = problemsOf(
      'version: 1\nextends: builtin:phases\noverride: { workflow.states.architecture: { next: [reviw] } }\n',
    )
    expect(problem).toMatchObject({
      code: 'workflow-state',
      file: 'flow.yaml',
      line: 3,
      message: expect.stringContaining('"reviw"'),
    })
  })

  it.each([
    ['memory: { phase: { kind: flag } }', 'Cannot use memory.phase'],
    ['params: { next: { type: integer, default: 1 } }', 'Cannot use params.next'],
    ['project: { file: other.json }', 'Cannot use project beside workflow'],
  ])('does not overwrite what the policy has itself: %s', (more, message) => {
    expect(problemsOf(flow(twoStates, `${more}\n`))).toContainEqual(
      expect.objectContaining({ code: 'workflow-name', message: expect.stringContaining(message) }),
    )
  })

  it('reports what is wrong inside a state at that state', () => {
    const states =
      'start: { next: [work] }\nwork: { skills: [a], next: [last], evidence: { "===": [{ var: memory.nothing }, 1] } }\nlast: { skills: [b], next: [last] }'
    expect(problemsOf(flow(states))).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('memory.nothing'), line: 14 }),
    )
  })
})
