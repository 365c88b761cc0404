import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createCourier, oneTry } from '../../src/notify/courier.ts'
import { noticeOf } from '../../src/notify/notice.ts'
import type { Outlet } from '../../src/notify/outlet.ts'
import { openOutlets } from '../../src/notify/outlets.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { until } from '../support/wait.ts'

interface Heard {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A real server that answers each request as it is told, the last answer again and again. */
async function listen(...answers: ((response: ServerResponse) => void)[]): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = answers[Math.min(heard.length, answers.length - 1)]
    heard.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    })
    answer?.(response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks/s3cr3t-word`, heard }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('thank you')
const hang = () => undefined

const scene = { at: 1000, directory: '/shop', session: 'ses_1', name: 'Build', zone: 'UTC' }
const notice = noticeOf({ kind: 'stopped', reason: 'done', detail: null, said: [] }, scene, digest)

const outletTo = (url: string, more: { timeout?: number; body?: string } = {}): Outlet => {
  const { timeout = 5000, ...setting } = more
  const world = { environment: {}, home: '/', desktop: async () => ({ ok: true, how: '' }) as const }
  const [outlet] = openOutlets([{ webhook: url, ...setting }], world)
  if (outlet === undefined) throw new Error('there is no outlet')
  return { ...outlet, timeout }
}

const trial = (url: string, more = {}) => oneTry(outletTo(url, more), notice, systemClock())

const unreachable = { ok: false, code: 'unreachable', why: 'no server can be reached there', isPassing: true }

describe('one try', () => {
  test('sends the notice as JSON, with an id by which a second try is known', async () => {
    const { url, heard } = await listen(status(204))
    expect(await trial(url)).toEqual({ ok: true, how: 'answered 204' })
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({ method: 'POST', url: '/hooks/s3cr3t-word' })
    expect(heard[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': notice.id,
      'user-agent': 'opencode-diverter',
    })
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ id: notice.id, kind: 'stopped', title: 'Stopped: done' })
  })

  test.each([
    [302, 'redirect', 'it leads elsewhere, which is not followed', false],
    [307, 'redirect', 'it leads elsewhere, which is not followed', false],
    [404, 'status', 'it answered 404', false],
    [429, 'status', 'it answered 429', true],
    [500, 'status', 'it answered 500', true],
  ])('answered by %i has not arrived', async (code, name, why, isPassing) => {
    const elsewhere = await listen(status(200))
    const { url, heard } = await listen(status(code, { location: elsewhere.url }))
    expect(await trial(url)).toEqual({ ok: false, code: name, why, isPassing })
    expect(heard).toHaveLength(1)
    expect(elsewhere.heard).toEqual([])
  })

  test('ends with its time if nobody answers', async () => {
    const { url } = await listen(hang)
    expect(await trial(url, { timeout: 100 })).toMatchObject({ ok: false, code: 'timeout', why: 'it took too long' })
  })

  test('does not wait for an answer that never ends', async () => {
    const { url } = await listen((response) => void response.writeHead(200).write('and on'))
    expect(await trial(url)).toEqual({ ok: true, how: 'answered 200' })
  })

  test('reaches nobody where nobody listens, and broken where somebody hangs up', async () => {
    const { url } = await listen(hang)
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    expect(await trial(url)).toEqual(unreachable)
    const broken = await listen((response) => void response.socket?.destroy())
    expect(await trial(broken.url)).toMatchObject({ ok: false, code: 'network', why: 'the connection failed' })
  })

  test('knows a host that does not exist', async () => {
    expect(await trial('http://nowhere.invalid/s3cr3t-word')).toEqual(unreachable)
  })

  test('takes a percent sign that begins no escape as it stands', async () => {
    const { url, heard } = await listen(status(200))
    expect(await trial(url.replace('http://', 'http://me:50%off@'))).toMatchObject({ ok: true })
    expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:50%off').toString('base64')}`)
  })

  test('brings name and password of an address as a header', async () => {
    const { url, heard } = await listen(status(200))
    expect(await trial(url.replace('http://', 'http://ada:p%40ss@'), { body: 'ntfy' })).toMatchObject({ ok: true })
    expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`)
    expect(heard[0]?.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})

describe('an address in a variable', () => {
  const world = (environment: Record<string, string>) => ({
    environment,
    home: '/',
    desktop: async () => ({ ok: true, how: '' }) as const,
  })
  const trialWith = async (environment: Record<string, string>) => {
    const [outlet] = openOutlets([{ webhook: { env: 'NIGHT_HOOK' } }], world(environment))
    if (outlet === undefined) throw new Error('there is no outlet')
    return oneTry(outlet, notice, systemClock())
  }

  test('is read when something is sent', async () => {
    const { url } = await listen(status(200))
    expect(await trialWith({ NIGHT_HOOK: url })).toMatchObject({ ok: true })
  })

  test.each([
    [{}, 'the environment variable NIGHT_HOOK is not set'],
    [{ NIGHT_HOOK: '' }, 'the environment variable NIGHT_HOOK is not set'],
    [{ NIGHT_HOOK: 'file:///s3cr3t' }, 'the environment variable NIGHT_HOOK holds no address'],
  ])('that cannot be used is told without it: %j', async (environment: Record<string, string>, why) => {
    expect(await trialWith(environment)).toEqual({ ok: false, code: 'no-address', why, isPassing: false })
  })
})

test('500 and then 200: the second try brings the same notice with the same id', async () => {
  const { url, heard } = await listen(status(500), status(200))
  const lost: string[] = []
  const courier = createCourier({
    outlets: [outletTo(url)],
    // The pause before a second try is no part of this test.
    clock: { after: (time, run) => systemClock().after(time === 2000 ? 1 : time, run) },
    told: (outlet, why) => lost.push(`${outlet}: ${why ?? 'works'}`),
    failed: (error) => lost.push(String(error)),
  })
  courier.take(notice)
  await until('two requests', () => heard.length === 2)
  await courier.close()
  expect(heard[1]?.body).toBe(heard[0]?.body)
  expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual([notice.id, notice.id])
  expect(lost).toEqual(['notify 1 (webhook): works'])
})
