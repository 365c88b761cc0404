import type { Clock } from '../runtime/ports.ts'
import type { Notice } from './notice.ts'
import type { Delivery, Outlet } from './outlet.ts'

/** Brings notices to outlets, one after the other to each. Nobody waits for it. */
export interface Courier {
  take: (notice: Notice) => void
  /** Ends second tries, and waits for what is on its way. */
  close: () => Promise<void>
}

export interface CourierParts {
  outlets: readonly Outlet[]
  clock: Pick<Clock, 'after'>
  /** Hears once of an outlet by which nothing arrives, and with null whenever something does. */
  told: (outlet: string, why: string | null) => void
  /** Hears of what nobody expected. */
  failed: (error: unknown) => void
}

const mostTries = 2
/** Before the second try, in milliseconds. */
const pause = 2000
/** More than these would only tell that something is wrong with the sender. */
const mostWaiting = 20
const mostRemembered = 500

export function createCourier({ outlets, clock, told, failed }: CourierParts): Courier {
  const lanes = outlets.map((outlet) => createLane(outlet, clock, (why) => told(outlet.name, why), failed))
  const taken = new Set<string>()
  return {
    take: (notice) => {
      if (taken.has(notice.id)) return
      taken.add(notice.id)
      for (const oldest of taken) {
        if (taken.size <= mostRemembered) break
        taken.delete(oldest)
      }
      for (const lane of lanes) lane.take(notice)
    },
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

function createLane(
  outlet: Outlet,
  clock: Pick<Clock, 'after'>,
  told: (why: string | null) => void,
  failed: (error: unknown) => void,
): Courier {
  const waiting: Notice[] = []
  let isLost = false
  let running: Promise<void> = Promise.resolve()
  let isAtWork = false
  let hurry: () => void = () => undefined
  let isClosing = false

  const tell = (why: string | null): void => {
    // Something that arrives also ends what an outlet of that name in an earlier config was said to be.
    if (why === null || !isLost) told(why)
    isLost = why !== null
  }

  async function work(): Promise<void> {
    isAtWork = true
    try {
      for (let notice = waiting.shift(); notice !== undefined; notice = waiting.shift()) {
        const delivery = await deliver(notice)
        tell(delivery.ok ? null : delivery.why)
      }
    } finally {
      isAtWork = false
    }
  }

  async function deliver(notice: Notice): Promise<Delivery> {
    for (let tries = 1; ; tries++) {
      const delivery = await oneTry(outlet, notice, clock)
      if (delivery.ok || !delivery.isPassing || tries === mostTries || isClosing) return delivery
      await rest()
    }
  }

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(pause, resolve)
      hurry = () => {
        cancel()
        resolve()
      }
    })

  return {
    take: (notice) => {
      if (isClosing || !wants(outlet, notice)) return
      if (waiting.length >= mostWaiting) return tell(`more than ${mostWaiting} notices wait for it`)
      waiting.push(notice)
      if (!isAtWork) running = work().catch(failed)
    },
    close: async () => {
      isClosing = true
      hurry()
      await running
    },
  }
}

const wants = ({ kinds }: Outlet, { kind }: Notice): boolean =>
  kinds === null || kind === 'test' || kinds.includes(kind)

/** Sends a notice once, within the time that the outlet has. */
export async function oneTry(outlet: Outlet, notice: Notice, clock: Pick<Clock, 'after'>): Promise<Delivery> {
  const ending = new AbortController()
  const cancel = clock.after(outlet.timeout, () => ending.abort())
  try {
    return await outlet.send(notice, ending.signal)
  } finally {
    cancel()
  }
}
