import { builtinPolicies, openWorld } from './world.ts'

/** Opens a tree in a process of its own and prints how long it took and how many bytes the process grew by. */
export async function main([folder = '', root = '']: string[]): Promise<number> {
  const policies = await builtinPolicies()
  // What any first tree costs is paid before.
  const warm = openWorld(policies, { folder, process: 'warm' })
  warm.runtime.state(warm.session('warm'))
  warm.runtime.close()
  const world = openWorld(policies, { folder, process: 'opener' })
  const before = process.memoryUsage().rss
  const begun = performance.now()
  const state = world.runtime.state(world.session(root))
  const took = performance.now() - begun
  console.log(JSON.stringify({ took, bytes: process.memoryUsage().rss - before, records: state?.records.length }))
  world.runtime.close()
  return 0
}
