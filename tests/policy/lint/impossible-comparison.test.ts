import { describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

/** What lint says of a rule: `line severity code: message`. */
function found(events: string, when: string, then = '[pass]', code = 'impossible-comparison'): string[] {
  const text = `version: 1
name: night
params:
  size: { type: enum, values: [small, large], default: small }
  span: { type: duration, default: 5m }
memory:
  kind: { kind: enum, values: [small, big] }
  last: { kind: value }
  seen: { kind: window, span: 5m }
rules:
  - id: a
    events: [${events}]
    when: ${when}
    then: ${then}
  - { id: b, events: [turn.ended], when: { "===": [{ var: memory.last }, { var: params.span }] }, then: [{ notify: "{{params.size}}" }, { set: { kind: small } }, { push: { seen: 1 } }, { set: { last: 1 } }] }
`
  const { problems } = checkFile({ name: 'a.yaml', text }, () => 'there is no such file')
  return problems.filter((each) => each.code === code).map(({ line, message }) => `${line}: ${message}`)
}

const never = (value: string) => expect.stringContaining(`the other side is never "${value}"`)

describe('a word that a value never is', () => {
  test.each([
    ['turn.ended', '{ "===": [{ var: run.reason }, finished] }', 'finished'],
    ['turn.ended', '{ "===": [finished, { var: run.reason }] }', 'finished'],
    ['turn.ended', '{ "!==": [{ var: run.state }, running] }', 'running'],
    ['turn.ended', '{ in: [{ var: run.reason }, [done, finished]] }', 'finished'],
    ['turn.ended', '{ in: [finished, [{ var: run.reason }, { var: event.text }]] }', 'finished'],
    ['turn.ended', '{ and: [{ var: event.empty }, { "!": { "===": [{ var: event.finish }, lenght] } }] }', 'lenght'],
    ['run.stopped', '{ "!==": [{ var: event.reason }, person] }', 'person'],
    ['run.stopped', '{ in: [{ var: event.reason }, [limits]] }', 'limits'],
    ['session.opened', '{ "===": [{ var: event.origin }, restarted] }', 'restarted'],
    ['turn.failed', '{ "===": [{ var: event.kind }, timeout] }', 'timeout'],
    ['"request.settled", turn.failed', '{ "===": [{ var: event.kind }, questions] }', 'questions'],
    ['turn.ended', '{ "===": [{ var: params.size }, medium] }', 'medium'],
    ['turn.ended', '{ "!==": [medium, { var: memory.kind }] }', 'medium'],
    ['turn.ended', '{ "===": [{ if: [{ var: event.empty }, a, b] }, c] }', 'c'],
  ])('%s %s', (events, when, value) => {
    expect(found(events, when)).toEqual([never(value)])
    expect(found(events, when)[0]).toMatch(/^13: /)
  })

  test('a list that fits has no finding', () => {
    expect(found('run.stopped', '{ in: [{ var: event.reason }, [done, limit, user]] }')).toEqual([])
    expect(found('turn.ended', '{ "===": [{ var: run.reason }, null] }')).toEqual([])
    expect(found('"request.settled", turn.failed', '{ in: [{ var: event.kind }, [quota, question]] }')).toEqual([])
  })
})

describe('two values that never meet', () => {
  test.each([
    [
      '{ "===": [{ var: event.finish }, { var: run.state }] }',
      'one side is one of ready, armed, paused, stopped, the other one of stop, length',
    ],
    ['{ "===": [{ var: event.text }, { var: event.calls }] }', 'the other side is a text'],
    ['{ "!==": [{ var: event.empty }, { var: event.text }] }', 'the other side is true or false'],
    ['{ "===": [{ var: memory.seen }, []] }', 'a list is never the same as another one'],
    ['{ "===": [[], { var: memory.last }] }', 'a list is never the same as another one'],
    ['{ in: [[a], [{ var: event.text }]] }', 'a list is never the same as another one'],
    ['{ "===": [{ merge: [{ var: memory.seen }] }, { var: memory.seen }] }', 'a list is never the same as another one'],
  ])('%s', (when, why) => {
    expect(found('turn.ended', when)).toEqual([expect.stringContaining(why)])
  })

  test.each([
    '{ "===": [{ var: memory.kind }, { var: params.size }] }',
    '{ "===": [{ var: run.startedAt }, { var: run.reason }] }',
    '{ "===": [{ var: memory.last }, { var: event.text }] }',
    '{ "===": [{ first: [{ var: memory.seen }] }, { var: memory.last }] }',
  ])('%s may', (when) => {
    expect(found('turn.ended', when)).toEqual([])
  })
})

describe('beside conditions', () => {
  test('a text that compares with eq', () => {
    const then = (value: string) => `[{ notify: "{{#if (eq run.reason ${value})}}a{{/if}}" }]`
    expect(found('turn.ended', '{ var: event.empty }', then("'finished'"))).toEqual([never('finished')])
    expect(found('turn.ended', '{ var: event.empty }', then("'done'"))).toEqual([])
    expect(found('turn.ended', '{ var: event.empty }', then('3'))).toEqual([expect.stringContaining('is a text')])
  })

  test('a word that a slot never is cannot be set', () => {
    expect(found('turn.ended', '{ var: event.empty }', '[{ set: { kind: medium } }]', 'memory-operation')).toEqual([
      '14: The slot "kind" is an enum and never "medium": allowed are small, big',
    ])
    expect(found('turn.ended', '{ var: event.empty }', '[{ set: { kind: big } }]', 'memory-operation')).toEqual([])
  })

  test('a fact that asks for a status that there is not', () => {
    const text = (status: string) =>
      `version: 1\nname: a\nrecords: { note: { file: notes.md, title: question, fields: { question: { type: string, required: true } }, sections: [{ id: a, title: A }] } }\nfacts: { open: { records: { kind: note, status: ${status} } } }\nrules:\n  - { id: a, events: [turn.ended], when: { ">": [{ var: facts.open.total }, 0] }, then: [{ record: { question: Why } }] }\n`
    const problems = (status: string) =>
      checkFile({ name: 'a.yaml', text: text(status) }, () => 'there is no such file').problems
    expect(problems('open')).toEqual([])
    expect(problems('opne')).toMatchObject([
      { code: 'impossible-comparison', line: 4, message: expect.stringContaining('no record is ever "opne" (did') },
    ])
  })
})
