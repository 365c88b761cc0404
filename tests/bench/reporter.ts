import { readReport } from '../../src/report/read-nights.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { placeOf } from '../support/folder-store.ts'

/** Reports a night in a process of its own and prints how long it took and how many bytes the process grew by. */
export async function main([folder = '', root = '']: string[]): Promise<number> {
  const store = openUserStore(placeOf(folder), 'reporter')
  if (!store.ok) throw new Error(store.problem.message)
  const project = store.value.project(folder)
  if (!project.ok) throw new Error(project.problem.message)
  const files = () => ({ is: 'unknown', why: 'no-git', detail: null }) as const
  const world = { now: Date.now(), zone: 'UTC', digest, files }
  const before = process.memoryUsage().rss
  const begun = performance.now()
  const report = readReport(project.value, { of: 'sessions', roots: [root] }, world)
  const took = performance.now() - begun
  if (!report.ok) throw new Error(report.problem.message)
  const times = report.value.sessions.flatMap(({ rules }) => rules.map((rule) => rule.times))
  console.log(JSON.stringify({ took, bytes: process.memoryUsage().rss - before, times: Math.max(0, ...times) }))
  store.value.close()
  return 0
}
