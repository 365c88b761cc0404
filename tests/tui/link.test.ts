import { describe, expect, it } from 'vitest'
import { serverCodec, tuiCodec } from '../../src/channel/codec.ts'
import type { ToTui } from '../../src/channel/messages.ts'
import { createLink } from '../../src/tui/link.ts'

describe('the link to the server half', () => {
  const stage = (directory = '/project') => {
    const sent: unknown[] = []
    const heard: ToTui[] = []
    const link = createLink({
      id: 't1',
      directory: () => directory,
      session: () => 'ses_1',
      hear: (message) => heard.push(message),
      publish: (command) => sent.push(serverCodec.decode(command)),
    })
    const from = (message: ToTui, tui: string | null = null, of = '/project') =>
      link.receive(tuiCodec.encode({ directory: of, tui, message }))
    return { link, sent, heard, from }
  }
  const reply: ToTui = { say: 'reply', session: 'ses_1', text: 'Done' }

  it('hears what is for all and what is for it, of its own project', () => {
    const { link, heard, from } = stage()
    from(reply)
    from(reply, 't1')
    from(reply, 't2')
    from(reply, null, '/other')
    link.receive('session.new')
    link.receive(undefined)
    expect(heard).toEqual([reply, reply])
  })

  it('says hello to a server half that begins later, and looks once that one has answered', () => {
    const { link, sent, from } = stage()
    from({ say: 'here' })
    expect(link.served()).toBe(false)
    from({ say: 'here' }, 't1')
    expect(link.served()).toBe(true)
    expect(sent).toEqual([
      { directory: '/project', tui: 't1', message: { say: 'hello' } },
      { directory: '/project', tui: 't1', message: { say: 'look', session: 'ses_1' } },
    ])
  })
})
