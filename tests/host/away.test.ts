import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { policySet } from '../../src/core/policy.ts'
import { emptyDecision } from '../../src/core/decision.ts'
import { emptyRun } from '../../src/core/state.ts'
import { createAlerts } from '../../src/host/away/alerts.ts'
import { createAwayNotices } from '../../src/host/away/away.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import type { Decided } from '../../src/runtime/options.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import type { ToTui } from '../../src/channel/messages.ts'
import { eventFrom } from '../support/event.ts'
import { until } from '../support/wait.ts'
import { fakeClock } from './fakes.ts'

const stopped: Decided = {
  at: 1000,
  session: 'child',
  event: eventFrom('run.stopped', { reason: 'budget', detail: null }),
  decision: emptyDecision(),
  run: emptyRun,
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function hook(code: number, isHanging = false): Promise<{ url: string; bodies: Record<string, unknown>[] }> {
  const bodies: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    bodies.push(JSON.parse(text))
    if (!isHanging) response.writeHead(code).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/s3cr3t`, bodies }
}

function stage(config: () => string | null) {
  const said: string[] = []
  const kept: string[] = []
  const failed: unknown[] = []
  const away = createAwayNotices({
    clock: systemClock(),
    digest,
    directory: '/project',
    config,
    environment: {},
    home: '/',
    desktop: async () => ({ ok: true, how: '' }),
    set: () => policySet([]),
    canAsk: true,
    rootOf: () => ({ id: 'root', title: 'Build' }),
    say: (message) => said.push(message),
    keep: (outlet, why) => kept.push(`${outlet}: ${why}`),
    failed: (error) => failed.push(error),
  })
  return { away, said, kept, failed }
}

const configWith = (url: string) => `version: 1\nnotify: [{ webhook: "${url}", timeout: 1s }]\n`

describe('a decision that a person who is away wants to hear of', () => {
  test('leaves by the outlets of the config, about the session that the person began', async () => {
    const { url, bodies } = await hook(200)
    const { away, said, failed } = stage(() => configWith(url))
    away.decided(stopped)
    away.changed(['/project/a.yaml'], 'Changed while an agent was at work: a.yaml.')
    await until('both notices', () => bodies.length === 2)
    await away.close()
    expect(bodies).toMatchObject([
      { kind: 'stopped', reason: 'budget', session: 'root', name: 'Build', directory: '/project' },
      { kind: 'tampered', text: 'Changed while an agent was at work: a.yaml.', session: null },
    ])
    expect([...said, ...failed]).toEqual([])
  })

  test('leaves by the config as it is then', async () => {
    const first = await hook(200)
    const second = await hook(200)
    let url = first.url
    const { away } = stage(() => configWith(url))
    away.decided(stopped)
    await until('the first', () => first.bodies.length === 1)
    url = second.url
    away.decided({ ...stopped, at: 2000 })
    await until('the second', () => second.bodies.length === 1)
    await away.close()
  })

  test.each([null, 'version: 1\n', 'version: 1\nnotify: []\n', 'version: 1\nnotify: {'])(
    'goes nowhere with the config %j',
    async (config) => {
      const { away, said, failed } = stage(() => config)
      away.decided(stopped)
      await away.close()
      expect([...said, ...failed]).toEqual([])
    },
  )

  test('that does not arrive is said once, kept, and shown until something arrives; its address is never named', async () => {
    const { url } = await hook(404)
    const { away, said, kept } = stage(() => configWith(url))
    for (const at of [1, 2, 3]) away.decided({ ...stopped, at })
    await away.close()
    expect(said).toEqual(['Cannot reach you by notify 1 (webhook): it answered 404'])
    expect(away.problems()).toEqual(said)
    expect(kept).toEqual(['notify 1 (webhook): it answered 404'])
  })

  test('that did not arrive stands no more once something arrives by an outlet of that name in another config', async () => {
    const [dead, alive] = [await hook(404), await hook(200)]
    let config: string | null = configWith(dead.url)
    const { away } = stage(() => config)
    away.decided(stopped)
    await until('the loss', () => away.problems().length === 1)
    config = configWith(alive.url)
    away.decided({ ...stopped, at: 2000 })
    await until('the second', () => alive.bodies.length === 1)
    await away.close()
    expect(away.problems()).toEqual([])
  })

  test('that did not arrive stands no more once its outlet is taken out of the config', async () => {
    const { url } = await hook(404)
    let config: string | null = configWith(url)
    const { away } = stage(() => config)
    away.decided(stopped)
    await until('the loss', () => away.problems().length === 1)
    config = null
    expect(away.problems()).toEqual([])
    await away.close()
  })

  test('is waited for at the end, but not for ever', async () => {
    const { url } = await hook(200, true)
    const { away, said } = stage(() => configWith(url))
    away.decided(stopped)
    const begun = Date.now()
    await away.close()
    expect(Date.now() - begun).toBeLessThan(5500)
    expect(said).toEqual(['Cannot reach you by notify 1 (webhook): it took too long'])
  })
})

describe('a notice on a screen', () => {
  const screens = () => {
    const clock = fakeClock()
    const sent: ToTui[] = []
    const alerts = createAlerts({ send: (message) => void sent.push(message) }, clock)
    const notice = { id: 'n1', title: 'Stopped: done', text: 'The run stopped.' }
    const delivery = alerts.send(
      {
        ...notice,
        kind: 'stopped',
        at: 0,
        directory: null,
        session: null,
        name: '',
        reason: null,
        entry: null,
        until: null,
      },
      new AbortController().signal,
    )
    return { clock, sent, alerts, delivery }
  }

  test('has arrived when one says that it showed it', async () => {
    const { sent, alerts, delivery } = screens()
    expect(sent).toEqual([{ say: 'alert', alert: 'n1', title: 'Stopped: done', text: 'The run stopped.' }])
    alerts.shown('n1', 'nothing')
    alerts.shown('n2', 'bell')
    alerts.shown('n1', 'bell')
    expect(await delivery).toEqual({ ok: true, how: 'shown as a bell' })
  })

  test('is lost where none is open', async () => {
    const { clock, delivery } = screens()
    clock.pass(2000)
    expect(await delivery).toMatchObject({ ok: false, code: 'no-screen', why: 'no screen of OpenCode has shown it' })
  })
})
