import type { Lines, NewLine, RecordRow, Unsealed } from '../../store/store.ts'
import { changesOf, type JournalLine, type LearntSession, type LineBody, newLine, readLine } from './journal-line.ts'
import { renumbered } from '../answers/renumber.ts'
import { commitOf } from '../decision/commit-of.ts'
import { elsewhereText, renewedAdvice } from './foreign.ts'
import type { Policies } from '../policies.ts'
import type { Ports } from '../ports.ts'
import { restore, snapshotOf } from './snapshot.ts'
import { storedSet } from './stored-set.ts'
import { heardOfJump } from '../time/clock-jump.ts'
import { afterChanges, firstWaiting, keepWaiting, note, settleState, type TimedLine, type Tree } from './tree.ts'
import { createTellingStore } from './telling-store.ts'
import { unread } from './unread.ts'
import { unsealedNames } from './unsealed-text.ts'

/** A snapshot is due when the lines behind it have as many characters as it, and at least these. */
const fewestBehind = 262_144
/** How often lines that hold whatever others write wait for a moment without others, and are tried at all. */
const patientTries = 3
const mostTries = 50

/** `behind`: others were faster, and what they wrote is taken in; decide again. `refused`: nothing is written. */
export type Written = { result: 'done' } | { result: 'behind' } | { result: 'refused'; reason: string }

/** Trees in the store: all that is remembered stands in its lines. */
export interface Nights {
  /** The root of the tree that a session belongs to; null if the store does not know it. */
  rootOf: (session: string) => string | null
  /** Fills a new tree with what the store has of it. */
  open: (tree: Tree) => void
  /** Takes in what others wrote; true if there was any. */
  catchUp: (tree: Tree) => boolean
  /**
   * Writes lines in one transaction behind those that wait, and only then remembers them. Made by all that is known of
   * the tree, they are refused as `behind` if others wrote meanwhile, or if a grant that they use up was used by others.
   */
  write: (tree: Tree, lines: readonly LineBody[], isMadeByAll: boolean) => Written
  /** Remembers lines that were refused; they are tried again with the next ones. */
  keepBack: (tree: Tree, lines: readonly LineBody[]) => void
  /** Tries what waits. */
  retry: (tree: Tree) => void
  /** The highest number that the store gave an entry with this letter; 0 for none. */
  given: (letter: string) => number
  /** Why lines wait, in words; null if none do. */
  problem: (tree: Tree) => string | null
}

export interface NightsActions {
  learn: (session: LearntSession) => void
  /** The store has taken these entries. */
  kept: (rows: readonly RecordRow[]) => void
  /** Lines that had waited are written, or may be now. */
  written: () => void
}

