import { builtinPolicies } from '../bench/world.ts'
import type { Counter } from './count.ts'
import { crowd } from './crowd.ts'
import { deadly, halfWritten, inLanes, killedAtRandom, stepsOfActs } from './kills.ts'
import { everyLock, lock } from './locked.ts'
import { befall, everyOrder } from './orders.ts'
import { crowdForReal, fullForReal, killedForReal } from './real.ts'
import { fill, fullDisks, withSmallDisk } from './space.ts'
import type { Workshop } from './workers.ts'

/** One class of faults, a row of the table. */
export interface FaultClass {
  name: string
  /** Begins when it knows how many are tried. */
  run: (workshop: Workshop, begin: (wanted: number) => Counter) => Promise<void>
}

const entries = 200
const answers = 200
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

export const classes: readonly FaultClass[] = [
  {
    name: 'kill -9 at each step of a decision',
    run: async (workshop, begin) => {
      const deaths = await stepsOfActs(workshop)
      const counter = begin(deaths.length)
      await inLanes(deaths, (death) => deadly(workshop, counter, death))
    },
  },
  {
    name: 'kill -9 at a random moment, of two that write',
    run: (workshop, begin) => killedAtRandom(workshop, begin(60), 60),
  },
  {
    name: 'kill between commit and page',
    run: async (workshop, begin) => {
      const counter = begin(24)
      await inLanes(upTo(24), (dieAtPage) => deadly(workshop, counter, { dieAtPage }))
    },
  },
  {
    name: 'half a write of the page, then a kill or an error',
    run: async (workshop, begin) => {
      const counter = begin(24)
      await inLanes(upTo(12), async (at) => {
        await deadly(workshop, counter, { half: { at, then: 'die' } })
        await halfWritten(workshop, counter, at)
      })
    },
  },
  {
    name: 'full disk below store, page or both',
    run: (workshop, begin) => {
      const counter = begin(fullDisks.length)
      return withSmallDisk(async (disk) => {
        for (const full of fullDisks) await fill(workshop, counter, disk, full)
      })
    },
  },
  {
    name: 'database locked by another program, which ends, or a kill',
    run: async (workshop, begin) => {
      const counter = begin(everyLock.length)
      await inLanes(everyLock, (locked) => lock(workshop, counter, locked))
    },
  },
  {
    name: `acts of four processes with ${entries} entries each, and ${answers} answers beside them`,
    run: (workshop, begin) => crowd(workshop, begin(4 * entries + answers), { entries, answers }),
  },
  {
    name: 'kill -9 of the real OpenCode in a night',
    run: (_workshop, begin) => killedForReal(begin(100), 100),
  },
  {
    name: `acts of four real OpenCode processes with ${entries} entries each, and ${answers} answers beside them`,
    run: (_workshop, begin) => crowdForReal(begin(4 * entries + answers), { entries, answers }),
  },
  {
    name: 'full disk below the store of the real OpenCode',
    run: (_workshop, begin) => fullForReal(begin(20), 20),
  },
  {
    name: 'undo, stash, clean, deletion and restart in every order',
    run: async (workshop, begin) => {
      const policies = await builtinPolicies()
      const counter = begin(everyOrder.length)
      for (const order of everyOrder) befall(workshop, counter, policies, order)
    },
  },
]
