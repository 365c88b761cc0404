import { once } from 'node:events'
import { durationsOfTurns } from './measure.ts'
import { builtinPolicies, ended, openWorld } from './world.ts'

/** One of several processes that write at once: waits for a word, then decides and prints how long each decision took. */
export async function main([folder = '', name = '', rounds = '0']: string[]): Promise<number> {
  const world = openWorld(await builtinPolicies(), { folder, process: name })
  const session = world.session(name)
  console.log('ready')
  await once(process.stdin, 'data')
  const durations = await durationsOfTurns(Number(rounds), {
    // Without a pause four processes measure how two processors are shared.
    pause: 2,
    prepare: (round) => ended(`Answer ${round}`),
    work: (event) => world.runtime.handle(session, event),
  })
  world.runtime.close()
  console.log(JSON.stringify(durations))
  return 0
}
