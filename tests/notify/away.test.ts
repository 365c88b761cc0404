import { expect, test } from 'vitest'
import { createAway } from '../../src/notify/away.ts'
import type { Delivery } from '../../src/notify/outlet.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { fakeClock } from '../host/fakes.ts'

test('the end waits for what is on its way by the outlets of an earlier config', async () => {
  const arrive: (() => void)[] = []
  const away = createAway({
    clock: fakeClock(),
    digest,
    environment: {},
    home: '/',
    desktop: () => new Promise<Delivery>((resolve) => arrive.push(() => resolve({ ok: true, how: '' }))),
    told: () => undefined,
    failed: (error) => {
      throw error
    },
  })
  const scene = { at: 1, directory: '/a', session: 's', name: '', zone: 'UTC' }
  const config = 'version: 1\nnotify: [{ desktop: true }]\n'
  await away.take(config, { kind: 'test', said: [] }, scene)
  await away.take(`${config}# other\n`, { kind: 'test', said: [] }, { ...scene, at: 2 })
  expect(arrive).toHaveLength(2)
  let isClosed = false
  const closed = away.close().then(() => {
    isClosed = true
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  arrive[1]?.()
  await settle()
  expect(isClosed).toBe(false)
  arrive[0]?.()
  await closed
  expect(isClosed).toBe(true)
})
