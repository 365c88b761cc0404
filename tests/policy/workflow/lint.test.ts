import { describe, expect, it } from 'vitest'
import { flow, problemsOf, twoStates } from './flow.ts'

const codes = (states: string): string[] =>
  problemsOf(flow(states)).flatMap(({ code }) => (code.startsWith('workflow-') ? code : []))

const found = (states: string): string =>
  problemsOf(flow(states))
    .map(({ code, message, line }) => `${line} ${code}: ${message}`)
    .join('\n')

describe('lint of a workflow', () => {
  it('finds nothing in a sound one', () => {
    expect(problemsOf(flow(twoStates))).toEqual([])
  })

  it('finds a state that no way leads to', () => {
    expect(found(`${twoStates}alone: { skills: [b], next: [work] }`)).toContain(
      '14 workflow-unreachable: No way leads from "start" to "alone"',
    )
  })

  it('finds states that cannot be left', () => {
    expect(found('start: { next: [work] }\nwork: { skills: [a], next: [] }')).toContain(
      '13 workflow-no-way-out: No way leads out of "work": name what follows, or the state itself',
    )
    expect(found('start: { next: [work] }\nwork: { next: [work] }')).toContain(
      '12 workflow-no-way-out: No way leads out of "start"',
    )
  })

  it('finds a skill in two states', () => {
    expect(
      found('start: { next: [one] }\none: { skills: [a], next: [two] }\ntwo: { skills: [b, a], next: [two] }'),
    ).toContain('14 workflow-skill: The skill "a" enters "one" already')
  })

  it.each([
    [
      'one: { skills: [a], next: [two] }\ntwo: { skills: [b], next: [two], needs: [one] }',
      'give that state an artifact or evidence',
    ],
    [
      'one: { skills: [a], next: [two], needs: [two] }\ntwo: { skills: [b], next: [two], artifact: x.md }',
      'no way leads from "two" to "one"',
    ],
    [
      'one: { skills: [a], next: [two], artifact: x.md, needs: [one] }\ntwo: { skills: [b], next: [two] }',
      'a state cannot need itself',
    ],
  ])('finds a need that can never be met: %s', (states, message) => {
    const text = found(`start: { next: [one] }\n${states}`)
    expect(text).toContain('workflow-need')
    expect(text).toContain(message)
  })

  it.each(['x.txt', '../x.md', 'other/x.md', '/etc/x.md'])('finds an artifact outside the folders: %s', (artifact) => {
    expect(codes(`start: { next: [one] }\none: { skills: [a], next: [one], artifact: ${artifact} }`)).toContain(
      'workflow-artifact',
    )
  })

  it.each(['x.md', 'docs/x.md', 'docs/deep/x.md'])('takes an artifact inside the folders: %s', (artifact) => {
    expect(codes(`start: { next: [one] }\none: { skills: [a], next: [one], artifact: ${artifact} }`)).toEqual([])
  })

  it.each([
    ["{ pattern: 'done' }", 'give texts under match'],
    ["{ pattern: 'done', match: [done] }", 'give texts under no_match'],
    ["{ pattern: 'done', match: [ready], no_match: [no] }", 'does not find this text'],
    ["{ pattern: 'done', match: [done], no_match: [undone] }", 'finds this text'],
    ["{ pattern: '(?=done)', match: [done], no_match: [no] }", 'Cannot use the pattern as RE2'],
  ])('tries the examples of a completion pattern: %s', (says, message) => {
    expect(found(`start: { next: [one] }\none: { skills: [a], next: [one], says: ${says} }`)).toContain(message)
  })
})
