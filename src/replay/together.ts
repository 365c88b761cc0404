import type { Decision } from '../core/decision.ts'
import { evaluate } from '../core/judging/evaluate.ts'
import { fold } from '../core/fold.ts'
import { isSame } from '../core/same.ts'
import type { Change, TreeState } from '../core/state.ts'
import { partsOf, type TreePart, type TreeParts, treeOf, type WatchedTree, watchTree } from '../core/watch-tree.ts'
import type { DecisionLine } from '../runtime/nights/journal-line.ts'
import type { Policies } from '../runtime/policies.ts'
import { type Apart, setsApart } from './apart.ts'
import { createPath, type Judged, ownWays, type PathOptions, type Taken, type Ways } from './path.ts'
import type { NumberedLine } from './read-journal.ts'
import { soonest } from './replay.ts'

/** One line of a night, decided by several sets. */
export interface Together {
  number: number
  first: Taken
  /** In the order of the sets; where nothing differs, the very decision of the first. */
  others: readonly Taken[]
}

/**
 * Decides a night by one set, and by others that differ little from it. Each remembers for itself and decides as it would
 * alone; but where a set reads nothing that is different, the decision of the first is its own too. So the night is
 * worked through about once, however many sets there are.
 */
export function* replayTogether(
  lines: readonly NumberedLine[],
  options: Omit<PathOptions, 'against'>,
  first: Policies,
  others: readonly Policies[],
): Generator<Together> {
  const { ways, followed } = leading()
  const leader = createPath({ ...options, against: first }, ways)
  const followers = others.map((against) =>
    createPath({ ...options, against }, following(followed, setsApart(first.set, against.set))),
  )
  for (const [index, numbered] of lines.entries()) {
    const { line, number } = numbered
    if (line.line !== 'decision') {
      for (const path of [leader, ...followers]) path.remember(line)
      continue
    }
    const soon = (): readonly NumberedLine[] => lines.slice(index, index + soonest)
    // The first goes first: what it decides is there for the others.
    const taken = leader.meet(numbered, soon).take()
    yield { number, first: taken, others: followers.map((path) => path.meet(numbered, soon).take()) }
  }
}

/** What the first set did last. */
interface Followed {
  judged: { line: DecisionLine; without: readonly string[]; watched: WatchedTree; result: Judged } | null
  folded: { changes: readonly Change[]; before: TreeState; after: TreeState } | null
}

function leading(): { ways: Ways; followed: Followed } {
  const followed: Followed = { judged: null, folded: null }
  return {
    followed,
    ways: {
      judge: ({ line, set, state, event, moment, doubts }) => {
        const watched = watchTree(state)
        const decision = evaluate(set, watched.state, event, moment)
        const result = { decision, doubts: doubts(decision) }
        followed.judged = { line, without: moment.without, watched, result }
        return result
      },
      fold: (before, changes) => {
        const after = changes.reduce(fold, before)
        followed.folded = { changes, before, after }
        return after
      },
    },
  }
}

function following(followed: Followed, apart: Apart): Ways {
  return {
    judge: (given) => {
      const { judged } = followed
      if (judged === null || judged.line !== given.line) return ownWays.judge(given)
      const { without, watched, result } = judged
      const isAlike = !apart(given.line.event) && isSame(without, given.moment.without)
      if (isAlike && watched.isReadSame(given.state)) return result
      const own = ownWays.judge(given)
      return { ...own, decision: withSameChanges(own.decision, result.decision) }
    },
    fold: (before, changes) => {
      if (changes.length === 0) return before
      const { folded } = followed
      if (folded?.changes === changes && before === folded.before) return folded.after
      const after = changes.reduce(fold, before)
      return folded === null ? after : joined(after, folded, folded.changes === changes ? before : null)
    },
  }
}

/** Equal changes become the same ones, so that what they make is one thing again. */
const withSameChanges = (decision: Decision, { changes }: Decision): Decision =>
  isSame(decision.changes, changes) ? { ...decision, changes } : decision

/**
 * Memory whose parts are those of the first set where they are equal. `before` is the memory before the same changes, of
 * which what was the same is the same behind them; null after others.
 */
function joined(
  own: TreeState,
  { changes, before: wasFirst, after: first }: NonNullable<Followed['folded']>,
  before: TreeState | null,
): TreeState {
  const [mine, theirs] = [partsOf(own), partsOf(first)]
  const [wasMine, wasTheirs] = [before === null ? null : partsOf(before), partsOf(wasFirst)]
  // A shadow begins with what is remembered elsewhere.
  const isSeeded = changes.some(({ change }) => change === 'shadow')
  const isKept = (part: TreePart): boolean => wasMine !== null && wasMine[part] === wasTheirs[part]
  const join = <Part extends TreePart>(part: Part): TreeParts[Part] => {
    if (isKept(part) && !(part === 'shadows' && isSeeded)) return theirs[part]
    const isStill = wasMine !== null && mine[part] === wasMine[part] && theirs[part] === wasTheirs[part]
    return !isStill && isSame(mine[part], theirs[part]) ? theirs[part] : mine[part]
  }
  // Entries are many, and where they stand follows from them.
  const isOfEntries = isKept('records') && isKept('places')
  return treeOf({
    run: join('run'),
    prompts: own.prompts,
    turn: own.turn,
    compactions: join('compactions'),
    runSlots: join('runSlots'),
    treeSlots: join('treeSlots'),
    projectSlots: join('projectSlots'),
    sessionSlots: join('sessionSlots'),
    records: isOfEntries ? theirs.records : mine.records,
    places: isOfEntries ? theirs.places : mine.places,
    uncounted: join('uncounted'),
    pending: join('pending'),
    timers: join('timers'),
    waits: join('waits'),
    proofs: join('proofs'),
    wanted: join('wanted'),
    usedGrants: join('usedGrants'),
    shadows: join('shadows'),
  })
}
