import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { evaluate } from '../../core/judging/evaluate.ts'
import type { Json } from '../../core/event.ts'
import type { Verdict } from '../../core/decision.ts'
import { noGrant } from '../../core/grant-fact.ts'
import { longestShort, said as bounded } from '../../report/bounds.ts'
import { quote } from '../../report/text.ts'
import { some, times } from '../../report/words.ts'
import { failureText } from '../../runtime/text/failure-text.ts'
import { mostOfSource, readPlainFile } from '../../runtime/reading/read-file.ts'
import { oneLine } from '../../runtime/text/visible.ts'
import type { Grant } from '../../store/store.ts'
import { foldNeeded, type NeededCommand, nightsLike } from '../../suggest/before.ts'
import { writtenScene } from '../explain/written-scene.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { loadPlacedSet, type PlacedSet } from '../policies/load-set.ts'
import { sourcesOf } from '../policies/sources.ts'
import { must, nightReader, type NightsMeant } from './read-nights.ts'
import { jsonText } from '../io/json-text.ts'

/** What today's policies would say to a command that earlier nights needed, where they would not let it through. */
interface Refused {
  command: NeededCommand
  verdict: Extract<Verdict, { outcome: 'deny' | 'ask' }>
}

/** Lists what today's policies would refuse of the commands that earlier nights like this task needed. */
export function beforeTask(given: string, meant: NightsMeant, json: boolean, io: CommandIo): number {
  const { project, from } = meant
  const task = taskOf(given, io)
  if (task === null) return exit.unreadable
  const set = loadPlacedSet([], sourcesOf(io), io)
  if (typeof set === 'number') return set
  const titles = must(project.titles())
  const fold = foldNeeded()
  const readNight = nightReader(meant)
  let read = 0
  for (const root of must(project.roots(from))) {
    const { lines } = readNight(root)
    if (lines.length === 0) continue
    fold.take(root, titles.get(root) ?? '', lines)
    read += 1
  }
  const { commands, nights } = fold.done()
  const { roots, isLike } = nightsLike(task, nights)
  const needed = commands.filter((one) => [...one.roots].some((root) => roots.has(root)))
  const grants = must(project.inForce()).filter(({ sealed }) => sealed)
  const refused = needed
    .flatMap((command): Refused[] => {
      const verdict = verdictOn(command, grants, set, io.cwd)
      return verdict === null ? [] : [{ command, verdict }]
    })
    .sort((one, other) => other.command.times - one.command.times)
  const found = { nights: read, like: isLike ? roots.size : null, needed: needed.length, refused }
  io.write(json ? jsonText(dataOf(found)) : textOf(found))
  return refused.length > 0 ? exit.findings : exit.clean
}

/** The text, or that of a file of this name; null after the reason was written. */
function taskOf(given: string, io: CommandIo): string | null {
  const path = resolve(io.cwd, given)
  // A long text is no name of a file.
  if (given.length > 255 || given.includes('\n') || !existsSync(path) || !statSync(path).isFile()) return given
  try {
    return readPlainFile(path, mostOfSource)
  } catch (error) {
    io.writeError(`Cannot read ${given}: ${failureText(error)}\n`)
    return null
  }
}

/** First the call is looked at, then the request, if OpenCode asked for it then; null where nothing stands in the way. */
function verdictOn(
  { command, asked }: NeededCommand,
  grants: readonly Grant[],
  set: PlacedSet,
  cwd: string,
): Refused['verdict'] | null {
  const grant = grants.findLast(({ fingerprint }) => fingerprint === asked?.fingerprint)
  const fact: Json = grant === undefined ? noGrant : { ...noGrant, word: grant.reach, grant: grant.id }
  const scene = writtenScene(
    {
      event: { type: 'tool.called', fields: { tool: 'bash', command } },
      run: { state: 'armed' },
      facts: { blockers: { grant: fact } },
    },
    set,
    cwd,
  )
  for (const event of [scene.event, ...(asked === null ? [] : [asked])]) {
    const { verdict } = evaluate(set.policies.set, scene.before, event, scene.moment)
    if (verdict.outcome === 'deny' || verdict.outcome === 'ask') return verdict
  }
  return null
}

interface Found {
  nights: number
  /** How many nights had a word of the task; null: none, so all were looked at. */
  like: number | null
  needed: number
  refused: readonly Refused[]
}

function textOf({ nights, like, needed, refused }: Found): string {
  const from =
    like === null
      ? `No earlier night has a word of this task, so all were looked at: ${some(nights, 'night')}.`
      : `${some(like, 'earlier night')} of ${nights} ${like === 1 ? 'has' : 'have'} words of this task.`
  const rows = refused.map(({ command, verdict }) => {
    const what = verdict.outcome === 'ask' ? 'waits for you' : 'refused'
    return `  ${quote(bounded(command.command, longestShort))}\n      ${what} by ${oneLine(verdict.by)}, needed ${times(command.times)}`
  })
  const head =
    refused.length === 0
      ? `None of ${some(needed, 'command')} would be refused by today's policies.`
      : `${refused.length} of ${some(needed, 'command')} would be refused or wait by today's policies:`
  return `${[from, head, ...rows].join('\n')}\n`
}

const dataOf = ({ nights, like, needed, refused }: Found): object => ({
  nights,
  like,
  needed,
  refused: refused.map(({ command, verdict }) => ({
    command: bounded(command.command, longestShort),
    times: command.times,
    verdict: verdict.outcome,
    by: verdict.by,
  })),
})
