import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FindSource } from '../policy/source.ts'
import { runCase } from '../runtime/rehearse/run-case.ts'
import { defaultFolders, findCases, goldenOf } from './cases.ts'
import { type CommandIo, exit } from './io.ts'
import { createSources } from './sources.ts'
import { unifiedDiff } from './unified-diff.ts'

export interface CaseResult {
  file: string
  name: string
  failures: string[]
  /** Rules that the case's policies have, and those that matched; as `policy/rule`. */
  rules: string[]
  matched: string[]
}

/** Runs policy cases and reports them: clean if all hold, findings if any does not or there are none. */
export function testCommand(
  paths: readonly string[],
  options: { update?: boolean; coverage?: boolean },
  io: CommandIo,
): number {
  const update = options.update === true
  const say = (line: string): void => io.write(`${line}\n`)
  const { cases, orphans, missing } = findCases(paths, io.cwd)
  const { find } = createSources(io.cwd)
  const results = cases.map((file) => {
    const result = testCase(file, io.cwd, find, update)
    say(`${result.failures.length === 0 ? 'ok  ' : 'FAIL'} ${result.name} (${file})`)
    for (const failure of result.failures) say(failure.replace(/^/gm, '     '))
    return result
  })
  for (const path of missing) say(`FAIL ${path}: there is no such file or folder`)
  for (const orphan of orphans) {
    if (update) rmSync(resolve(io.cwd, orphan))
    say(`${update ? 'gone' : 'FAIL'} ${orphan}: no case belongs to this golden file`)
  }
  if (options.coverage === true) for (const line of coverageLines(results)) say(line)
  const failed = results.filter(({ failures }) => failures.length > 0).length
  if (results.length === 0)
    say(`Cannot test: there are no cases; they are looked for in ${defaultFolders.join(' and ')}`)
  else
    say(
      `${results.length} cases, ${failed} failed${orphans.length > 0 ? `, ${orphans.length} golden files without a case` : ''}`,
    )
  const isClean = results.length > 0 && failed + missing.length === 0 && (update || orphans.length === 0)
  return isClean ? exit.clean : exit.findings
}

/** Runs one case and compares its golden file, or writes it. `file` is relative to `cwd`. */
export function testCase(file: string, cwd: string, find: FindSource, update: boolean): CaseResult {
  const { golden, failures, ...run } = runCase({ name: file, text: readFileSync(resolve(cwd, file), 'utf8') }, find)
  if (golden === null) return { file, ...run, failures }
  const path = resolve(cwd, goldenOf(file))
  if (update) writeFileSync(path, golden)
  return { file, ...run, failures: update ? failures : [...failures, ...differences(path, goldenOf(file), golden)] }
}

function differences(path: string, name: string, text: string): string[] {
  if (!existsSync(path)) return [`There is no golden file ${name}; write it with -u`]
  const diff = unifiedDiff(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'), text)
  return diff === '' ? [] : [`The golden file differs; look at each change, then write it with -u\n${diff}`]
}

function coverageLines(results: readonly CaseResult[]): string[] {
  const matched = new Set(results.flatMap((result) => result.matched))
  const rules = [...new Set(results.flatMap((result) => result.rules))]
  const never = rules.filter((rule) => !matched.has(rule)).sort()
  const summary = `${rules.length - never.length} of ${rules.length} rules matched in a case`
  return never.length === 0 ? [summary] : [`${summary}; never:`, ...never.map((rule) => `  ${rule}`)]
}
