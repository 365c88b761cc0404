import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/tui/guard.ts'

describe('the guard', () => {
  it('throws nothing into the host and tells the first failure only', async () => {
    const told: string[] = []
    const guard = createGuard((message) => told.push(message))
    guard((word: string) => {
      throw new Error(word)
    })('the slot is gone')
    guard(() => Promise.reject(new Error('too late')))()
    await Promise.resolve()
    expect(told).toEqual([
      'Cannot go on in the terminal: the slot is gone. The commands of opencode-diverter work as before.',
    ])
  })

  it('tells a failure that comes later', async () => {
    const told: string[] = []
    createGuard((message) => told.push(message))(() => Promise.reject('no answer'))()
    await Promise.resolve()
    expect(told).toEqual(['Cannot go on in the terminal: no answer. The commands of opencode-diverter work as before.'])
  })
})
