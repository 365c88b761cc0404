import { join } from 'node:path'
import type { PolicySet } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import { isUnfinished, summaryLines } from '../../runtime/views/summary.ts'
import { oneLine } from '../../runtime/text/visible.ts'

/**
 * What `opencode run` leaves on standard error when it ends: what became of the run, what waits, where the page is.
 * Null where the plugin had nothing to do.
 */
export function lastWords(
  set: PolicySet,
  state: TreeState,
  zone: string,
  directory: string,
  session: string,
): string | null {
  if (state.run.state === 'ready' && state.records.length === 0) return null
  const kinds = new Set(state.records.map(({ kind }) => kind))
  const pages = set.policies
    .flatMap(({ records }) => Object.entries(records))
    .flatMap(([name, { file }]) => (kinds.has(name) ? join(directory, file) : []))
  const where = pages.length === 0 ? [] : ['', `Written down in ${[...new Set(pages)].join(', ')}`]
  // The next command is typed in a shell, where no session is at hand.
  const again = isUnfinished(state.run)
    ? ['', `To go on: opencode run --session ${session} --command blockers resume`]
    : []
  return ['opencode-diverter:', ...summaryLines(set, state, zone, oneLine), ...where, ...again, ''].join('\n')
}
