import { describe, expect, it } from 'vitest'
import type { Fault } from '../../src/fault/fault.ts'
import { createGuard, ExpectedError } from '../../src/tui/guard.ts'

function guardWith() {
  const told: string[] = []
  const sent: Fault[] = []
  const guard = createGuard({ tell: (text) => told.push(text), send: (fault) => sent.push(fault), build: () => 'b1' })
  return { guard, told, sent }
}

const settled = () => new Promise((done) => setImmediate(done))

describe('the guard', () => {
  it('throws nothing into the host, and tells and sends a fault once', () => {
    const { guard, told, sent } = guardWith()
    const broken = guard((word: string) => {
      throw new Error(`${word} is gone`)
    })
    for (const word of ['"the slot"', '"the badge"']) broken(word)
    expect(sent).toMatchObject([{ where: 'the terminal', build: 'b1', error: { message: '"the slot" is gone' } }])
    expect(sent[0]?.error.stack[0]).toContain('guard.test.ts')
    expect(told).toEqual([
      `Cannot go on in the terminal: "the slot" is gone (fault ${sent[0]?.id}). The commands of opencode-diverter work as before.`,
    ])
  })

  it('tells a fault that comes later', async () => {
    const { guard, told, sent } = guardWith()
    guard(() => Promise.reject(new TypeError('no answer')))()
    await settled()
    expect(told).toEqual([
      `Cannot go on in the terminal: no answer (fault ${sent[0]?.id}). The commands of opencode-diverter work as before.`,
    ])
  })

  it('tells in words and once what may well fail', async () => {
    const { guard, told, sent } = guardWith()
    for (const reason of ['the server cannot be reached', 'the server is slow'])
      guard(() => Promise.reject(new ExpectedError(reason)))()
    await settled()
    expect(sent).toEqual([])
    expect(told).toEqual([
      'Cannot go on in the terminal: the server cannot be reached. The commands of opencode-diverter work as before.',
    ])
  })
})
