import { setImmediate, setTimeout } from 'node:timers/promises'

/** Durations in milliseconds. */
export interface Figures {
  median: number
  p99: number
}

export interface Row {
  name: string
  figures: Figures
  /** What the figures are compared with, measured in the same run. */
  baseline: { name: string; figures: Figures }
  /** The goal in words, and whether it is met; null where there is none. */
  goal: { text: string; met: boolean } | null
}

/** A row without figures, and why. */
export interface Unmeasured {
  name: string
  reason: string
}

/**
 * Runs `work` many times, alternating with nothing but what `prepare` does unmeasured, and keeps every duration
 * after the first tenth.
 */
export function measure(rounds: number, work: (round: number) => unknown, prepare?: () => void): Figures {
  const warmUp = Math.ceil(rounds / 10)
  const durations: number[] = []
  for (let round = 0; round < rounds + warmUp; round++) {
    prepare?.()
    const begun = performance.now()
    work(round)
    if (round >= warmUp) durations.push(performance.now() - begun)
  }
  return figuresOf(durations)
}

/** A turn of what is measured. */
export interface Turn<T> {
  /** Makes what is worked on; not measured. */
  prepare: (round: number) => T
  work: (prepared: T) => unknown
  /** Milliseconds between two turns; 0 for none. */
  pause?: number
}

/**
 * The same with a turn of the event loop before each round, as the host has after each event: what waits as a promise
 * is done then, and not kept for thousands of rounds.
 */
export async function measureTurns<T>(rounds: number, turn: Turn<T>): Promise<Figures> {
  return figuresOf(await durationsOfTurns(rounds, turn))
}

export async function durationsOfTurns<T>(rounds: number, { prepare, work, pause = 0 }: Turn<T>): Promise<number[]> {
  const warmUp = Math.ceil(rounds / 10)
  const durations: number[] = []
  for (let round = 0; round < rounds + warmUp; round++) {
    const prepared = prepare(round)
    if (pause > 0) await setTimeout(pause)
    await setImmediate()
    const begun = performance.now()
    work(prepared)
    if (round >= warmUp) durations.push(performance.now() - begun)
  }
  return durations
}

export function figuresOf(durations: readonly number[]): Figures {
  const sorted = [...durations].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99) }
}

/** A row of the table in Markdown; durations below a millisecond are shown in microseconds. */
export function line(row: Row | Unmeasured): string {
  if ('reason' in row) return `| ${row.name} | not measured: ${row.reason} | | | | |`
  const { name, figures, baseline, goal } = row
  const ratio = (figures.median / baseline.figures.median).toFixed(2)
  const verdict = goal === null ? '' : `${goal.text}: ${goal.met ? 'met' : 'NOT MET'}`
  const cells = [name, shown(figures.median), shown(figures.p99), `${baseline.name} ${shown(baseline.figures.median)}`]
  return `| ${[...cells, `${ratio} x`, verdict].join(' | ')} |`
}

function shown(milliseconds: number): string {
  return milliseconds < 1 ? `${(milliseconds * 1000).toFixed(1)} µs` : `${milliseconds.toFixed(1)} ms`
}
