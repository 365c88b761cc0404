import type { NightStore, StorePort } from '../runtime/ports.ts'
import type { Line, TreeCommit } from '../store/store.ts'
import { paperTables } from './paper-tables.ts'

/** What a case reads of its store at the end. */
export interface PaperStore extends StorePort {
  night: NightStore
  roots: () => string[]
}

interface PaperTree {
  lines: Line[]
  snapshot: { text: string; seq: number } | null
  sessions: Set<string>
  sets: Map<string, string>
}

/** A store of nothing but values: commands that run cases load no SQLite. */
export function paperStore(process: string): PaperStore {
  const trees = new Map<string, PaperTree>()
  const notes = new Set<string>()
  const shared = paperTables()

  function write({ root, lines, snapshot, sessions = [], sets = [] }: TreeCommit): number {
    const tree: PaperTree = trees.get(root) ?? { lines: [], snapshot: null, sessions: new Set(), sets: new Map() }
    trees.set(root, tree)
    for (const line of lines) tree.lines.push({ ...line, seq: tree.lines.length + 1, process })
    const seq = tree.lines.length
    if (snapshot !== undefined) tree.snapshot = { text: snapshot, seq }
    for (const session of sessions) tree.sessions.add(session)
    for (const { hash, documents } of sets) tree.sets.set(hash, documents)
    return seq
  }

  const since = (root: string, seq: number, most?: number) => {
    const all = trees.get(root)?.lines ?? []
    const lines = all.slice(seq, most === undefined ? undefined : seq + most)
    return { seq: lines.at(-1)?.seq ?? all.length, lines, unsealed: [] }
  }

  const night: NightStore = {
    tree: (root) => {
      const tree = trees.get(root)
      if (tree === undefined) return { ok: true, value: null }
      const from = tree.snapshot?.seq ?? 0
      return {
        ok: true,
        value: { ...since(root, from), from, snapshot: tree.snapshot?.text ?? null, figures: null, isRenewed: false },
      }
    },
    since: (...given) => ({ ok: true, value: since(...given) }),
    sets: (root) => ({
      ok: true,
      value: [...(trees.get(root)?.sets ?? [])].map(([hash, documents]) => ({ hash, documents })),
    }),
    roots: () => ({ ok: true, value: [...trees.keys()] }),
    rootOf: (session) => {
      const below = [...trees].find(([root, { sessions }]) => root === session || sessions.has(session))
      return { ok: true, value: below?.[0] ?? null }
    },
    elsewhere: () => ({ ok: true, value: null }),
    ...shared.reading,
    commit: (commit) => {
      const isBehind = commit.trees.some(
        ({ root, after }) => after !== null && after !== (trees.get(root)?.lines.length ?? 0),
      )
      if (isBehind || !shared.write(commit)) return { ok: true, value: { result: 'behind' } }
      const seqs = new Map(commit.trees.map((tree) => [tree.root, write(tree)]))
      return { ok: true, value: { result: 'done', seqs, revision: shared.revision(), isRenewed: false } }
    },
    note: ({ code, subject }) => {
      const name = `${code} ${subject}`
      const isNew = !notes.has(name)
      notes.add(name)
      return { ok: true, value: isNew }
    },
  }

  return {
    night,
    roots: () => [...trees.keys()],
    project: () => ({ ok: true, value: night }),
    isAlone: true,
    version: () => 0,
    rest: () => undefined,
    close: () => undefined,
  }
}
