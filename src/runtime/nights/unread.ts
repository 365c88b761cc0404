import type { Lines, Result } from '../../store/store.ts'
import type { NightStore } from '../ports.ts'
import { rejoined } from './snapshot.ts'
import type { Tree } from './tree.ts'

/** What a tree has to take in. Of lines that were taken away unread, its memory gets what stays of them. */
export function unread(project: NightStore, { root, stored }: Tree): Result<Lines> {
  const found = project.since(root.id, stored.seq)
  if (!found.ok || !isCut(found.value, stored.seq)) return found
  const whole = project.tree(root.id)
  if (!whole.ok) return whole
  const { value } = whole
  if (value === null || value.snapshot === null) return found
  stored.state = rejoined(stored.state, value.snapshot)
  return { ok: true, value }
}

/** Whether lines behind one are gone and nobody misses them. */
const isCut = ({ seq, lines, unsealed }: Lines, after: number): boolean =>
  Math.min(seq + 1, ...[...lines, ...unsealed].map((line) => line.seq)) > after + 1
