import type { Clock } from '../runtime/ports.ts'
import { readUserConfig } from '../runtime/files/user-config.ts'
import { type Courier, createCourier } from './courier.ts'
import { noticeOf, type Scene } from './notice.ts'
import type { Occasion } from './occasion.ts'
import type { OutletWorld } from './outlet.ts'
import { openOutlets } from './outlets.ts'

/** Brings occasions to the outlets of a config, as its text is at each time. */
export interface Away {
  take: (config: string, occasion: Occasion, scene: Scene) => Promise<void>
  close: () => Promise<void>
}

export interface AwayParts extends OutletWorld {
  clock: Pick<Clock, 'after'>
  digest: (text: string) => string
  /** Hears of an outlet by which nothing arrives, with null whenever something does. */
  told: (outlet: string, why: string | null) => void
  failed: (error: unknown) => void
}

export function createAway(parts: AwayParts): Away {
  let config = ''
  let courier: Courier | null = null
  /** Those of earlier texts too: what is on its way by their outlets still arrives. */
  const couriers: Courier[] = []

  async function courierOf(text: string): Promise<Courier | null> {
    if (config === text) return courier
    const settings = (await readUserConfig(text))?.notify ?? []
    config = text
    courier = settings.length === 0 ? null : createCourier({ ...parts, outlets: openOutlets(settings, parts) })
    if (courier !== null) couriers.push(courier)
    return courier
  }

  return {
    take: async (text, occasion, scene) => {
      const to = await courierOf(text)
      to?.take(noticeOf(occasion, scene, parts.digest))
    },
    close: async () => {
      await Promise.all(couriers.map((one) => one.close()))
    },
  }
}
