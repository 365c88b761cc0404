import type { AnswerDecision, GrantWord, Via } from '../core/vocabulary.ts'
import type { Result, StoreProblem } from './problem.ts'
import type { Standing } from './put-back.ts'
import type { Trusted } from './tables/trusted.ts'

/** A line as a decision leaves it; `body` is the text of a JSON object. Times are milliseconds since 1970. */
export interface NewLine {
  at: number
  kind: string
  body: string
}

export interface Line extends NewLine {
  /** From 1, in each tree; no number comes twice. */
  seq: number
  process: string
}

/**
 * A line that changes nothing: its seal is wrong, or the key that it was sealed with is gone. Or a line that is not
 * there any more. `snapshot` is the state of a tree, which is then made from the lines.
 */
export interface Unsealed {
  seq: number
  why: 'forged' | 'lost-key' | 'missing' | 'snapshot'
}

export interface Lines {
  /** The number of the last line that stands, even if it changes nothing. */
  seq: number
  lines: Line[]
  unsealed: Unsealed[]
}

export interface OpenedTree extends Lines {
  /** The state after the line `from`, as the runtime wrote it; null if there is none that can be believed. */
  snapshot: string | null
  /** `lines` begin behind this one. */
  from: number
  /** What was kept of a night whose lines are gone; null as long as they are there. */
  figures: string | null
  /** See `Shared`. */
  isRenewed: boolean
}

/** The name of an entry: `b12` has the prefix `b` and the number 12. */
export interface RecordName {
  prefix: string
  number: number
}

export interface RecordRow extends RecordName {
  root: string
  kind: string
  fingerprint: string
  status: string
  at: number
  /** The whole entry, as the text of a JSON object. */
  body: string
}

/** Whose word it is. */
export interface Author {
  via: Via
  /** As given by `--by`. */
  name: string | null
}

/** An entry as a decision leaves it; a new one needs a number that was never given. */
export interface WrittenRecord extends RecordRow {
  isNew: boolean
}

export interface AnswerRow extends Author {
  record: string
  fingerprint: string
  at: number
  decision: AnswerDecision
  text: string | null
}

export interface NewGrant extends Author {
  fingerprint: string
  /** What is granted, for a person. */
  subject: string
  reach: GrantWord
  record: string | null
  at: number
}

export interface Grant extends NewGrant {
  id: number
  /** When it ended, and by what; null as long as it is in force. */
  ended: { at: number; by: GrantEnd } | null
}

export const grantEnds = ['used', 'revoked'] as const
export type GrantEnd = (typeof grantEnds)[number]

/** A row that is there; without a seal it may be shown, and changes nothing. */
export type Kept<T> = T & { sealed: boolean }

export interface TreeCommit {
  root: string
  /** The last line that the decision knew; null for lines that hold whatever others wrote. */
  after: number | null
  lines: readonly NewLine[]
  /** The state after these lines; only where the decision knew all lines. */
  snapshot?: string
  /** Sessions that belong to the tree from here on, beside the root. */
  sessions?: readonly string[]
  /** Policy sets that the lines name: the hash, and the documents as JSON. */
  sets?: readonly { hash: string; documents: string }[]
  /** The title of the root session, for a person; without it the one before stays. */
  title?: string
}

/** What one decision changes, all of it or nothing. */
export interface Commit {
  trees: readonly TreeCommit[]
  /** The revision of the project that was known; null for what holds whatever others did. */
  revision: number | null
  /** Entries that are new or have changed. */
  records?: readonly WrittenRecord[]
  answers?: readonly AnswerRow[]
  grants?: readonly NewGrant[]
  ended?: readonly { grant: number; at: number; by: GrantEnd }[]
}

/** Behind: others were faster. Nothing was written; read what is new and decide again. */
export type Committed =
  | { result: 'done'; seqs: ReadonlyMap<string, number>; revision: number; isRenewed: boolean }
  | { result: 'behind' }

/** What all sessions of a project share. */
export interface Shared {
  revision: number
  /** By prefix: the number that the next new entry gets. */
  next: (prefix: string) => number
  /** Those in force. */
  grants: Kept<Grant>[]
  /** Somebody else changed the store, so nothing that was granted or answered before counts; nobody answered since. */
  isRenewed: boolean
}

/** What is said or kept once for each code and subject. */
export interface Note {
  code: string
  subject: string
  at: number
  detail: string
}

/** How an entry on a page was left. States of a page are numbers that only grow. */
export interface PageRow {
  /** Its id; empty in a row of a state that no entry's row names; of what else the page has a name that is no id. */
  record: string
  /** The first state of the page that had the entry. */
  since: number
  /** The first state without it because a person took it out; 0: nobody did. */
  out: number
  checked: boolean
  /** Digests of its parts. */
  wrote: string
}

