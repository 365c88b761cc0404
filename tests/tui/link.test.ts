import { describe, expect, it } from 'vitest'
import { serverCodec, tuiCodec } from '../../src/channel/codec.ts'
import type { ToTui } from '../../src/channel/messages.ts'
import { createSealing } from '../../src/channel/sealed.ts'
import { createLink } from '../../src/tui/link.ts'
import { sharedKey } from '../host/fakes.ts'

describe('the link to the server half', () => {
  const stage = (directory = '/project') => {
    const sent: unknown[] = []
    const heard: ToTui[] = []
    const server = createSealing('s1', sharedKey)
    const link = createLink({
      sealing: createSealing('t1', sharedKey),
      directory: () => directory,
      session: () => 'ses_1',
      hear: (message) => heard.push(message),
      publish: (command) => {
        const opened = server.open(command)
        sent.push({ to: opened?.to, ...serverCodec.decode(opened?.text) })
      },
    })
    const sealed = (message: ToTui, tui: string | null = null, of = '/project', by = server) =>
      by.seal(tuiCodec.encode({ directory: of, tui, message }), tui)
    const from = (...given: Parameters<typeof sealed>) => link.receive(sealed(...given))
    return { link, sent, heard, sealed, from }
  }
  const reply: ToTui = { say: 'reply', session: 'ses_1', text: 'Done' }

  it('hears what is for all and what is for it, of its own project, once a server half has answered', () => {
    const { link, heard, from } = stage()
    from(reply, 't1')
    expect(heard).toEqual([])
    from({ say: 'here' }, 't1')
    from(reply)
    from(reply, 't1')
    from(reply, 't2')
    from(reply, null, '/other')
    link.receive('session.new')
    link.receive(undefined)
    expect(heard).toEqual([{ say: 'here' }, reply, reply])
  })

  it('says hello to a server half that begins later, and looks once that one has answered', () => {
    const { link, sent, from } = stage()
    link.say({ say: 'look', session: 'ses_1' })
    from({ say: 'here' })
    expect(link.served()).toBe(false)
    from({ say: 'here' }, 't1')
    expect(link.served()).toBe(true)
    expect(sent).toEqual([
      { to: null, directory: '/project', tui: 't1', message: { say: 'hello' } },
      { to: 's1', directory: '/project', tui: 't1', message: { say: 'look', session: 'ses_1' } },
    ])
  })

  it('hears no stranger: without the key, with what was said before, or as another server half', () => {
    const { link, heard, sealed, from } = stage()
    from({ say: 'here' }, 't1')
    link.receive(tuiCodec.encode({ directory: '/project', tui: 't1', message: reply }))
    from(
      reply,
      't1',
      '/project',
      createSealing('s1', () => new Uint8Array(32)),
    )
    from(reply, 't1', '/project', createSealing('s0', sharedKey))
    const once = sealed(reply, 't1')
    for (let again = 0; again < 3; again += 1) link.receive(once)
    expect(heard).toEqual([{ say: 'here' }, reply])
  })
})
