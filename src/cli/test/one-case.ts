import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FindSource } from '../../policy/source.ts'
import { type CaseRun, goldenOwner, runCase } from '../../rehearse/run-case.ts'
import { mostOfSource, readPlainFile } from '../../runtime/reading/read-file.ts'
import { goldenOf } from '../policies/cases.ts'
import { unifiedDiff } from '../io/unified-diff.ts'

export interface CaseResult extends Omit<CaseRun, 'golden'> {
  file: string
  /** `todo`: it does not hold, and says so itself. */
  result: 'ok' | 'failed' | 'todo'
  /** Its golden file was not there, or was another one. */
  wrote: boolean
}

/** Runs one case and compares its golden file, or writes it. `file` is relative to `cwd`. */
export function testCase(file: string, cwd: string, find: FindSource, update: boolean): CaseResult {
  const { golden, ...run } = runCase({ name: file, text: readPlainFile(resolve(cwd, file), mostOfSource) }, find)
  if (run.todo && golden !== null) return todoResult(file, run)
  const path = resolve(cwd, goldenOf(file))
  const wrote = update && golden !== null && written(path, golden)
  const differing = update || golden === null ? [] : differences(path, goldenOf(file), golden)
  const failures = [...run.failures, ...differing]
  return { file, ...run, failures, result: failures.length === 0 ? 'ok' : 'failed', wrote }
}

/** Writes a golden file; false if it stood there already. */
function written(path: string, golden: string): boolean {
  if (existsSync(path) && readPlainFile(path, mostOfSource) === golden) return false
  writeFileSync(path, golden)
  return true
}

/** What does not hold yet has no golden file. */
function todoResult(file: string, run: Omit<CaseRun, 'golden'>): CaseResult {
  if (run.failures.length > 0) return { file, ...run, result: 'todo', wrote: false }
  return { file, ...run, failures: ['All of it holds: remove "todo: true"'], result: 'failed', wrote: false }
}

function differences(path: string, name: string, text: string): string[] {
  if (!existsSync(path)) return [`There is no golden file ${name}; write it with -u`]
  const found = readPlainFile(path, mostOfSource).replaceAll('\r\n', '\n')
  const owner = goldenOwner(found)
  if (owner !== null && owner !== goldenOwner(text))
    return [`${name}:1: Cannot compare: it is the golden file of the case "${owner}"; write this case's own with -u`]
  // A file of an earlier version has no such line, and is as good without.
  const diff = unifiedDiff(found, owner === null ? text.slice(text.indexOf('\n') + 1) : text)
  return diff === '' ? [] : [`The golden file differs; look at each change, then write it with -u\n${diff.trimEnd()}`]
}
