import { type GivenWord, isId, type Placed, placed, waits } from '../runtime/answers/give-word.ts'
import { heardText, problemText } from '../runtime/answers/heard-text.ts'
import { createRuntime } from '../runtime/create-runtime.ts'
import { digest } from '../runtime/node-digest.ts'
import { nodeFiles } from '../runtime/node-files.ts'
import type { StorePort } from '../runtime/ports.ts'
import { createEntries } from '../runtime/page/entries.ts'
import { noTrees } from '../runtime/page/kinds.ts'
import type { Answered } from '../runtime/runtime.ts'
import { storedSet } from '../runtime/stored-set.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { clarifyEntries, toClarify } from '../runtime/views/clarify.ts'
import type { ProjectStore } from '../store/store.ts'
import { type CommandIo, exit } from './io.ts'
import { commandName, openNights, refused } from './nights.ts'

export interface AnswerOptions {
  /** Puts the entry off instead of answering it. */
  skip?: boolean
  /** Lets a refused request be tried again: the next time only, or in this project. */
  allow?: string
  /** The refused request is never allowed. */
  never?: boolean
  /** Who answers, for those who read it. */
  by?: string
  /** Shows entries that were put off too. */
  skipped?: boolean
}

const reaches = ['once', 'project'] as const

/** Shows what waits for a person in the nights of this project, or keeps the answer to one entry. */
export function answerCommand(
  id: string | undefined,
  words: readonly string[],
  options: AnswerOptions,
  io: CommandIo,
): number {
  const usage = (why: string): number => {
    io.writeError(`Cannot answer ${id ?? ''}: ${why}\n`)
    return exit.usage
  }
  const word = id === undefined ? null : wordOf(words.join(' ').trim(), options)
  if (typeof word === 'string') return usage(word)
  if (id !== undefined && !isId(id)) return usage(`"${id}" is no id of an entry, such as b1`)
  const opened = openNights(io)
  if (typeof opened === 'number') return opened
  try {
    if (opened === null) return id === undefined ? showWaiting([], new Set(), io) : unknown(id, io)
    const rows = opened.project.records()
    if (!rows.ok) return refused(rows, io)
    const entries = rows.value.filter(({ sealed }) => sealed).map(placed)
    if (id === undefined || word === null) {
      const all = createEntries(systemClock().zone, noTrees, digest).all(opened.project)
      if (!all.ok) return refused(all, io)
      const decided = all.value.flatMap(({ wanted }) => (wanted.isOpen ? [] : wanted.id))
      return showWaiting(entriesToShow(entries, options.skipped === true), new Set(decided), io)
    }
    const meant = entries.find(({ record }) => record.id === id)
    return meant === undefined ? unknown(id, io) : keep(opened.project, meant, word, io)
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

function keep(project: ProjectStore, { root, record }: Placed, word: GivenWord, io: CommandIo): number {
  const runtime = runtimeOf(project, root, io)
  if (runtime === null) return exit.unreadable
  const answered: Answered = runtime.answer(runtime.session(root), record.id, word)
  runtime.close()
  const text = heardText(record.id, answered, word, `npx opencode-diverter answer ${record.id} --allow once`)
  if (answered.result === 'refused') {
    io.writeError(`${text}\n`)
    return answered.code === 'not-written' ? exit.unreadable : exit.findings
  }
  io.write(`${text}\n`)
  if (word.decision !== 'skip')
    io.write('The agent reads it at its next step; /blockers resume sets a resting session going\n')
  const problem = problemText(record.id, answered)
  if (problem === null) return exit.clean
  io.writeError(`${problem}\n`)
  return exit.findings
}

/** Those that wait, by session, in the order in which a person is asked. */
function entriesToShow(entries: readonly Placed[], withSkipped: boolean): Placed[][] {
  const waiting = entries.filter(({ record }) => waits(record))
  return [...new Set(waiting.map(({ root }) => root))].flatMap((root) => {
    const own = waiting.flatMap((one) => (one.root === root ? one.record : []))
    const shown = toClarify(own, withSkipped)
    return shown.length === 0 ? [] : [shown.map((record) => ({ root, record }))]
  })
}

/** `decided`: ids of those that wait for nobody. */
function showWaiting(sessions: readonly Placed[][], decided: ReadonlySet<string>, io: CommandIo): number {
  if (sessions.length === 0) {
    io.write('Nothing waits for an answer here.\n')
    return exit.clean
  }
  for (const own of sessions) {
    const without = own.filter(({ record }) => record.status === 'open' && decided.has(record.id)).length
    const more = without === 0 ? '' : `, ${without} decided without you`
    io.write(`${own[0]?.root ?? ''}: ${own.length - without} open${more}\n`)
    for (const { record, question, details, options, allowable } of clarifyEntries(own.map((one) => one.record))) {
      const chosen = options.length === 0 ? [] : [`Options: ${options.join(', ')}`]
      const may = allowable ? ['Decide with --allow once, --allow project or --never'] : []
      io.write(
        [`  ${record}  ${question}`, ...[...details, ...chosen, ...may].map((line) => `      ${line}`)].join('\n'),
      )
      io.write('\n')
    }
  }
  io.write('Answer one with: npx opencode-diverter answer <id> <your answer>\n')
  return exit.clean
}

/** The runtime of a night, where nothing is decided; null after the reason was written. */
function runtimeOf(project: ProjectStore, root: string, io: CommandIo): ReturnType<typeof createRuntime> | null {
  const set = project.sets(root)
  const policies = set.ok ? set.value.map(({ hash, documents }) => storedSet(hash, documents, digest)) : []
  const usable = policies.find((one) => typeof one !== 'string')
  if (usable === undefined) {
    const why = set.ok ? (policies[0] ?? 'its policies are gone') : set.problem.message
    io.writeError(`Cannot read what waits in ${root}: ${why}\n`)
    return null
  }
  const store: StorePort = {
    project: () => ({ ok: true, value: project }),
    isAlone: true,
    version: () => null,
    close: () => undefined,
  }
  return createRuntime(
    { clock: systemClock(), files: nodeFiles(), store, host: noHost(io), digest, process: commandName },
    { directory: project.directory, mode: 'serve', policies: () => usable },
  )
}

/** Nothing is decided here, so no host is asked for anything; what is to be said goes to the person. */
function noHost(io: CommandIo): Parameters<typeof createRuntime>[0]['host'] {
  const refused = Promise.resolve({ ok: false, error: 'there is no OpenCode here' } as const)
  return {
    answer: () => refused,
    prompt: () => refused,
    abort: () => refused,
    notify: (_session, text) => io.writeError(`${text}\n`),
    log: (level, message) => {
      if (level === 'error') io.writeError(`${message}\n`)
    },
  }
}
