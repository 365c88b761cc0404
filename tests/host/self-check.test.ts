import { describe, expect, it } from 'vitest'
import { missingCalls, unknownRequest } from '../../src/host/self-check.ts'
import { fakeClient } from './fakes.ts'
import { stage } from './stage.ts'

describe('the look at OpenCode when the plugin starts (F5-01)', () => {
  it('finds nothing missing in a client that has what is needed', () => {
    expect(missingCalls(fakeClient().raw)).toEqual([])
  })

  it('names what is missing and what does not happen then', () => {
    const { raw } = fakeClient()
    expect(missingCalls({ ...raw, _client: {} })).toEqual([
      "This OpenCode's client has no _client.post: a permission request cannot be answered",
    ])
    expect(missingCalls({})).toHaveLength(4)
    expect(missingCalls(undefined)).toHaveLength(4)
  })
})

describe('requests under a name that nobody knows (F5-01)', () => {
  const problem =
    'This OpenCode tells of requests as permission.v2.asked, which this version of the plugin does not know: they wait for you'

  it('are told from what is no request', () => {
    expect(unknownRequest('permission.v2.asked')).toBe(problem)
    expect(unknownRequest('permission.updated')).toContain('permission.updated')
    for (const other of ['permission.v2.replied', 'session.updated', 'permission', 'tool.asked']) {
      expect(unknownRequest(other)).toBeNull()
    }
  })

  it('are said once and stand in status as a failing channel', async () => {
    const host = stage({
      answer: () => ({ reply: 'On.', effects: [{ effect: 'show', view: 'status', by: 'a/b' }] }),
    })
    host.opened()
    for (let times = 0; times < 2; times++) host.send('permission.v2.asked', { id: 'per_1', sessionID: 'ses_1' })
    const toasts = () => host.client.named('toast').map(({ options }) => options['body'])
    expect(toasts()).toMatchObject([{ message: problem, variant: 'error' }])
    const status = { command: 'blockers', sessionID: 'ses_1', arguments: 'status' }
    await expect(host.hooks['command.execute.before']?.(status, { parts: [] })).rejects.toThrow()
    expect(toasts().at(-1)).toMatchObject({
      message: `On.\nopencode-diverter 1.2.3\nConfig: none (built-in policies)\nFailing: permission requests: ${problem}`,
    })
  })
})
