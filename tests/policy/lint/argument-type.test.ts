import { describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

function found(when: string, then = '[pass]'): string[] {
  const text = `version: 1
name: night
params:
  for: { type: duration, default: 12h }
  most: { type: integer, default: 3 }
memory: { at: { kind: value }, wait: { kind: counter } }
rules:
  - id: a
    events: [turn.failed]
    when: { and: [{ "!!": { var: run.startedAt } }, { "!!": { var: event.resetsAt } }, ${when}] }
    then: ${then}
  - { id: b, events: [turn.ended], when: { ">": [{ var: params.most }, 1] }, then: [{ notify: "{{params.for}} {{memory.at}}" }, { set: { at: { var: now } } }, { set: { wait: 1 } }] }
`
  const { problems } = checkFile({ name: 'a.yaml', text }, () => 'there is no such file')
  return problems.filter(({ code }) => code === 'argument-type').map(({ line, message }) => `${line}: ${message}`)
}

describe('points and lengths of time', () => {
  const swapped =
    '10: The operator "within" wants a point in time here, not a length of time; the two stand the other way round'
  const notTime = (operator: string) =>
    `10: The operator "${operator}" wants a point in time here, not a length of time`
  const time = (operator: string) => `10: The operator "${operator}" wants a length of time here, not a point in time`

  test.each([
    ['{ within: [{ var: params.for }, { var: run.startedAt }] }', swapped],
    ['{ within: [300000, { var: run.startedAt }] }', `${time('within')}; the two stand the other way round`],
    ['{ within: [{ var: params.for }, { var: memory.at }] }', notTime('within')],
    ['{ within: [{ "-": [{ var: now }, { var: run.startedAt }] }, { var: params.for }] }', notTime('within')],
    ['{ within: [{ var: run.startedAt }, { "+": [{ var: now }, { var: params.for }] }] }', time('within')],
    ['{ past: ["07:00", { var: params.for }] }', notTime('past')],
    ['{ "!!": { resetTime: [{ var: event.message }, { var: params.for }] } }', notTime('resetTime')],
    [
      '{ "<": [{ var: run.startedAt }, { var: params.for }] }',
      '10: The operator "<" compares a point in time with a length of time: subtract two points in time first',
    ],
  ])('%s', (when, message) => {
    expect(found(when)).toEqual([message])
  })

  test.each([
    '{ within: [{ var: run.startedAt }, { var: params.for }] }',
    '{ within: [{ var: memory.at }, 300000] }',
    '{ within: [{ "-": [{ var: event.resetsAt }, { var: params.for }] }, { var: memory.wait }] }',
    '{ past: ["07:00", { var: run.startedAt }] }',
    '{ "<": [{ "-": [{ var: now }, { var: run.startedAt }] }, { var: params.for }] }',
    '{ "<=": [{ var: now }, { max: [{ var: run.startedAt }, { var: event.resetsAt }] }] }',
  ])('%s fits', (when) => {
    expect(found(when)).toEqual([])
  })

  test('steps are due at a point in time or after a length of it', () => {
    const on = '{ var: event.retryable }'
    expect(found(on, '[{ prompt: { text: Go on., after: { var: event.resetsAt } } }]')).toEqual([
      '11: "after" wants a length of time, not a point in time: write at, which takes one',
    ])
    expect(found(on, '[{ prompt: { text: Go on., at: { var: params.for } } }]')).toEqual([
      '11: "at" wants a point in time, not a length of time: write after, which takes one',
    ])
    expect(found(on, '[{ prompt: { text: Go on., at: { var: event.resetsAt } } }]')).toEqual([])
    expect(
      found(on, '[{ prompt: { text: Go on., after: { if: [{ var: event.retryable }, { var: params.for }, 0] } } }]'),
    ).toEqual([])
  })
})
