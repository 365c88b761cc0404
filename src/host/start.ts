import type { Runtime } from '../runtime/runtime.ts'
import type { Intake } from './intake.ts'

/** Long enough for a host to start and for whoever watches to be there; in milliseconds. */
export const startTakes = 2000

type IsAlive = Parameters<Runtime['cutOff']>[0]

/** Nights that a restart or a reload cut off are opened without a word of the person; a rule says what becomes of them. */
export function openCutOff(runtime: Pick<Runtime, 'cutOff'>, intake: Intake, isAlive: IsAlive): void {
  intake.clock.after(startTakes, async () => {
    for (const root of runtime.cutOff(isAlive)) {
      const mirror = intake.mirrors.of(root)
      await intake.name(mirror)
      // The person may have been faster.
      if (mirror.opened) continue
      mirror.opened = true
      intake.decide(mirror, { type: 'session.opened', origin: 'resumed' })
    }
  })
}
