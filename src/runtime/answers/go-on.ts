import type { Wanted } from '../../core/state.ts'
import type { Line, Result } from '../../store/store.ts'
import type { Forest } from '../nights/forest.ts'
import { changesOf, newLine, readLine } from '../nights/journal-line.ts'
import type { NightStore } from '../ports.ts'
import { advance, type Tree } from '../nights/tree.ts'

const why = 'a person wants the run to go on'
const taken = 'the wish of a person is taken in'

/** Sends runs on their way from outside of OpenCode: whoever has a session open takes it in. */
export function wantGoOn(project: NightStore, roots: readonly string[], wanted: Wanted): Result<unknown> {
  const line = newLine(wanted.at, { line: 'change', why, changes: [{ change: 'wanted', wanted }] })
  return project.commit({ revision: null, trees: roots.map((root) => ({ root, after: null, lines: [line] })) })
}

/** Sessions in which a person answered and nothing has happened since. */
export function restingSince(project: NightStore, roots: readonly string[]): Result<string[]> {
  const resting: string[] = []
  for (const root of roots) {
    const found = project.tree(root)
    if (!found.ok) return found
    if (endsAnswered(found.value?.lines ?? [])) resting.push(root)
  }
  return { ok: true, value: resting }
}

/** Whether the last lines are answers, and one of them was not taken back. Putting off is no answer. */
function endsAnswered(lines: readonly Line[]): boolean {
  const takenBack = new Set<string>()
  for (const line of lines.toReversed()) {
    const read = line.kind === 'answer' ? readLine(line) : null
    if (read === null) return false
    for (const change of changesOf(read)) {
      if (change.change === 'record.reopened') takenBack.add(change.id)
      else if (change.change === 'record.closed' && change.status === 'answered' && !takenBack.has(change.id))
        return true
    }
  }
  return false
}

/** The wish that a tree has, which from here on is nobody else's to fulfil; null if there is none. */
export function takeWanted(forest: Forest, tree: Tree, now: number): Wanted | null {
  const { wanted } = tree.state
  if (wanted === null) return null
  advance(tree, now)
  const line = { line: 'change' as const, why: taken, changes: [{ change: 'wanted.taken' as const }] }
  const written = forest.commit(tree, tree.root, [line], true)
  return written.result === 'done' ? wanted : null
}