export function createNights({ store, host, digest, process }: Ports, { learn, kept, written }: NightsActions): Nights {
  const sets = new Map<string, Policies>()
  const { does: withStore, problem } = createTellingStore({ store, host }, written)

  /** False if it cannot be read. */
  function open(tree: Tree): boolean {
    const found = withStore('read', (project) => project.tree(tree.root.id))
    if (!found.ok) {
      tree.problem = found.problem.message
      return false
    }
    if (found.value === null) {
      sayElsewhere(tree)
      return true
    }
    sayRenewed(tree, found.value.isRenewed)
    const { snapshot, from } = found.value
    if (snapshot === null) {
      take(tree, found.value)
      return true
    }
    const sessions = restore(tree, snapshot)
    if (sessions === null) {
      warn(tree, `A snapshot of ${tree.root.id} comes from another version and is left out: its lines are read instead`)
      readOn(tree, null)
      return true
    }
    tree.stored.seq = from
    for (const session of sessions) learn(session)
    followSet(tree)
    take(tree, found.value)
    return true
  }

  function catchUp(tree: Tree): boolean {
    const version = store.version()
    // Nobody else has written since, and what this process writes it knows.
    if (version !== null && version === tree.stored.version) return false
    if (tree.stored.seq > 0) return readOn(tree, version)
    // It could not be read when it was opened, or nobody has written it yet.
    if (!open(tree)) return false
    tree.stored.version = version
    settleState(tree)
    return tree.stored.seq > 0
  }

  function readOn(tree: Tree, version: number | null): boolean {
    const found = withStore('read', (project) => unread(project, tree))
    if (!found.ok) {
      tree.problem = found.problem.message
      return false
    }
    const { seq } = tree.stored
    tree.stored.version = version
    take(tree, found.value)
    return tree.stored.seq > seq
  }

  /** Takes lines of the store into memory, whoever wrote them. */
  function take(tree: Tree, { seq, lines, unsealed }: Lines): void {
    for (const line of lines) {
      const read = readLine(line)
      tree.stored.behind += line.body.length
      if (read === null) doubt(tree, line.seq)
      else grow(tree, read)
    }
    if (unsealed.length > 0) sayUnsealed(tree, unsealed)
    tree.stored.seq = Math.max(tree.stored.seq, seq)
    if (lines.length > 0) {
      settleState(tree)
      followSet(tree)
    } else if (tree.waiting.length === 0) tree.state = tree.stored.state
  }

  function grow(tree: Tree, line: JournalLine): void {
    tree.stored.state = afterChanges(tree.stored.state, changesOf(line))
    // What waited here was noted when it was decided.
    if (line.process === process) return
    heardOfJump(tree, changesOf(line))
    note(tree, { at: line.at, body: line })
    if (line.line === 'session') learn(line)
  }

  function doubt(tree: Tree, seq: number): void {
    tree.isDoubtful = true
    const detail = `Line ${seq} of ${tree.root.id} comes from another version that this one cannot read: nothing is allowed in this session; use the newer version`
    tellOnce(tree, 'unreadable', `${tree.root.id} ${seq}`, detail)
  }

  function sayUnsealed(tree: Tree, unsealed: readonly Unsealed[]): void {
    for (const { seq, why } of unsealed) if (why !== 'snapshot') tree.unsealed.add(seq)
    const names = unsealedNames(unsealed)
    const detail = `Lines of ${tree.root.id} are not ours and change nothing: ${names.join(', ')}`
    tellOnce(tree, 'unsealed', `${tree.root.id} ${names.join()}`, detail)
  }

  /** A session that goes on in another folder than it began in has none of what was said there. */
  function sayElsewhere(tree: Tree): void {
    // It is looked for once, not with each event before the first line.
    if (tree.stored.version !== null) return
    const found = withStore('read', (project) => project.elsewhere(tree.root.id))
    if (!found.ok || found.value === null) return
    tellOnce(tree, 'elsewhere', `${tree.root.id} ${found.value}`, elsewhereText(found.value))
  }

  /** Once a session. */
  function sayRenewed(tree: Tree, isRenewed: boolean): void {
    if (isRenewed && !tree.isRenewed) tellOnce(tree, 'renewed', tree.root.id, renewedAdvice)
    if (!isRenewed && tree.problem === renewedAdvice) tree.problem = null
    tree.isRenewed = isRenewed
  }

  function tellOnce(tree: Tree, code: string, subject: string, detail: string): void {
    const isNews = withStore('write', (project) => project.note({ code, subject, at: tree.lastNow, detail }))
    if (tree.problem !== detail) warn(tree, detail)
    if (isNews.ok && isNews.value) host.notify(tree.root, detail, 'error')
  }

  /** The tree decides by the set that its lines name. */
  function followSet(tree: Tree): void {
    const { named } = tree
    if (named === null || named === tree.policies.hash) return
    const found = sets.get(named) ?? findSet(tree, named)
    if (typeof found === 'string') {
      warn(tree, `The current policies are used: ${found}`)
      // The next line names them.
      tree.named = null
    } else tree.policies = found
  }

  function findSet(tree: Tree, hash: string): Policies | string {
    const all = withStore('read', (project) => project.sets(tree.root.id))
    if (!all.ok) return all.problem.message
    const found = storedSet(hash, all.value.find((one) => one.hash === hash)?.documents ?? null, digest)
    if (typeof found !== 'string') sets.set(hash, found)
    return found
  }

  function write(tree: Tree, lines: readonly LineBody[], isMadeByAll: boolean): Written {
    let own = lines.map((body, index): TimedLine => ({ at: tree.lastNow, body, begins: index === 0 }))
    for (let tries = 1; ; ) {
      const waited = firstWaiting(tree)
      const next = waited.length > 0 ? waited : own
      if (next.length === 0) return { result: 'done' }
      const isCareful = (isMadeByAll && next === own) || tries <= patientTries
      const done = writeOnce(tree, next, isCareful, waited.length)
      if (done.result === 'refused' || (done.result === 'done' && next === own)) return done
      if (done.result === 'done') {
        if (tree.waiting.length === 0) written()
        continue
      }
      // All at once: what an own line says of an entry that waits is said of it by its new number too.
      const all = renumber([...tree.waiting, ...own])
      const count = tree.waiting.length
      tree.waiting = all.slice(0, count)
      own = all.slice(count)
      settleState(tree)
      if (isMadeByAll) return { result: 'behind' }
      if (tries === mostTries) return { result: 'refused', reason: 'other processes write without a pause' }
      tries += 1
    }
  }

  /** Tries once; `waited` of the lines, all or none, are the first of those that wait. */
  function writeOnce(tree: Tree, lines: readonly TimedLine[], isCareful: boolean, waited: number): Written {
    const texts = lines.map(({ at, body }) => newLine(at, body))
    const wanted = commitOf(tree, lines, texts, isCareful ? tree.stored.seq : null)
    const done = withStore('write', (project) => project.commit(wanted))
    if (!done.ok) return { result: 'refused', reason: done.problem.message }
    if (done.value.result === 'done') {
      kept(wanted.records)
      keep(tree, lines, waited, texts, done.value.seqs.get(tree.root.id) ?? 0)
      sayRenewed(tree, done.value.isRenewed)
    } else catchUp(tree)
    return { result: done.value.result }
  }

  /** What was written stands in memory too; what waited was noted when it was decided. */
  function keep(tree: Tree, lines: readonly TimedLine[], waited: number, texts: readonly NewLine[], seq: number): void {
    tree.waiting = tree.waiting.slice(waited)
    if (waited === 0) for (const line of lines) note(tree, line)
    if (seq !== tree.stored.seq + lines.length) {
      catchUp(tree)
      return
    }
    tree.stored.seq = seq
    for (const { body } of lines) tree.stored.state = afterChanges(tree.stored.state, changesOf(body))
    tree.stored.behind += texts.reduce((sum, { body }) => sum + body.length, 0)
    // With lines that still wait it is what it was.
    if (tree.waiting.length === 0) tree.state = tree.stored.state
    keepSnapshot(tree)
  }

  /** The same lines with numbers for their entries that nobody has. */
  function renumber(all: readonly TimedLine[]): TimedLine[] {
    if (all.length === 0) return []
    const shared = withStore('read', (project) => project.shared())
    if (!shared.ok) return [...all]
    const bodies = renumbered(
      all.map(({ body }) => body),
      shared.value.next,
    )
    return all.map((line, index) => ({ ...line, body: bodies[index] ?? line.body }))
  }

  function keepSnapshot(tree: Tree): void {
    const { behind, snapshot, seq } = tree.stored
    if (tree.isDoubtful || tree.waiting.length > 0 || behind < Math.max(fewestBehind, snapshot)) return
    const text = snapshotOf(tree)
    const root = tree.root.id
    withStore('write', (project) =>
      project.commit({ trees: [{ root, after: seq, lines: [], snapshot: text }], revision: null }),
    )
    // If it was not kept, the next one is due just as late.
    tree.stored.behind = 0
    tree.stored.snapshot = text.length
  }

  function warn(tree: Tree, message: string): void {
    tree.problem = message
    host.log('warning', message)
  }

  return {
    rootOf: (session) => {
      const found = withStore('read', (project) => project.rootOf(session))
      return found.ok ? found.value : null
    },
    open,
    catchUp,
    write,
    keepBack: keepWaiting,
    retry: (tree) => {
      write(tree, [], false)
    },
    given: (letter) => {
      const found = withStore('read', (project) => project.given(letter))
      return found.ok ? found.value : 0
    },
    problem: (tree) =>
      tree.waiting.length === 0
        ? null
        : `${tree.waiting.length} lines wait to be written: ${problem('write')?.message ?? ''}`,
  }
}
