import type { RecordEntry } from '../core/event.ts'
import { createRuntime } from '../runtime/create-runtime.ts'
import { digest } from '../runtime/node-digest.ts'
import { nodeFiles } from '../runtime/node-files.ts'
import type { StorePort } from '../runtime/ports.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { storedSet } from '../runtime/stored-set.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { clarifyQuestions, skipLabel, toClarify } from '../runtime/views/clarify.ts'
import { type CommandIo, exit } from './io.ts'
import { commandName, openNights, type ProjectNights, refused } from './nights.ts'

export interface AnswerOptions {
  /** The session of the entry, where several have one of that id. */
  session?: string
  /** Puts the entry off instead of answering it. */
  skip?: boolean
  /** Shows entries that were put off too. */
  skipped?: boolean
}

/** A night in the project: its session, and the entries that wait for a person. */
interface Night {
  session: string
  waiting: RecordEntry[]
  runtime: Runtime
}

/** Shows what waits for a person in the nights of this project, or keeps the answer to one entry. */
export function answerCommand(
  id: string | undefined,
  words: readonly string[],
  options: AnswerOptions,
  io: CommandIo,
): number {
  const opened = openNights(io)
  if (typeof opened === 'number') return opened
  const found = opened === null ? [] : nightsOf(opened, io, id !== undefined || options.skipped === true)
  const nights =
    typeof found === 'number'
      ? []
      : found.filter(({ session }) => options.session === undefined || session === options.session)
  try {
    if (typeof found === 'number') return found
    if (id === undefined) return showWaiting(nights, io)
    const text = words.join(' ').trim()
    const fail = (why: string, code: number): number => {
      io.writeError(`Cannot answer ${id}: ${why}\n`)
      return code
    }
    if ((text === '') !== (options.skip === true))
      return fail('give the answer behind it, or --skip to put it off', exit.usage)
    const meant = nights.flatMap((night) =>
      night.waiting.flatMap((record) => (record.id === id ? { ...night, record } : [])),
    )
    const [one] = meant
    if (one === undefined) return fail('no such entry waits here; `answer` alone shows those that do', exit.findings)
    if (meant.length > 1)
      return fail(
        `${meant.length} sessions have one; name the session with --session:\n${meant.map(({ session, record }) => `  ${session}  ${record.question}`).join('\n')}`,
        exit.usage,
      )
    return keep(one, options.skip === true ? null : text, io)
  } finally {
    for (const { runtime } of nights) runtime.close()
    opened?.close()
  }
}

function keep(
  { session, record, runtime }: Night & { record: RecordEntry },
  text: string | null,
  io: CommandIo,
): number {
  const problem = runtime.answer(runtime.session(session), record.id, {
    decision: text === null ? 'skip' : 'words',
    text,
    via: 'terminal',
    by: null,
  })
  const said = text === null ? 'is put off' : `is answered: ${text}`
  io.write(`${record.id} of ${session} ${said}\n`)
  if (problem !== null) io.writeError(`Its box is not ticked: ${problem}\n`)
  else if (text !== null)
    io.write('The agent reads it at its next step; /blockers resume sets a resting session going\n')
  return problem === null ? exit.clean : exit.findings
}

function showWaiting(nights: readonly Night[], io: CommandIo): number {
  const waiting = nights.filter((night) => night.waiting.length > 0)
  if (waiting.length === 0) {
    io.write('Nothing waits for an answer here.\n')
    return exit.clean
  }
  for (const night of waiting) {
    io.write(`${night.session}: ${night.waiting.length} open\n`)
    for (const { record, question, options } of clarifyQuestions(night.waiting)) {
      const [first = '', ...details] = question.split('\n')
      const labels = options.flatMap(({ label }) => (label === skipLabel ? [] : label))
      const chosen = labels.length === 0 ? [] : [`Options: ${labels.join(', ')}`]
      io.write([`  ${record}  ${first}`, ...[...details, ...chosen].map((line) => `      ${line}`)].join('\n'))
      io.write('\n')
    }
  }
  io.write('Answer one with: npx opencode-diverter answer <id> <your answer>\n')
  return exit.clean
}

/** The nights of the project, the newest last; a number is the exit code after the reason was written. */
function nightsOf(nights: ProjectNights, io: CommandIo, withSkipped: boolean): Night[] | number {
  const roots = nights.project.roots()
  if (!roots.ok) return refused(roots, io)
  return roots.value.flatMap((root) => nightOf(root, nights, io, withSkipped) ?? [])
}

function nightOf(session: string, { project }: ProjectNights, io: CommandIo, withSkipped: boolean): Night | null {
  const set = project.sets(session)
  const policies = set.ok ? set.value.map(({ hash, documents }) => storedSet(hash, documents, digest)) : []
  const usable = policies.find((one) => typeof one !== 'string')
  if (usable === undefined) {
    const why = set.ok ? (policies[0] ?? 'its policies are gone') : set.problem.message
    io.writeError(`Cannot read what waits in ${session}: ${why}\n`)
    return null
  }
  const store: StorePort = { project: () => ({ ok: true, value: project }), changed: null, close: () => undefined }
  const runtime = createRuntime(
    { clock: systemClock(), files: nodeFiles(), store, host: noHost(io), digest, process: commandName },
    { directory: project.directory, mode: 'serve', policies: () => usable },
  )
  const records = runtime.state(runtime.session(session))?.records ?? []
  return { session, waiting: toClarify(records, withSkipped), runtime }
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
