import type { SessionFacts } from '../core/event.ts'
import type { Change } from '../core/state.ts'
import { failureText } from './failure-text.ts'
import { createJournal } from './journal.ts'
import type { JournalLine, LearntSession, LineBody } from './journal-line.ts'
import { type HostMode, modeOf, type RuntimeOptions } from './options.ts'
import { fileName, type OwnFolder } from './own-folder.ts'
import type { Ports } from './ports.ts'
import { newSession, type Session } from './session.ts'
import type { SetStore } from './set-store.ts'
import { newTree, type Tree, takeIn, writeLine } from './tree.ts'

const deepestTree = 50

/** All sessions and the trees that they belong to. */
export interface Forest {
  session: (id: string) => Session
  /** The tree of a session; null while an ancestor is unknown. */
  tree: (session: Session) => Tree | null
  trees: () => Iterable<Tree>
  /** The sessions known in a tree, the root among them. */
  members: (tree: Tree) => Session[]
  facts: (tree: Tree, session: Session) => SessionFacts
  /** A session that the host deleted, with all below it; its journal stays but is not looked for again. */
  forget: (session: Session) => void
  /** Writes a line about a session to the tree's journal, after what a later process must know first. */
  write: (tree: Tree, about: Session, line: LineBody) => void
  /** From here on the tree decides by its set as it is now. */
  nameSet: (tree: Tree, changes: Change[]) => void
}

export function createForest(ports: Ports, options: RuntimeOptions, folder: OwnFolder, sets: SetStore): Forest {
  const sessions = new Map<string, Session>()
  const trees = new Map<string, Tree>()
  const lookedUp = new Set<string>()
  const journalPath = (root: string): string => folder.path('journal', `${fileName(root)}.jsonl`)

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

  /** A session with a journal of its own is a root, whoever began it. */
  function recall(unknown: Session): boolean {
    if (unknown.id === '' || lookedUp.has(unknown.id)) return false
    lookedUp.add(unknown.id)
    try {
      if (ports.files.kind(journalPath(unknown.id)) !== 'file') return false
    } catch (error) {
      ports.host.log('warning', `Cannot look for the journal of ${unknown.id}: ${failureText(error)}`)
      return false
    }
    unknown.parent = null
    return true
  }

  function plant(root: Session): Tree {
    const journal = createJournal(ports.files, folder, journalPath(root.id), ports.process)
    const lines = journal.news()
    const tree = newTree(root, options.policies(), journal)
    const names = lines.flatMap((line) => (line.line === 'set' ? line.set : []))
    const last = names.at(-1)
    if (last !== undefined && last !== tree.policies.hash) keepSet(tree, last)
    for (const line of lines) grow(tree, line)
    if (last !== tree.policies.hash) tree.named = false
    const problem = journal.problem()
    if (problem !== null) warn(tree, `Journal of ${root.id}: ${problem}`)
    return tree
  }

  function keepSet(tree: Tree, hash: string): void {
    const found = sets.find(hash)
    if (typeof found === 'string') warn(tree, `The current policies are used: ${found}`)
    else tree.policies = found
  }

  function write(tree: Tree, about: Session, line: LineBody): void {
    if (!tree.named) nameSet(tree, [])
    for (const one of path(about) ?? [about]) learn(tree, one, modeOf(options, one.id))
    writeLine(tree, line)
  }

  function nameSet(tree: Tree, changes: Change[]): void {
    const problem = sets.keep(tree.policies)
    if (problem !== null) warn(tree, `Cannot store the policy set: ${problem}`)
    tree.named = true
    writeLine(tree, { line: 'set', set: tree.policies.hash, changes })
  }

  function grow(tree: Tree, line: JournalLine): void {
    takeIn(tree, line)
    if (line.line === 'session') fillIn(session(line.session), line)
  }

  function catchUp(tree: Tree): void {
    for (const line of tree.journal.news()) {
      if (line.line === 'set' && line.set !== tree.policies.hash) keepSet(tree, line.set)
      grow(tree, line)
    }
  }

  function warn(tree: Tree, message: string): void {
    tree.problem = message
    ports.host.log('warning', message)
  }

  return {
    session,
    trees: () => trees.values(),
    forget: (gone) => {
      for (const { id } of [...sessions.values()].filter((one) => path(one)?.includes(gone))) sessions.delete(id)
      trees.delete(gone.id)
      // A late word of a child must not bring the run back that the journal tells of.
      lookedUp.add(gone.id)
    },
    write,
    nameSet,
    tree: (of) => {
      const root = of.id === '' ? undefined : path(of)?.[0]
      if (root === undefined) return null
      const known = trees.get(root.id)
      if (known !== undefined) {
        catchUp(known)
        return known
      }
      const planted = plant(root)
      trees.set(root.id, planted)
      return planted
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
      }
    },
  }
}

/** What the journal knows fills in only what the host has not told yet. */
function fillIn(session: Session, learnt: LearntSession): void {
  if (session.parent === undefined) session.parent = learnt.parent
  session.agent ??= learnt.agent
  session.model ??= learnt.model
  session.variant ??= learnt.variant
  session.hasTask ||= learnt.hasTask
}

/** Writes down what is known of a session, if that has changed. */
function learn(tree: Tree, { id, parent, agent, model, variant, hasTask }: Session, mode: HostMode): void {
  const learnt: LearntSession = { session: id, parent: parent ?? null, agent, model, variant, hasTask, mode }
  const text = JSON.stringify(learnt)
  if (tree.learnt.get(id) === text) return
  tree.learnt.set(id, text)
  writeLine(tree, { line: 'session', ...learnt })
}
