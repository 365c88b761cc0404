import type { Server } from './serve.ts'
import { stillness, until } from './wait.ts'

export interface TestSession {
  id: string
  /** Sends a task and returns at once. */
  say: (
    text: string,
    more?: { agent?: string; model?: { providerID: string; modelID: string }; variant?: string },
  ) => Promise<void>
  /** Types a slash command; resolves when the host has answered, which is an error where the plugin handled it. */
  command: (text: string) => Promise<void>
  messages: () => Promise<
    { role: string; agent: string; provider: string; model: string; text: string; id: string; ignored: boolean }[]
  >
  /** Waits until the turn that the last `say` began is over, and nothing more happens in the session. */
  rest: (timeout?: number) => Promise<void>
  idles: () => number
  /** Permission requests of this session that stand open. */
  pending: () => Promise<{ id: string; permission: string }[]>
  children: () => Promise<string[]>
  abort: () => Promise<void>
}

/** Opens a session, or takes up one that exists. */
export async function openSession(server: Server, existing?: string): Promise<TestSession> {
  const id =
    existing ??
    (await until('a new session', async () => (await server.client.session.create({ title: 'A night' })).data?.id))
  const own = () => server.events().filter((event) => event.properties.sessionID === id)
  const busy = async () => {
    const answer = await server.client.session.status()
    const status = answer.data?.[id]
    return status !== undefined && status.type !== 'idle'
  }
  const idles = () => own().filter((event) => event.type === 'session.idle').length
  const lately = () =>
    own()
      .slice(-12)
      .map((event) => JSON.stringify(event).slice(0, 160))
  let idlesBefore = 0
  return {
    id,
    idles,
    say: async (text, more = {}) => {
      idlesBefore = idles()
      const answer = await server.client.session.promptAsync({
        sessionID: id,
        ...more,
        parts: [{ type: 'text', text }],
      })
      if (answer.error) throw new Error(`Cannot prompt: ${JSON.stringify(answer.error)}`)
    },
    command: async (text) => {
      const [command = '', ...rest] = text.replace(/^\//, '').split(' ')
      await server.client.session.command({ sessionID: id, command, arguments: rest.join(' ') })
    },
    messages: async () => {
      const answer = await server.client.session.messages({ sessionID: id })
      return (answer.data ?? []).map(({ info, parts }) => ({
        id: info.id,
        role: info.role,
        agent: info.agent,
        provider: info.role === 'user' ? info.model.providerID : info.providerID,
        model: info.role === 'user' ? info.model.modelID : info.modelID,
        text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        ignored: parts.length > 0 && parts.every((part) => part.type === 'text' && part.ignored === true),
      }))
    },
    rest: async (timeout = 150_000) => {
      await until(`session ${id} to end its turn`, () => idles() > idlesBefore, {
        timeout,
        seen: lately,
        moves: () => own().length,
      })
      await until(
        `session ${id} to come to rest`,
        async () => {
          if (await busy()) return false
          await stillness(() => own().length, 700, timeout)
          return !(await busy())
        },
        { timeout, seen: lately, moves: () => own().length },
      )
    },
    pending: async () => {
      const answer = await server.client.permission.list()
      return (answer.data ?? []).filter((request) => request.sessionID === id)
    },
    children: async () => {
      const answer = await server.client.session.children({ sessionID: id })
      return (answer.data ?? []).map((child) => child.id)
    },
    abort: async () => {
      await server.client.session.abort({ sessionID: id })
    },
  }
}
