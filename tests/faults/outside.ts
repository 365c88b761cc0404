import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordEntry } from '../../src/core/event.ts'
import type { Change } from '../../src/core/state.ts'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { placeIn } from '../../src/store/place.ts'
import type { Result } from '../../src/store/store.ts'
import { type Act, tokenIn, wordsOn } from './report.ts'

export interface Finding {
  token: string
  what: string
}

/** What is wrong with entries and answers of which somebody was told that they are kept. */
export interface Found {
  lost: Finding[]
  doubled: Finding[]
  /** Under a heading of another session. */
  misplaced: Finding[]
}

export const notOnPage = 'not on the page'

interface Entry {
  token: string | null
  /** The root of the session's tree. */
  root: string
  isAnswered: boolean
  answer: string
}

/** Holds store and page against what was told, without the code that wrote them. */
export function lookFromOutside(directory: string, state: string, told: readonly Act[]): Found {
  const { entries, inLines } = readStore(directory, state)
  const inStore = byToken(entries)
  const onPage = byToken(entriesOnPage(join(directory, 'blockers.md')))
  const kept = told.flatMap(({ did, token }) => (did === 'kept' || did === 'answered' ? token : []))
  const found: Found = { lost: [], doubled: [], misplaced: [] }
  for (const token of new Set([...kept, ...inStore.keys(), ...onPage.keys(), ...inLines])) {
    const [row, ...moreRows] = inStore.get(token) ?? []
    const [entry, ...moreEntries] = onPage.get(token) ?? []
    if (!inLines.includes(token)) found.lost.push({ token, what: 'in no line of a night' })
    if (row === undefined) found.lost.push({ token, what: 'not in the store' })
    if (entry === undefined) found.lost.push({ token, what: notOnPage })
    if (moreRows.length > 0) found.doubled.push({ token, what: 'twice in the store' })
    if (moreEntries.length > 0) found.doubled.push({ token, what: 'twice on the page' })
    if (row === undefined || entry === undefined) continue
    if (row.root !== entry.root) found.misplaced.push({ token, what: `under ${entry.root}, not ${row.root}` })
    // What the store has stands on the page, whoever heard of it.
    const isSame = row.isAnswered === entry.isAnswered && row.answer === entry.answer
    if (!isSame) found.lost.push({ token, what: `its answer "${row.answer}" reads "${entry.answer}" on the page` })
  }
  for (const { did, token, session } of told) {
    const [row] = inStore.get(token) ?? []
    if (did === 'answered' && row?.answer !== wordsOn(token)) found.lost.push({ token, what: 'not answered' })
    if (did === 'kept' && row !== undefined && row.root !== session)
      found.misplaced.push({ token, what: `of ${row.root}, not ${session}` })
  }
  return found
}

function byToken(entries: readonly Entry[]): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.token === null) continue
    found.set(entry.token, [...(found.get(entry.token) ?? []), entry])
  }
  return found
}

/** Entries as rows, and the words of those that the lines of the nights tell of: none may stand there by half. */
function readStore(directory: string, state: string): { entries: Entry[]; inLines: string[] } {
  const store = value(openUserStore(placeIn(state), 'outside'))
  try {
    const project = value(store.project(directory))
    const entries = value(project.records()).map(({ root, status, body }) => {
      const { question, answer }: RecordEntry = JSON.parse(body)
      return { token: tokenIn(String(question)), root, isAnswered: status === 'answered', answer: answer ?? '' }
    })
    const bodies = value(project.roots()).flatMap((root) => value(project.since(root, 0)).lines.map(({ body }) => body))
    return { entries, inLines: bodies.flatMap(addedIn) }
  } finally {
    store.close()
  }
}

function addedIn(body: string): string[] {
  const { changes = [] }: { changes?: readonly Change[] } = JSON.parse(body)
  return changes.flatMap((change) =>
    change.change === 'record.added' ? (tokenIn(String(change.record['question'])) ?? []) : [],
  )
}

/** As a person reads the page: a heading begins a session, a box an entry, and its answer stands below. */
function entriesOnPage(path: string): Entry[] {
  const entries: Entry[] = []
  let root = ''
  for (const line of (existsSync(path) ? readFileSync(path, 'utf8') : '').split('\n')) {
    const heading = /^## (?:Session: (\S+))?/.exec(line)
    const box = /^- \[([ x])\] (.*) \(\w+\)$/.exec(line)
    const answer = /^ {2}- \*\*Answer\*\*: (.*) \(.*\)$/.exec(line)
    if (heading !== null) root = heading[1]?.replaceAll('\\', '') ?? ''
    if (box !== null) {
      const [, tick, text = ''] = box
      entries.push({ token: tokenIn(text), root, isAnswered: tick === 'x', answer: '' })
    }
    const last = entries.at(-1)
    if (answer !== null && last !== undefined) last.answer = `${last.answer}${answer[1]}`
  }
  return entries
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
