import type { Result } from '../../store/store.ts'
import { oneLine } from '../text/visible.ts'
import type { NightStore, StorePort } from '../ports.ts'

/** How much of the store has no seal of ours and so no effect: lines of a tree, and what all of its project share. */
export interface Foreign {
  lines: number
  entries: number
  answers: number
  grants: number
  /** What the store has of all decisions of a person does not fit together, and nobody decided anew since. */
  isRenewed: boolean
}

/** What a person hears then; what to do stands behind it. */
export const renewedText =
  'Your decisions in the store do not fit their seal as a whole, so none of before counts but a sealed never'

/** The same with what to do, for whoever sits before OpenCode. */
export const renewedAdvice = `${renewedText}; look with npx opencode-diverter grants, and answer again`

/** What the person of a session hears that began in another folder. */
export const elsewhereText = (folder: string): string =>
  `The night of this session is that of ${oneLine(folder)}, where it began: its entries, answers and grants do not count in this folder; go on there, or answer again`

/** Counts what all of a project share; `lines` are those of a tree. */
export function foreignIn({ project }: Pick<StorePort, 'project'>, lines: number): Foreign {
  const opened = project()
  const count = (read: (from: NightStore) => Result<readonly { sealed: boolean }[]>): number => {
    const rows = opened.ok ? read(opened.value) : opened
    return rows.ok ? rows.value.filter(({ sealed }) => !sealed).length : 0
  }
  const counted = {
    lines,
    entries: count((from) => from.records()),
    answers: count((from) => from.answers()),
    grants: count((from) => from.grants()),
  }
  // Last, since the others look at more of it.
  const shared = opened.ok ? opened.value.shared() : opened
  return { ...counted, isRenewed: shared.ok && shared.value.isRenewed }
}