/** The store as one project sees it. */
export interface ProjectStore {
  directory: string
  /** A tree with the lines behind its snapshot; null if there is no such tree. */
  tree: (root: string) => Result<OpenedTree | null>
  /** The lines of a tree behind one, whoever wrote them; at most `most`, then `seq` is the last of these. */
  since: (root: string, seq: number, most?: number) => Result<Lines>
  /** The policy sets that a tree decided by. */
  sets: (root: string) => Result<{ hash: string; documents: string }[]>
  /** The root of the tree that a session belongs to; null if that was never written. */
  rootOf: (session: string) => Result<string | null>
  /** The directory of another project that has a tree with this root; null if none has. */
  elsewhere: (root: string) => Result<string | null>
  /** All roots with a line since then, the one with the newest line last. */
  roots: (since?: number) => Result<string[]>
  /**
   * Roots of trees with a decision that has this text, written behind a line, whatever the clocks said; and of those
   * that had lines at its time or later, which were taken away.
   */
  namedBehind: (line: { root: string; seq: number }, text: string) => Result<string[]>
  commit: (commit: Commit) => Result<Committed>
  shared: () => Result<Shared>
  /** The highest number that an entry with this prefix was given; 0 for none. Read again only after a change. */
  given: (prefix: string) => Result<number>
  /** No new entry with this prefix gets a number up to this one. */
  reserve: (name: RecordName) => Result<void>
  records: (only?: { fingerprint: string }) => Result<Kept<RecordRow>[]>
  /** The oldest first. */
  answers: (only?: { fingerprint: string }) => Result<Kept<AnswerRow>[]>
  /** The grants in force. Read again only after a change. */
  inForce: () => Result<readonly Kept<Grant>[]>
  /** All of them, also those that have ended. */
  grants: () => Result<Kept<Grant>[]>
  /** The titles of root sessions, by id; they bind nothing and are not sealed. */
  titles: () => Result<ReadonlyMap<string, string>>
  /** How the entries of a page were left, by a name of the page. */
  page: (page: string) => Result<Kept<PageRow>[]>
  /** The newest state of a page that its rows name; 0 for none. */
  pageState: (page: string) => Result<number>
  keepPage: (page: string, rows: readonly PageRow[]) => Result<void>
  /** A mark for a state of a page that nobody else can make. */
  pageStamp: (page: string, state: number) => string
  /** True the first time that this is noted. */
  note: (note: Note) => Result<boolean>
  /** What was noted under a code, the oldest first. */
  notes: (code: string) => Result<Note[]>
}

export interface TreeName {
  directory: string
  root: string
}

export interface TreeSize {
  /** The time of the last line. */
  at: number
  lines: number
  /** Of their texts. */
  bytes: number
}

/** What stays of a tree whose lines are taken away. */
export interface Reduction {
  /** The last line that was known when this was made. */
  after: number
  /** The state that a later session begins with. */
  snapshot: string
  /** Adds lines to the figures of those that were taken before. */
  figures: (before: string | null, lines: readonly Line[]) => string
  /** How many lines are taken at once, at most. */
  most: number
}

/** Behind: others wrote meanwhile, so the tree is not old any more. */
export type Reduced = { result: 'done'; lines: number; bytes: number; isEmpty: boolean } | { result: 'behind' }

/** One user's database. Every operation is whole or has not happened; what the world refuses is a problem as data. */
export interface Store extends Standing {
  /** Lines of several processes go to one log beside the database, or, where that cannot be, each into the file. */
  journal: 'wal' | 'rollback' | 'memory'
  /** What a person should know of the opening. */
  notices: readonly StoreNotice[]
  project: (directory: string) => Result<ProjectStore>
  directories: () => Result<string[]>
  /** Another number whenever another connection has committed. Costs microseconds. */
  version: () => Result<number>
  /** The documents of a set, as JSON. */
  set: (hash: string) => Result<string | null>
  /** What a person trusts in a folder; null for nothing, also where a seal does not fit or a row was put back. */
  trusted: (directory: string) => Result<Trusted | null>
  /** Takes the place of what was trusted before. */
  trust: (given: Trusted) => Result<void>
  /** False if nothing was trusted. */
  distrust: (directory: string) => Result<boolean>
  /** Where a session lies: its project and the root of its tree. */
  find: (session: string) => Result<TreeName | null>
  /**
   * Trees without a line since then that still have lines, the oldest first. With `counted` only those whose last line
   * was there already when the looks had counted so much, whatever its own clock said.
   */
  olderThan: (at: number, counted?: number) => Result<TreeName[]>
  /** What the lines of a tree take; null if there is no such tree. */
  size: (tree: TreeName) => Result<TreeSize | null>
  /** Takes the first lines of a tree away; call it again until none is left. */
  reduce: (tree: TreeName, to: Reduction) => Result<Reduced>
  /**
   * For one process of all, once in `every` milliseconds: the time that was counted over all such looks, which no clock
   * that jumps makes much longer; else null.
   */
  look: (now: number, every: number) => Result<number | null>
  /**
   * Gives the space of what was taken away back to the disk, at most `pages` of 4 kB, and writes the log into the file.
   * The pages that are still free.
   */
  tidy: (pages?: number) => Result<number>
  close: () => Result<void>
}

export interface StoreNotice {
  code: 'key-lost' | 'database-gone' | 'set-back' | 'no-wal' | 'put-back' | 'another'
  message: string
}

export type { Result, StoreProblem }
