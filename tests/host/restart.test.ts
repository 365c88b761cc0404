import { describe, expect, it } from 'vitest'
import { isAlive, processName } from '../../src/host/process/alive.ts'
import { stage } from './stage.ts'

describe('at the start', () => {
  const settled = () => new Promise(setImmediate)

  it('nights that were cut off are opened without a word of the person, once', async () => {
    const host = stage({ cutOff: ['ses_1'] })
    expect(host.engine.types()).toEqual([])
    host.clock.pass(2000)
    await settled()
    expect(host.engine.events).toEqual([{ session: 'ses_1', event: { type: 'session.opened', origin: 'resumed' } }])
    expect(host.engine.runtime.session('ses_1').title).toBe('A title')
  })

  it('a person who was faster has opened it', async () => {
    const host = stage({ cutOff: ['ses_1'] })
    await host.hooks['chat.message']?.(
      { sessionID: 'ses_1', messageID: 'msg_1' } as never,
      { message: { id: 'msg_1', time: { created: 1 } }, parts: [{ type: 'text', text: 'x' }] } as never,
    )
    host.clock.pass(2000)
    await settled()
    expect(host.engine.of('session.opened')).toHaveLength(1)
  })

  it('`opencode run` leaves the nights of others alone', async () => {
    const host = stage({ cutOff: ['ses_1'], mode: 'run' })
    host.clock.pass(2000)
    await settled()
    expect(host.engine.types()).toEqual([])
  })
})

describe('a process that wrote a line', () => {
  const now = Date.now().toString(36)

  it.each([
    ['of our own id is an earlier instance', processName(), false],
    ['that lives is at work', `${process.ppid}-${now}`, true],
    [
      'that began before the machine did is gone, whoever has its id now',
      `${process.ppid}-${(1e12).toString(36)}`,
      false,
    ],
    ['that ended is gone', `999999999-${now}`, false],
    ['of another kind of name is gone', 'rehearsal', false],
  ])('%s', (_, name, expected) => {
    expect(isAlive(name)).toBe(expected)
  })
})
