import type { SessionFacts } from '../../core/event.ts'
import type { Change } from '../../core/state.ts'
import type { LearntSession, LineBody } from './journal-line.ts'
import { createNights, type NightsActions, type Written } from './nights.ts'
import { type HostMode, modeOf, type RuntimeOptions } from '../options.ts'
import type { Result } from '../../store/store.ts'
import type { NightStore, Ports } from '../ports.ts'
import { newSession, type Session } from '../session.ts'
import { redact } from '../text/redact.ts'
import { learntText, newTree, type Tree } from './tree.ts'

const deepestTree = 50

/** All sessions and the trees that they belong to. */
export interface Forest {
  session: (id: string) => Session
  /** The tree of a session; null while an ancestor is unknown. */
  tree: (session: Session) => Tree | null
  /** The tree of a root, if this process has it. */
  planted: (root: string) => Tree | null
  trees: () => Iterable<Tree>
  /** The sessions known in a tree, the root among them. */
  members: (tree: Tree) => Session[]
  facts: (tree: Tree, session: Session) => SessionFacts
  /** A session that the host deleted, with all below it; its lines stay but are not looked for again. */
  forget: (session: Session) => void
  /**
   * Writes lines about a session, after what a later process must know first. What the store does not take waits and is
   * remembered; the reason.
   */
  write: (tree: Tree, about: Session, ...lines: LineBody[]) => string | null
  /** The same for a decision: what is not written has not happened, and may be decided again. */
  commit: (tree: Tree, about: Session, lines: readonly LineBody[], isMadeByAll: boolean) => Written
  /** Remembers lines that could not be written; they are tried again. */
  keepBack: (tree: Tree, about: Session, lines: readonly LineBody[]) => void
  /** Takes in what other processes wrote; true if there was any. */
  catchUp: (tree: Tree) => boolean
  /** Writes to the store past the trees, which take it in at their next look as what others wrote. */
  beside: <T>(work: (project: NightStore) => T) => Result<T>
  /** Tries to write what waits. */
  retry: (tree: Tree) => void
  /** The highest number that an entry of this project with this letter was given; 0 for none. */
  given: (letter: string) => number
  /** Why something waits to be written, in words; null if nothing does. */
  waits: (tree: Tree) => string | null
  /** From here on the tree decides by its set as it is now. */
  nameSet: (tree: Tree, changes: Change[]) => void
}

export function createForest(
  ports: Ports,
  options: RuntimeOptions,
  actions: Pick<NightsActions, 'kept' | 'written'>,
): Forest {
  const sessions = new Map<string, Session>()
  const trees = new Map<string, Tree>()
  const lookedUp = new Set<string>()
  const nights = createNights(ports, { learn: (learnt) => fillIn(session(learnt.session), learnt), ...actions })

  function session(id: string): Session {
    const known = sessions.get(id) ?? newSession(id)
    sessions.set(id, known)
    return known
  }

  /** From the root to the session; null while an ancestor is unknown. */
  function path(from: Session): Session[] | null {
    const found = [from]
    for (let top = from; top.parent !== null; ) {
      if (top.parent === undefined && !recall(top)) return null
      if (typeof top.parent !== 'string') continue
      top = session(top.parent)
      found.unshift(top)
      if (found.length > deepestTree) return null
    }
    return found
  }

  /** A session that the store knows: a root, whoever began it, or one below a root. */
  function recall(unknown: Session): boolean {
    if (unknown.id === '' || lookedUp.has(unknown.id)) return false
    lookedUp.add(unknown.id)
    const root = nights.rootOf(unknown.id)
    if (root === null) return false
    session(root).parent = null
    if (root !== unknown.id) treeOf(session(root))
    return unknown.parent !== undefined
  }

  function treeOf(root: Session): Tree {
    const known = trees.get(root.id)
    if (known !== undefined) return known
    const planted = newTree(root, options.policies())
    trees.set(root.id, planted)
    nights.open(planted)
    return planted
  }

  function write(tree: Tree, about: Session, ...lines: LineBody[]): string | null {
    return put(tree, [...learnt(tree, about), ...lines])
  }

  function put(tree: Tree, lines: readonly LineBody[]): string | null {
    const done = nights.write(tree, lines, false)
    if (done.result !== 'refused') return null
    nights.keepBack(tree, lines)
    return done.reason
  }

  /** What a later process must know before a line about a session, as far as the tree has not told it. */
  function learnt(tree: Tree, about: Session): LineBody[] {
    const isNamed = tree.named === tree.policies.hash
    const set: LineBody[] = isNamed ? [] : [{ line: 'set', set: tree.policies.hash, changes: [] }]
    const known = (path(about) ?? [about]).map((one) => learntOf(one, modeOf(options, one.id)))
    const news = known.filter((one) => tree.learnt.get(one.session) !== learntText(one))
    return [...set, ...news.map((one): LineBody => ({ line: 'session', ...one }))]
  }

  return {
    session,
    planted: (root) => trees.get(root) ?? null,
    trees: () => trees.values(),
    forget: (gone) => {
      for (const { id } of [...sessions.values()].filter((one) => path(one)?.includes(gone))) sessions.delete(id)
      trees.delete(gone.id)
      // A late word of a child must not bring the run back that the journal tells of.
      lookedUp.add(gone.id)
    },
    write,
    commit: (tree, about, lines, isMadeByAll) => nights.write(tree, [...learnt(tree, about), ...lines], isMadeByAll),
    keepBack: (tree, about, lines) => nights.keepBack(tree, [...learnt(tree, about), ...lines]),
    catchUp: nights.catchUp,
    beside: (work) => {
      const project = ports.store.project()
      // The store tells of other connections only, and this is ours.
      for (const { stored } of trees.values()) stored.version = null
      return project.ok ? { ok: true, value: work(project.value) } : project
    },
    retry: nights.retry,
    given: nights.given,
    waits: nights.problem,
    nameSet: (tree, changes) => void put(tree, [{ line: 'set', set: tree.policies.hash, changes }]),
    tree: (of) => {
      const root = of.id === '' ? undefined : path(of)?.[0]
      if (root === undefined) return null
      const known = trees.get(root.id)
      if (known === undefined) return treeOf(root)
      nights.catchUp(known)
      return known
    },
    members: (tree) => [...sessions.values()].filter((one) => path(one)?.[0] === tree.root),
    facts: (tree, of) => {
      const ids = (path(of) ?? [of]).map(({ id }) => id)
      return {
        id: of.id,
        root: tree.root.id,
        depth: ids.length - 1,
        path: ids,
        agent: of.agent ?? '',
        model: of.model === null ? '' : `${of.model.provider}/${of.model.id}`,
        title: of.title,
        directory: options.directory,
        mode: modeOf(options, of.id),
        prompts: tree.state.prompts,
        turn: tree.state.turn,
        readable: !tree.isDoubtful,
        hasTask: tree.root.hasTask,
      }
    },
  }
}

/** What the lines know fills in only what the host has not told yet. */
function fillIn(session: Session, learnt: LearntSession): void {
  if (session.parent === undefined) session.parent = learnt.parent
  session.agent ??= learnt.agent
  session.model ??= learnt.model
  session.variant ??= learnt.variant
  session.hasTask ||= learnt.hasTask
}

const learntOf = ({ id, parent, agent, model, variant, hasTask }: Session, mode: HostMode): LearntSession => ({
  session: id,
  parent: parent ?? null,
  agent: agent === null ? null : redact(agent),
  model: model === null ? null : { provider: redact(model.provider), id: redact(model.id) },
  variant: variant === null ? null : redact(variant),
  hasTask,
  mode,
})
