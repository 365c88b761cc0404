import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { largestBody } from '../../src/morning/exchange.ts'
import { patience, serve, type ServerWorld } from '../../src/morning/server.ts'
import type { MorningPorts } from '../../src/morning/requests.ts'

const token = 't'.repeat(43)
const ports: MorningPorts = {
  token,
  script: '',
  version: () => ({ ok: true, version: '1' }),
  state: () => {
    throw new Error('a state that nobody expected')
  },
  answer: ({ text }) => ({ ok: true, text: String(text?.length), problem: null }),
  undo: () => ({ ok: true, text: '', problem: null }),
  goOn: () => ({ ok: true, text: '', problem: null }),
  suggestions: () => ({ ok: false, why: 'Cannot suggest: there is no night' }),
  reasons: () => ({ why: '', today: '', asCase: '' }),
}

async function start(more: Partial<ServerWorld> = {}) {
  const timers = new Set<() => void>()
  const faults: unknown[] = []
  const stop = new AbortController()
  const world: ServerWorld = {
    port: 0,
    after: (time, call) => {
      expect(time).toBe(patience)
      timers.add(call)
      return () => timers.delete(call)
    },
    fault: (error) => void faults.push(error),
    gone: stop.signal,
    ...more,
  }
  const { port, ended } = await serve(ports, world)
  const at = `http://127.0.0.1:${port}/${token}/`
  return { port, ended, timers, faults, stop, at, origin: `http://127.0.0.1:${port}` }
}

describe('the server of the page', () => {
  test('ends once nobody has looked for its patience, and each look begins that anew', async () => {
    const { at, timers, ended } = await start()
    const [first] = timers
    expect((await fetch(at)).status).toBe(200)
    expect(timers.size).toBe(1)
    expect(timers.has(first ?? (() => undefined))).toBe(false)
    for (const call of timers) call()
    expect(await ended).toBe('unvisited')
    await expect(fetch(at)).rejects.toThrow(TypeError)
  })

  test('takes a stranger at its port for no visitor', async () => {
    const { at, origin, timers, stop } = await start()
    const before = [...timers]
    for (const url of [`${origin}/nope`, `${at}none`]) expect((await fetch(url)).status).toBeGreaterThan(400)
    expect([...timers]).toEqual(before)
    stop.abort()
  })

  test('ends when it is told, and lets nobody hold it', async () => {
    const { at, ended, stop } = await start()
    await fetch(at)
    stop.abort()
    expect(await ended).toBe('gone')
  })

  test('takes an answer of the longest words and no more', async () => {
    const { at, origin, stop } = await start()
    const entry = { id: 'b1', session: 'S1', fingerprint: 'f' }
    const post = (text: string) =>
      fetch(`${at}answer`, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify({ entry, decision: 'words', text }),
      })
    expect(await (await post('\u0001'.repeat(10_000))).json()).toEqual({ ok: true, text: '10000', problem: null })
    const large = await post('x'.repeat(largestBody))
    expect(large.status).toBe(413)
    expect(await large.json()).toEqual({
      ok: false,
      why: `Cannot take more than ${largestBody} bytes: write it into a file and name the file`,
    })
    stop.abort()
  })

  test('tells of what nobody expected, says no more to the page, and goes on', async () => {
    const { at, faults, stop } = await start()
    const failed = await fetch(`${at}state`)
    expect({ status: failed.status, body: await failed.json() }).toEqual({
      status: 500,
      body: { ok: false, why: 'Something inside failed: the terminal says what' },
    })
    expect(faults).toEqual([new Error('a state that nobody expected')])
    expect((await fetch(at)).status).toBe(200)
    stop.abort()
  })

  test('says nothing of a browser that leaves in the middle of its request', async () => {
    const { at, origin, port, faults, stop } = await start()
    const left = connect(port, '127.0.0.1')
    const head = `POST ${new URL(at).pathname}answer HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nContent-Length: 100\r\n\r\n{`
    await new Promise<void>((resolve) => left.write(head, () => resolve()))
    expect((await fetch(at)).status).toBe(200)
    left.destroy()
    expect((await fetch(at)).status).toBe(200)
    expect(faults).toEqual([])
    stop.abort()
  })

  test('does not begin on a port that is taken', async () => {
    const { port, stop } = await start()
    await expect(start({ port })).rejects.toThrow(/EADDRINUSE/)
    stop.abort()
  })
})
