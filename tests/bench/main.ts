import { cpus, loadavg } from 'node:os'
import { crowdedRow } from './crowded.ts'
import { engineRows } from './engine.ts'
import { requestSize, startRow } from './host.ts'
import { lintRows } from './lint.ts'
import { line, type Row, type Unmeasured } from './measure.ts'
import { morningRows } from './morning.ts'
import { openingRow } from './opening.ts'
import { pathRows } from './path.ts'
import { projectRows } from './project-file.ts'
import { replayRow } from './replay.ts'
import { reportRow } from './report.ts'
import { spectralRow } from './spectral.ts'
import { turnRows } from './turns.ts'
import { yearLine } from './year.ts'

/** Prints the table; ratios are to a baseline of the same run, since machines differ. */
export async function main(): Promise<number> {
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load at the start ${load}\n`,
  )
  console.log('| what | median | p99 | baseline (median) | ratio | goal |')
  console.log('|---|---|---|---|---|---|')
  type Rows = (Row | Unmeasured)[]
  const groups: (() => Rows | Promise<Rows>)[] = [
    engineRows,
    pathRows,
    async () => [await crowdedRow(), await openingRow()],
    projectRows,
    lintRows,
    () => [spectralRow()],
    async () => [await replayRow(), await reportRow()],
    morningRows,
    () => [startRow()],
    turnRows,
  ]
  for (const group of groups) for (const row of await group()) console.log(line(row))
  console.log(await yearLine())
  const { on, off } = await requestSize()
  console.log(
    `| first model request | ${kilobytes(on)} | | without the plugin ${kilobytes(off)} | ${(on / off).toFixed(2)} x | |`,
  )
  return 0
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`
}
