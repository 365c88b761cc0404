import { describe, expect, test } from 'vitest'
import { createCourier } from '../../src/notify/courier.ts'
import { type Notice, noticeOf } from '../../src/notify/notice.ts'
import type { Delivery, Outlet } from '../../src/notify/outlet.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { fakeClock } from '../host/fakes.ts'

const noticeAt = (at: number, kind: 'blocked' | 'test' = 'blocked'): Notice =>
  noticeOf(
    kind === 'test' ? { kind, said: [] } : { kind, detail: null, said: [] },
    { at, directory: '/a', session: 's', name: '', zone: 'UTC' },
    digest,
  )

const passing: Delivery = { ok: false, code: 'status', why: 'it answered 500', isPassing: true }
const final: Delivery = { ok: false, code: 'status', why: 'it answered 404', isPassing: false }
const tooLong: Delivery = { ok: false, code: 'timeout', why: 'too long', isPassing: true }
const fine: Delivery = { ok: true, how: 'answered 200' }

/** An outlet that answers as it is told, the last answer again and again. */
function stage(answers: (Delivery | 'hangs' | Error)[], kinds: Outlet['kinds'] = null) {
  const clock = fakeClock()
  const sent: number[] = []
  const lost: string[] = []
  const failed: unknown[] = []
  const outlet: Outlet = {
    name: 'notify 1 (webhook)',
    kinds,
    timeout: 5000,
    send: ({ at }, signal) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)] ?? fine
      sent.push(at)
      if (answer instanceof Error) return Promise.reject(answer)
      if (answer !== 'hangs') return Promise.resolve(answer)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(tooLong)))
    },
  }
  const courier = createCourier({
    outlets: [outlet],
    clock,
    told: (name, why) => lost.push(`${name}: ${why ?? 'works'}`),
    failed: (error) => failed.push(error),
  })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  const pass = async (time: number) => {
    clock.pass(time)
    await settle()
  }
  return { courier, sent, lost, failed, pass, settle }
}

describe('a notice', () => {
  test('goes out at once, and once for each occasion', async () => {
    const { courier, sent, settle } = stage([fine])
    courier.take(noticeAt(1))
    courier.take(noticeAt(1))
    courier.take(noticeAt(2))
    await settle()
    expect(sent).toEqual([1, 2])
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'goes out although the one before is %i moments from its end',
    async (moments) => {
      const { courier, sent, settle } = stage([fine])
      courier.take(noticeAt(1))
      for (let moment = 0; moment < moments; moment++) await Promise.resolve()
      courier.take(noticeAt(2))
      await settle()
      expect(sent).toEqual([1, 2])
    },
  )

  test('goes only where its kind is wanted; a test goes everywhere', async () => {
    const { courier, sent, settle } = stage([fine], ['stopped'])
    courier.take(noticeAt(1))
    courier.take(noticeAt(2, 'test'))
    await settle()
    expect(sent).toEqual([2])
  })

  test('is tried twice where that may help, two seconds apart', async () => {
    const { courier, sent, lost, pass, settle } = stage([passing])
    courier.take(noticeAt(1))
    await settle()
    expect(sent).toHaveLength(1)
    await pass(1999)
    expect(sent).toHaveLength(1)
    await pass(1)
    expect(sent).toHaveLength(2)
    expect(lost).toEqual(['notify 1 (webhook): it answered 500'])
  })

  test('is tried once where that cannot help', async () => {
    const { courier, sent, pass } = stage([final])
    courier.take(noticeAt(1))
    await pass(10_000)
    expect(sent).toHaveLength(1)
  })

  test('that hangs is broken off after its time, in each try', async () => {
    const { courier, sent, lost, pass } = stage(['hangs'])
    courier.take(noticeAt(1))
    await pass(5000)
    await pass(2000)
    expect(lost).toEqual([])
    await pass(5000)
    expect(sent).toHaveLength(2)
    expect(lost).toEqual(['notify 1 (webhook): too long'])
  })
})

describe('an outlet by which nothing arrives', () => {
  test('is said once, and again only after something arrived', async () => {
    const { courier, lost, settle } = stage([final, final, fine, final])
    for (const at of [1, 2]) courier.take(noticeAt(at))
    await settle()
    expect(lost).toHaveLength(1)
    for (const at of [3, 4]) courier.take(noticeAt(at))
    await settle()
    expect(lost).toEqual(['it answered 404', 'works', 'it answered 404'].map((why) => `notify 1 (webhook): ${why}`))
  })

  test('takes twenty notices and no more while it hangs', async () => {
    const { courier, lost, sent } = stage(['hangs'])
    for (let at = 1; at <= 30; at++) courier.take(noticeAt(at))
    expect(sent).toEqual([1])
    expect(lost).toEqual(['notify 1 (webhook): more than 20 notices wait for it'])
  })

  test('that fails as nobody expected is a fault, and the next notice is tried', async () => {
    const fault = new RangeError('surprise')
    const { courier, failed, sent, settle } = stage([fault, fine])
    courier.take(noticeAt(1))
    await settle()
    courier.take(noticeAt(2))
    await settle()
    expect(failed).toEqual([fault])
    expect(sent).toEqual([1, 2])
  })
})

test('closing waits for what is on its way, without a pause before a second try', async () => {
  const { courier, sent, settle } = stage([passing, fine])
  courier.take(noticeAt(1))
  await settle()
  await courier.close()
  expect(sent).toEqual([1, 1])
  courier.take(noticeAt(2))
  await settle()
  expect(sent).toHaveLength(2)
})
