import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ownSqlite } from '../../src/store/open-store.ts'
import type { Counter } from './count.ts'
import { goOn } from './kills.ts'
import { type Orders, settled } from './report.ts'
import type { Workshop } from './workers.ts'

/** How much is done while another program keeps the database locked, and what becomes of the process then. */
export interface Locked {
  rounds: number
  kind: NonNullable<Orders['kind']>
  then: 'lives' | 'dies'
}

export const everyLock: readonly Locked[] = (['whole', 'logs'] as const).flatMap((kind) =>
  (['lives', 'dies'] as const).flatMap((then) => [1, 2, 5, 20].map((rounds) => ({ kind, then, rounds }))),
)

/** After a failure the store is left alone so long, in milliseconds. */
const untilTriedAgain = 2100

export async function lock(workshop: Workshop, counter: Counter, { rounds, kind, then }: Locked): Promise<void> {
  const room = workshop.room()
  const wait = { do: 'wait' } as const
  const does = [{ do: 'rounds', count: 1 }, wait, { do: 'rounds', count: rounds }, wait, { do: 'look' }] as const
  const worker = workshop.start(room, { name: 'v', kind, does })
  await worker.waits(1)
  const before = worker.acts().length
  const release = hold(join(room.state, 'nights.db'))
  worker.go()
  await worker.waits(2)
  const isTold = worker.heard().some((text) => text.includes('locked'))
  if (!isTold) counter.wrong('silent', 'the person was not told of the lock')
  for (const { token, did, words } of worker.acts().slice(before)) {
    // What is refused to the agent is refused all the same; what it logs or a person says is told where it waits.
    if (did === 'kept' || (did === 'answered' && words === '')) counter.wrong('silent', `${token}: ${did} while locked`)
  }
  if (then === 'dies') worker.kill()
  release()
  if (then === 'lives') {
    await pause(untilTriedAgain)
    worker.go()
  }
  await worker.ended
  await goOn(workshop, counter, room, 'n', then === 'dies' ? worker.acts() : worker.acts().map(settled))
  counter.tried()
}

/** Keeps a database from being written until the result is called. */
function hold(path: string): () => void {
  const database = ownSqlite()?.(path)
  if (database === undefined) throw new Error('Cannot lock: there is no SQLite')
  database.exec('BEGIN IMMEDIATE')
  return database.close
}
