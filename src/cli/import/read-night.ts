import { isId } from '../../runtime/answers/give-word.ts'
import { clean } from '../../runtime/text/clean.ts'
import { changesOf, type LineBody } from '../../runtime/nights/journal-line.ts'
import { isObject } from './fits.ts'
import { parsed, readWrittenLine } from './read-line.ts'

/** A night as a file has it. */
export interface WrittenNight {
  /** The session that the others lie below; null if no line tells. */
  root: string | null
  lines: { at: number; body: LineBody }[]
  /** Sessions below the root. */
  sessions: string[]
  /** Hashes of the policy sets that its lines name. */
  named: string[]
  /** The documents of sets, as JSON, by hash; a journal of version 0.1 has them beside it. */
  sets: Map<string, string>
  /** The names that its entries have in the file; none comes twice. */
  entries: Set<string>
  /** Numbers of lines that cannot be read, from 1. */
  broken: number[]
}

/** Where a line begins, also behind one of which only a half was written. */
const beginning = '{"v":1,"seq":'

/** Reads an export, or a journal of version 0.1. Secrets are redacted as they are now. */
export function readNight(text: string): WrittenNight {
  const night: WrittenNight = {
    root: null,
    lines: [],
    sessions: [],
    named: [],
    sets: new Map(),
    entries: new Set(),
    broken: [],
  }
  for (const [at, each] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (each.trim() === '' || take(night, each)) continue
    night.broken.push(at + 1)
    const second = each.lastIndexOf(beginning)
    if (second > 0) take(night, each.slice(second))
  }
  return night
}

/** False for a line that cannot be read. */
function take(night: WrittenNight, text: string): boolean {
  const line = readWrittenLine(text)
  if (line === null) return takeSet(night, text)
  const { v: _v, seq: _seq, process: _process, at, ...body } = clean(line)
  const added = changesOf(body).flatMap((change) => (change.change === 'record.added' ? change.record.id : []))
  if (!added.every((id, index) => isId(id) && !night.entries.has(id) && added.indexOf(id) === index)) return false
  night.lines.push({ at, body: withoutWishes(body) })
  for (const id of added) night.entries.add(id)
  if (body.line === 'session') {
    if (body.parent === null) night.root ??= body.session
    else if (!night.sessions.includes(body.session)) night.sessions.push(body.session)
  }
  if ((body.line === 'set' || body.line === 'decision') && !night.named.includes(body.set)) night.named.push(body.set)
  return true
}

/** What is taken over sends no run on its way. */
const withoutWishes = (body: LineBody): LineBody =>
  'changes' in body ? { ...body, changes: body.changes.filter(({ change }) => change !== 'wanted') } : body

function takeSet({ sets }: WrittenNight, text: string): boolean {
  const value = parsed(text)
  if (!isObject(value) || value['line'] !== 'policies' || typeof value['hash'] !== 'string') return false
  sets.set(value['hash'], JSON.stringify(value['documents']))
  return true
}
