import { plusCost } from '../../core/limits/costs.ts'
import type { Change } from '../../core/state.ts'
import type { Reason } from '../../core/vocabulary.ts'
import type { Line } from '../../store/store.ts'
import { changesOf, readLine } from '../nights/journal-line.ts'

/** What is still known of lines that were taken away. Times in milliseconds since 1970. */
export interface Figures {
  v: 1
  begin: number
  end: number
  lines: number
  turns: number
  tokens: number
  cost: number
  /** Prompts of ours that left. */
  prompts: number
  /** Entries for the person. */
  logged: number
  /** Requests that were refused. */
  diverted: number
  /** Why the last run that ended did so. */
  reason: Reason | null
}

/** Figures as the store has them, with those of more lines. */
export function addFigures(before: string | null, lines: readonly Line[]): string {
  const known = before === null ? null : readFigures(before)
  const begin = known?.begin ?? lines[0]?.at ?? 0
  const figures: Figures = known ?? { ...noFigures, begin, end: begin }
  for (const line of lines) count(figures, line)
  return JSON.stringify(figures)
}

/** Null for figures of another version. */
export function readFigures(text: string): Figures | null {
  const value: unknown = JSON.parse(text)
  return isFigures(value) ? value : null
}

const noFigures: Omit<Figures, 'begin' | 'end'> = {
  v: 1,
  lines: 0,
  turns: 0,
  tokens: 0,
  cost: 0,
  prompts: 0,
  logged: 0,
  diverted: 0,
  reason: null,
}

const isFigures = (value: unknown): value is Figures =>
  typeof value === 'object' && value !== null && 'v' in value && value.v === 1

function count(figures: Figures, line: Line): void {
  figures.lines += 1
  figures.end = Math.max(figures.end, line.at)
  const read = readLine(line)
  if (read === null) return
  if (read.line === 'decision' && read.verdict.outcome === 'deny') figures.diverted += 1
  for (const change of changesOf(read)) countChange(figures, change)
}

function countChange(figures: Figures, change: Change): void {
  if (change.change === 'spent') {
    figures.turns += change.turns
    figures.tokens += change.tokens
    figures.cost = plusCost(figures.cost, change.cost)
  } else if (change.change === 'prompt.sent') figures.prompts += 1
  else if (change.change === 'record.added') figures.logged += 1
  else if (change.change === 'run' && (change.to === 'stopped' || change.to === 'paused'))
    figures.reason = change.reason
}
