import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { type GivenWord, giveWord, isId, placed } from '../../runtime/answers/give-word.ts'
import { restingSince, wantGoOn } from '../../runtime/answers/go-on.ts'
import { heardText, problemText } from '../../runtime/answers/heard-text.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { createKinds, noTrees } from '../../runtime/page/kinds.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import type { ProjectStore } from '../../store/store.ts'
import { type WaitingEntry, waitingEntries, waitingText } from './waiting.ts'
import { type CommandIo, exit, sayingOnce } from '../io/io.ts'
import { jsonText } from '../io/json-text.ts'
import { openAllNights, openNights, refused } from '../night/nights.ts'
import { bringPages } from '../page.ts'

export interface AnswerOptions {
  /** Puts the entry off instead of answering it. */
  skip?: boolean
  /** Lets a refused request be tried again: the next time only, or in this project. */
  allow?: string
  /** The refused request is never allowed. */
  never?: boolean
  /** Sends the sessions on their way that rest since they were answered. */
  goOn?: boolean
  /** Who answers, for those who read it. */
  by?: string
  /** Shows entries that were put off too. */
  skipped?: boolean
  /** Shows what waits as data. */
  json?: boolean
}

const reaches = ['once', 'project'] as const

/** Shows what waits for a person in the nights of this project, or keeps the answer to one entry. */
export function answerCommand(
  entry: string | undefined,
  words: readonly string[],
  options: AnswerOptions,
  given: CommandIo,
): number {
  const io = sayingOnce(given)
  // In any case, as in a session.
  const id = entry?.toLowerCase()
  const usage = (why: string): number => {
    io.writeError(`Cannot answer${entry === undefined ? '' : ` ${entry}`}: ${why}\n`)
    return exit.usage
  }
  const word = id === undefined ? null : wordOf(words.join(' ').trim(), options)
  if (typeof word === 'string') return usage(word)
  if (id === undefined && (options.skip === true || options.never === true || options.allow !== undefined))
    return usage('name the entry, such as b1; `answer` alone shows those that wait')
  if (id !== undefined && options.json === true) return usage('--json is for what waits; leave out the entry')
  if (options.goOn === true && options.json === true) return usage('--json is for what waits; leave out --go-on')
  if (id !== undefined && !isId(id)) return usage(`"${entry}" is no id of an entry, such as b1`)
  const opened = openNights(io)
  if (typeof opened === 'number') return opened
  try {
    if (opened === null) return id === undefined ? show([], options, io) : unknown(id, io)
    if (id === undefined && options.goOn === true) return sendOn(opened.project, null, io)
    if (id !== undefined && word !== null) return keep(opened.project, id, word, options.goOn === true, io)
    const found = waitingEntries(opened.project, options.skipped === true)
    if (!found.ok) return refused(found, io)
    const { entries, foreign } = found.value
    if (foreign > 0)
      io.writeError(`Not shown, since they have no seal of ours: ${foreign === 1 ? '1 entry' : `${foreign} entries`}\n`)
    return show(entries, options, io)
  } finally {
    opened?.close()
  }
}

function unknown(id: string, io: CommandIo): number {
  io.writeError(`Cannot answer ${id}: this project has no such entry; \`answer\` alone shows those that wait\n`)
  return exit.findings
}

/** The word that the options give; a text says why there is none. */
function wordOf(text: string, { skip, allow, never, by }: AnswerOptions): GivenWord | string {
  const given = [text !== '', skip === true, allow !== undefined, never === true].filter(Boolean).length
  if (given !== 1) return 'give one of these: the answer behind it, --allow once, --allow project, --never, --skip'
  const word = (decision: GivenWord['decision']): GivenWord => ({
    decision,
    text: decision === 'words' ? text : null,
    via: 'terminal',
    by: by ?? null,
  })
  if (skip === true) return word('skip')
  if (never === true) return word('never')
  if (allow === undefined) return word('words')
  const reach = reaches.find((one) => one === allow)
  return reach === undefined ? `--allow takes ${reaches.join(' or ')}, not "${allow}"` : word(reach)
}

function keep(project: ProjectStore, id: string, word: GivenWord, goOn: boolean, io: CommandIo): number {
  const heard = giveWord(project, createKinds(noTrees, digest), id, word, systemClock().now())
  const text = heardText(id, heard, word, `npx opencode-diverter answer ${id} --allow once`)
  if (heard.result === 'refused') {
    if (heard.code === 'unknown') return unknown(id, io)
    io.writeError(`${text}\n`)
    return heard.code === 'not-written' ? exit.unreadable : exit.findings
  }
  const problem = problemText(id, { ...heard, page: bringPages(project, io) })
  io.write(`${text}\n`)
  if (problem !== null) io.writeError(`${problem}\n`)
  const code = problem === null ? exit.clean : exit.findings
  if (goOn) return Math.max(code, sendOn(project, [...new Set(heard.entries.map(({ root }) => root))], io))
  if (word.decision !== 'skip') io.write('The agent reads it at its next step; --go-on sends a resting session on\n')
  return code
}

/** Sends sessions on their way; without any named those that rest since they were answered. */
function sendOn(project: ProjectStore, named: readonly string[] | null, io: CommandIo): number {
  const roots = named === null ? project.roots() : null
  const found = roots === null ? null : roots.ok ? restingSince(project, roots.value) : roots
  if (found?.ok === false) return refused(found, io)
  const meant = found?.value ?? named ?? []
  if (meant.length === 0) {
    io.write('No session rests since you answered.\n')
    return exit.clean
  }
  const done = wantGoOn(project, meant, { at: systemClock().now(), via: 'terminal' })
  if (!done.ok) return refused(done, io)
  for (const root of meant)
    io.write(`${root} goes on within 5 seconds where OpenCode has it open, else when it is opened next\n`)
  return exit.clean
}

function show(waiting: readonly WaitingEntry[], { json }: AnswerOptions, io: CommandIo): number {
  io.write(json === true ? jsonText(waiting) : waitingText(waiting))
  return json === true ? exit.clean : showBelow(exit.clean, io)
}

/** Names the folders below in which nights of their own began: ids are those of one project. */
function showBelow(code: number, io: CommandIo): number {
  const all = openAllNights(io)
  if (all === null || typeof all === 'number') return all ?? code
  try {
    for (const project of all.projects) {
      const folder = relative(realpathSync.native(io.cwd), project.directory)
      if (folder === '' || isOutside(folder)) continue
      const rows = project.records()
      if (!rows.ok) return refused(rows, io)
      const open = rows.value.filter((row) => row.sealed && placed(row).record.status === 'open').length
      if (open > 0) io.write(`${folder}: ${open} open, of nights that began there; answer them in that folder\n`)
    }
    return code
  } finally {
    all.close()
  }
}
