import { isWaiting } from '../../core/records/kind.ts'
import { type Placed, placed, waits } from '../../runtime/answers/give-word.ts'
import { twinsOf } from '../../runtime/answers/twins.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { createKinds, noTrees } from '../../runtime/page/kinds.ts'
import { clarifyEntries, toClarify } from '../../runtime/views/clarify.ts'
import type { ProjectStore, Result } from '../../store/store.ts'

/** What a person may answer, as `answer --json` tells it. */
export interface WaitingEntry {
  id: string
  /** The root of its session tree. */
  session: string
  /** Entries that ask the same, which one answer closes too. */
  twins: { id: string; session: string }[]
  question: string
  /** Lines that say more. */
  details: string[]
  options: string[]
  /** What the agent says of each option, in their order. */
  about: string[]
  /** It is a refused request, which `--allow` and `--never` decide. */
  allowable: boolean
  /** It was decided without the person, who may overrule it. */
  decided: boolean
  /** It was put off. */
  skipped: boolean
}

/**
 * What waits in a project, by session in the order in which a person is asked; of those that ask the same the first.
 * `foreign` is how many entries have no seal of ours and are left out.
 */
export function waitingEntries(
  project: ProjectStore,
  withSkipped: boolean,
): Result<{ entries: WaitingEntry[]; foreign: number }> {
  const rows = project.records()
  if (!rows.ok) return rows
  const kinds = createKinds(noTrees, digest)
  const ours = rows.value.filter(({ sealed }) => sealed)
  const all = ours.map(placed).filter(({ record }) => waits(record))
  const sameAs = new Map(twinsOf(all).flatMap((same) => same.map(({ record }) => [record.id, same])))
  const firsts = twinsOf(inOrder(all, withSkipped)).flatMap(([first]) => first ?? [])
  const entries = firsts.flatMap(({ root, record }): WaitingEntry[] => {
    const kind = kinds(project, root, record.kind)
    const twins = (sameAs.get(record.id) ?? []).filter((other) => other.record.id !== record.id)
    return clarifyEntries([record], () => kind).map(({ question, details, options, about, allowable }) => ({
      id: record.id,
      session: root,
      twins: twins.map((twin) => ({ id: twin.record.id, session: twin.root })),
      question,
      details,
      options,
      about,
      allowable,
      decided: record.status === 'open' && !isWaiting(kind, record),
      skipped: record.status === 'skipped',
    }))
  })
  return { ok: true, value: { entries, foreign: rows.value.length - ours.length } }
}

function inOrder(all: readonly Placed[], withSkipped: boolean): Placed[] {
  return [...new Set(all.map(({ root }) => root))].flatMap((root) => {
    const own = all.flatMap((one) => (one.root === root ? one.record : []))
    return toClarify(own, withSkipped).map((record) => ({ root, record }))
  })
}

/** The same for a person, with how to answer. */
export function waitingText(entries: readonly WaitingEntry[]): string {
  if (entries.length === 0) return 'Nothing waits for an answer here.\n'
  const sessions = [...new Set(entries.map(({ session }) => session))].flatMap((session) => {
    const own = entries.filter((one) => one.session === session)
    const without = own.filter(({ decided }) => decided).length
    const more = without === 0 ? '' : `, ${without} decided without you`
    return [`${session}: ${own.length - without} open${more}`, ...own.flatMap(entryLines)]
  })
  return `${[...sessions, 'Answer one with: npx opencode-diverter answer <id> <your answer>'].join('\n')}\n`
}

function entryLines({ id, question, twins, details, options, allowable }: WaitingEntry): string[] {
  const same = twins.map((twin) => `${twin.id} of ${twin.session}`).join(', ')
  const more = [
    ...details,
    ...(options.length === 0 ? [] : [`Options: ${options.join(', ')}`]),
    ...(same === '' ? [] : [`The same as ${same}: one answer closes all`]),
    ...(allowable ? ['Decide with --allow once, --allow project or --never'] : []),
  ]
  return [`  ${id}  ${question}`, ...more.map((line) => `      ${line}`)]
}
