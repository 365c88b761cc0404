import { setTimeout as pause } from 'node:timers/promises'
import type { Counter } from './count.ts'
import { type Act, type Orders, settled } from './report.ts'
import type { Room, Workshop } from './workers.ts'

type Death = Pick<Orders, 'dieAt' | 'dieAtPage' | 'half'>

/** Works on several at a time: most of what a worker takes is its start. */
export async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  const lane = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one)
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

/** A process in a room of its own dies; the next one finds what it left. */
export async function deadly(workshop: Workshop, counter: Counter, death: Death): Promise<void> {
  const room = workshop.room()
  const victim = workshop.start(room, { name: 'v', does: [{ do: 'rounds', count: 60 }], ...death })
  const signal = await victim.ended
  if (signal !== 'SIGKILL') throw new Error(`Cannot kill a worker by ${JSON.stringify(death)}: it lived on`)
  await goOn(workshop, counter, room, 'n', victim.acts())
  counter.tried()
}

/** A fresh process looks and works on; then all is held against what was told. What came of all comes back. */
export async function goOn(workshop: Workshop, counter: Counter, room: Room, name: string, told: readonly Act[]) {
  const next = workshop.start(room, { name, does: [{ do: 'look' }, { do: 'rounds', count: 1 }] })
  await next.ended
  const all = [...told, ...next.acts()]
  counter.look(room, all)
  for (const { token, did, words } of next.acts())
    if (did === 'owed' || did === 'refused') counter.wrong('lost', `${token}: a fresh process cannot write: ${words}`)
  return all
}

/** Before every step of a refused request, an entry and an answer, and of the request that makes store and page. */
export async function stepsOfActs(workshop: Workshop): Promise<Death[]> {
  const rehearsal = workshop.start(workshop.room(), { name: 'v', does: [{ do: 'rounds', count: 2 }] })
  await rehearsal.ended
  return rehearsal.acts().flatMap(({ steps }, index) => {
    const act = index + 1
    const isLikeLater = act === 2 || act === 3
    return isLikeLater ? [] : Array.from({ length: steps }, (_, step) => ({ dieAt: { act, step } }))
  })
}

/** Two processes write at once and are killed some time later; the next two find what they left. */
export async function killedAtRandom(workshop: Workshop, counter: Counter, kills: number): Promise<void> {
  const perRoom = 10
  let room = workshop.room()
  let told: Act[] = []
  for (let done = 0; done < kills; done += 2) {
    if (done % perRoom === 0) {
      room = workshop.room()
      told = []
    }
    const names = [`v${done}`, `v${done + 1}`]
    const victims = names.map((name) => workshop.start(room, { name, does: [{ do: 'rounds', count: 10_000 }] }))
    await Promise.all(
      victims.map(async (victim) => {
        await victim.told(1)
        await pause(Math.random() * 300)
        victim.kill()
        await victim.ended
      }),
    )
    told.push(...victims.flatMap((victim) => victim.acts()))
    told = await goOn(workshop, counter, room, `n${done}`, told)
    for (const _ of victims) counter.tried()
  }
}

/** Of one write of the page only half reaches the disk; the process lives on and writes what it owes. */
export async function halfWritten(workshop: Workshop, counter: Counter, at: number): Promise<void> {
  const room = workshop.room()
  const does = [{ do: 'rounds', count: at + 1 }] as const
  const worker = workshop.start(room, { name: 'v', does, half: { at, then: 'fail' } })
  await worker.ended
  const acts = worker.acts()
  const failed = acts.filter((act) => act.did === 'owed' || (act.did === 'answered' && act.words !== ''))
  if (failed.length === 0) counter.wrong('silent', `nobody was told of the half write ${at}`)
  counter.look(room, acts.map(settled))
  counter.tried()
}
