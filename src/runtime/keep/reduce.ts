import type { OpenedTree, Reduced, Result, Store, TreeName } from '../../store/store.ts'
import { reducedSnapshot } from '../nights/snapshot.ts'
import { addFigures } from './figures.ts'

/** Why a night is left as it is. */
export type Unfit = 'gone' | 'not-ours' | 'unreadable'

/** The same for a person. */
export const unfit: Record<Unfit, string> = {
  gone: 'there is no such night',
  'not-ours': 'some of them have no seal of ours; put the old key back if you have one',
  unreadable: 'they come from another version; use the newer one',
}

/**
 * Takes at most `most` lines of a night away; what stays are its entries with their answers, what the person switched,
 * and its figures. Lines that this version cannot read, or that may get their seal back, are not given up.
 */
export function reduceNight(store: Store, name: TreeName, most: number): Result<Reduced | Unfit> {
  const project = store.project(name.directory)
  if (!project.ok) return project
  const opened = project.value.tree(name.root)
  if (!opened.ok) return opened
  const snapshot = stateThatStays(name.root, opened.value)
  if (snapshot === 'gone' || snapshot === 'not-ours' || snapshot === 'unreadable') return { ok: true, value: snapshot }
  const after = opened.value?.seq ?? 0
  return store.reduce(name, { after, snapshot: snapshot.text, figures: addFigures, most })
}

function stateThatStays(root: string, tree: OpenedTree | null): { text: string } | Unfit {
  if (tree === null) return 'gone'
  if (tree.unsealed.length > 0) return 'not-ours'
  const text = reducedSnapshot(root, tree)
  return text === null ? 'unreadable' : { text }
}
