import { existsSync, statSync } from 'node:fs'
import { readSpan, spanText } from '../core/text.ts'
import { reduceNight, unfit } from '../runtime/keep/reduce.ts'
import { keepOf } from '../runtime/keep/setting.ts'
import { mostOfSource, readPlainFile } from '../runtime/reading/read-file.ts'
import { visible } from '../runtime/text/visible.ts'
import type { Store, TreeName, TreeSize } from '../store/store.ts'
import { type CommandIo, exit } from './io/io.ts'
import { openStoreOf, refused, storeOf } from './night/nights.ts'

export interface PruneOptions {
  /** A span such as 30d; without it what the user's config says under keep. */
  olderThan?: string
  /** Only the night of this session, however old it is. */
  session?: string
  /** Only say what would be taken. */
  dryRun?: boolean
}

/** Lines that are taken away in one transaction. */
const atOnce = 1000

interface Night {
  name: TreeName
  size: TreeSize
}

/** Takes the lines of old nights away, in all projects; their entries, answers and figures stay. Gives the exit code. */
export async function pruneCommand(options: PruneOptions, io: CommandIo): Promise<number> {
  const span = await spanOf(options, io)
  if (typeof span === 'string') {
    io.writeError(`Cannot prune: ${span}\n`)
    return exit.usage
  }
  const store = openStoreOf(io)
  if (typeof store === 'number') return store
  try {
    const nights = store === null ? [] : nightsOf(store, span, options.session, io)
    if (typeof nights === 'number') return nights
    if (store !== null && nights.length > 0) return prune(store, nights, options.dryRun === true, io)
    const which = options.session === undefined ? `no night is older than ${spanText(span)}` : 'it has no lines so old'
    io.write(`Nothing to prune: ${which}\n`)
    return exit.clean
  } finally {
    store?.close()
  }
}

/** How old a night must be, in milliseconds, or why that is not known. */
async function spanOf({ olderThan, session }: PruneOptions, { userFolder }: CommandIo): Promise<number | string> {
  if (olderThan !== undefined)
    return readSpan(olderThan) ?? `"${visible(olderThan)}" is no age; write it like 30d or 12h`
  if (session !== undefined) return 0
  const read = (path: string): string | null => (existsSync(path) ? readPlainFile(path, mostOfSource) : null)
  const keep = await keepOf(userFolder ?? null, read)
  return keep ?? 'your config keeps nights for ever, or cannot be read; name an age with --older-than'
}

function nightsOf(store: Store, span: number, session: string | undefined, io: CommandIo): Night[] | number {
  const old = store.olderThan(span === 0 ? Number.MAX_SAFE_INTEGER : Date.now() - span)
  if (!old.ok) return refused(old, io)
  const meant = session === undefined ? old.value : theOne(store, old.value, session, io)
  if (typeof meant === 'number') return meant
  const nights: Night[] = []
  for (const name of meant) {
    const size = store.size(name)
    if (!size.ok) return refused(size, io)
    if (size.value !== null) nights.push({ name, size: size.value })
  }
  return nights
}

function theOne(store: Store, old: readonly TreeName[], session: string, io: CommandIo): TreeName[] | number {
  const found = store.find(session)
  if (!found.ok) return refused(found, io)
  const { value: tree } = found
  if (tree !== null) return old.filter(({ directory, root }) => directory === tree.directory && root === tree.root)
  io.writeError(
    `Cannot prune ${visible(session)}: the store has no such session; \`opencode-diverter report --all\` in its project shows those that it has\n`,
  )
  return exit.findings
}

function prune(store: Store, nights: readonly Night[], isDry: boolean, io: CommandIo): number {
  let code: number = exit.clean
  const taken = { nights: 0, lines: 0, bytes: 0 }
  for (const { name, size } of nights) {
    const where = `${name.root} in ${name.directory}`
    const done = isDry ? { ...size, why: null } : takeAll(store, name, io)
    if (typeof done === 'number') return done
    const { lines, bytes, why } = done
    if (why !== null) {
      io.writeError(`${visible(`The ${lines === 0 ? '' : 'other '}lines of ${where} are kept: ${why}`)}\n`)
      code = exit.findings
      if (lines === 0) continue
    }
    const day = new Date(size.at).toISOString().slice(0, 10)
    io.write(`${visible(`${where}, last line ${day}: ${amount(done)}`)}\n`)
    taken.nights += 1
    taken.lines += lines
    taken.bytes += bytes
  }
  const tidied = isDry ? null : store.tidy()
  if (tidied?.ok === false) return refused(tidied, io)
  io.write(`${isDry ? 'Would take' : 'Took'} ${amount(taken)} of ${taken.nights} nights${isDry ? '' : after(io)}\n`)
  return code
}

interface Taken extends Pick<TreeSize, 'lines' | 'bytes'> {
  /** Why the rest is left; null if nothing is. */
  why: string | null
}

/** A number is the exit code after the reason was written. */
function takeAll(store: Store, name: TreeName, io: CommandIo): Taken | number {
  const sum = { lines: 0, bytes: 0 }
  for (;;) {
    const done = reduceNight(store, name, atOnce)
    if (!done.ok) return refused(done, io)
    const { value } = done
    if (typeof value === 'string') return { ...sum, why: unfit[value] }
    if (value.result === 'behind') return { ...sum, why: 'a session is at work in it' }
    sum.lines += value.lines
    sum.bytes += value.bytes
    if (value.isEmpty) return { ...sum, why: null }
  }
}

const amount = ({ lines, bytes }: { lines: number; bytes: number }): string => `${lines} lines, ${sizeText(bytes)}`

function after(io: CommandIo): string {
  const place = storeOf(io)
  const size = place.ok ? statSync(place.value.database).size : 0
  return `; their entries, answers and figures are left, and the database has ${sizeText(size)}`
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
