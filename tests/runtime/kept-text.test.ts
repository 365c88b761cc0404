import { describe, expect, test } from 'vitest'
import { watchEvent } from '../../src/core/watch-event.ts'
import { digest } from '../../src/runtime/node-digest.ts'
import { eventFrom } from '../support/event.ts'
import { policiesFrom, stageOf } from './stage.ts'

/** Reads the output of commands alone. */
const reader = `
version: 1
name: reader
memory:
  seen: { kind: counter, scope: tree }
rules:
  - id: failed
    events: [tool.finished]
    when: { and: [{ "===": [{ var: event.tool }, bash] }, { search: [{ var: event.output }, "FAIL"] }] }
    then: [{ add: { seen: 1 } }]
  - id: seen
    events: [tool.finished]
    then: [{ add: { seen: 1 } }]
`
const long = `${'a'.repeat(3000)}The end`
const policies = policiesFrom(reader.replace('search: [', 'matches: ['))

const kept = (fields: object): { output: string; command: string | null } => {
  const stage = stageOf({ policies })
  stage.send('S1', 'tool.finished', fields as Record<string, unknown>)
  const event = stage.journal().at(-1)?.['event']
  return event as ReturnType<typeof kept>
}

describe('a long text of an event', () => {
  test('is kept as far as a rule read it: its beginning, its end, its length and a digest', () => {
    const { output } = kept({ tool: 'bash', command: 'npm test', output: long })
    expect(output).toBe(
      `${'a'.repeat(1500)} … [cut; 3007 characters in all, digest ${digest(long)}] ${'a'.repeat(493)}The end`,
    )
  })

  test('is kept shorter where no rule read it', () => {
    const { output } = kept({ tool: 'read', output: long })
    expect(output).toBe(
      `${'a'.repeat(150)} … [cut; 3007 characters in all, digest ${digest(long)}] ${'a'.repeat(43)}The end`,
    )
  })

  test('has a digest of what is redacted, which tells nothing of a secret', () => {
    const token = 'npm_0123456789abcdefghijkl'
    const { output } = kept({ tool: 'read', output: `${token} ${long}` })
    expect(output).toContain(`digest ${digest(`[REDACTED:npm] ${long}`)}]`)
  })

  test('that is not long is whole', () => {
    expect(kept({ tool: 'read', output: 'a'.repeat(200) }).output).toHaveLength(200)
  })

  test('is the same to whoever reads it', () => {
    const event = eventFrom('tool.finished', { tool: 'read', output: long }, () => 'm1')
    const watched = watchEvent(event, 200)
    expect([...watched.read]).toEqual([])
    expect(watched.event).toEqual(event)
    expect([...watched.read]).toEqual(['output'])
    expect(JSON.stringify(watchEvent(event, 200).event)).toBe(JSON.stringify(event))
  })
})
