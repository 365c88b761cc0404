import { measureTurns } from './measure.ts'
import { asked, ended, builtinPolicies, openWorld } from './world.ts'
export async function main(): Promise<number> {
  const world = openWorld(await builtinPolicies())
  const which = process.env['WHAT'] ?? 'asked'
  const figures = await measureTurns(3000, {
    prepare: (round: number) => ({ session: world.session('s'), event: which === 'asked' ? asked(`echo ${round}`) : ended(`Answer ${round}`) }),
    work: ({ session, event }) => world.runtime.handle(session, event),
  })
  console.log(figures)
  world.close()
  return 0
}
