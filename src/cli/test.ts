import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { mostOfSource, readPlainFile } from '../runtime/reading/read-file.ts'
import { defaultFolders, findCases, goldenOf } from './policies/cases.ts'
import { isCi } from '../runtime/trust/trust-reader.ts'
import { type CommandIo, exit } from './io/io.ts'
import { binds } from './person/binding.ts'
import { isRefused } from './person/only-a-person.ts'
import { createSources, packageRoot } from './policies/sources.ts'
import { type Coverage, coverageLines, coverageOf, percentText } from './test/coverage.ts'
import { done, failed, type Outcome } from '../policy/problems/fault.ts'
import { caseJson } from './test/json.ts'
import { caseJunit } from './test/junit.ts'
import { type CaseResult, testCase } from './test/one-case.ts'
import { ownParts } from './test/own-parts.ts'
import { projectDocuments } from './test/project-documents.ts'

export { testCase } from './test/one-case.ts'

export interface TestOptions {
  update?: boolean
  coverage?: boolean
  /** Percent that must be covered. */
  min?: number
  /** A part of the name or the file of the cases to run. */
  filter?: string
  /** A file to write a JUnit report to. */
  junit?: string
  /** Writes nothing but one object with the results. */
  json?: boolean
}

const signs = { ok: 'ok  ', failed: 'FAIL', todo: 'todo' } as const

/** Runs policy cases and reports them: clean if all hold, findings if any does not or there are none. */
export function testCommand(paths: readonly string[], options: TestOptions, io: CommandIo): number {
  const { update = false, filter } = options
  const say = (line: string): void => (options.json === true ? undefined : io.write(`${line}\n`))
  const found = findCases(paths, io.cwd)
  const { find } = createSources(io.cwd)
  const cases = found.cases.filter((file) => filter === undefined || isMeant(file, io.cwd, filter))
  if (update && [...cases, ...found.orphans].some((file) => binds(file, io.cwd))) {
    if (isRefused('write the golden files of what binds the agent', io)) return exit.refused
  }
  const results = cases.map((file): CaseResult => {
    const result = testCase(file, io.cwd, find, update)
    say(`${signs[result.result]} ${result.name} (${file})`)
    if (result.result === 'failed') for (const failure of result.failures) say(failure.replace(/^/gm, '     '))
    return result
  })
  const orphans = filter === undefined ? found.orphans : []
  if (update) for (const orphan of orphans) rmSync(resolve(io.cwd, orphan))
  const measured = options.coverage === true || options.min !== undefined ? coverageHere(results, io) : null
  const coverage = measured?.ok === true ? measured.value : null
  const others = [
    ...found.missing.map((path) => `${path}: there is no such file or folder`),
    ...found.strange.map((path) => `${path}: this is no case; a case has a name, policies and steps`),
    ...namesakes(results),
    ...goldenTwice(results),
    ...(isCi(io.environment ?? {}) ? results.flatMap(unseen) : []),
    ...(update ? [] : orphans.map((orphan) => `${orphan}: no case belongs to this golden file`)),
    ...(measured?.ok === false && results.length > 0 ? [`Cannot measure coverage: ${measured.message}`] : []),
  ]
  for (const other of others) say(`FAIL ${other}`)
  if (update) for (const orphan of orphans) say(`gone ${orphan}: no case belongs to this golden file`)
  const covered = coverage === null || options.min === undefined || coverage.percent >= options.min
  if (coverage !== null) for (const line of coverageLines(coverage)) say(line)
  if (coverage !== null && !covered)
    say(
      `FAIL coverage is ${percentText(coverage.percent)} %, wanted are ${options.min} %: add cases for what is named above`,
    )
  const faults = results.length > 0 ? others : [...others, noCases(paths, filter)]
  if (options.junit !== undefined) writeReport(resolve(io.cwd, options.junit), caseJunit(results, faults))
  say(results.length > 0 ? summary(results, others.length) : noCases(paths, filter))
  const isClean = covered && faults.length === 0 && results.every(({ result }) => result !== 'failed')
  if (options.json === true) io.write(caseJson(isClean, results, faults, coverage))
  return isClean ? exit.clean : exit.findings
}

/** Cases of one name: a report cannot tell them apart, nor whose a golden file is. */
function namesakes(results: readonly CaseResult[]): string[] {
  const first = new Map<string, string>()
  return results.flatMap(({ name, file }) => {
    const other = first.get(name)
    if (other === undefined) first.set(name, file)
    return other === undefined ? [] : [`${file}: its name "${name}" is the one of ${other}; write another`]
  })
}

/** Where CI runs nobody looks at what -u writes, and a run that writes what it would compare cannot fail. */
const unseen = ({ file, wrote }: CaseResult): string[] =>
  wrote ? [`${goldenOf(file)}: -u wrote it in CI, where nobody looks at it; write it before, and commit it`] : []

/** Cases whose names differ in their ending alone: each would write its golden file over the other's. */
function goldenTwice(results: readonly CaseResult[]): string[] {
  return results.flatMap(({ file }, index) => {
    const other = results.find((each) => goldenOf(each.file) === goldenOf(file))
    return other === undefined || other === results[index]
      ? []
      : [`${file}: its golden file is the one of ${other.file}; give it another name`]
  })
}

/** The name is looked for in the text, so that cases that are not meant cost nothing. */
function isMeant(file: string, cwd: string, filter: string): boolean {
  const name = /^name:.*$/m.exec(readPlainFile(resolve(cwd, file), mostOfSource))?.[0] ?? ''
  return `${name.slice('name:'.length)}\n${file}`.toLowerCase().includes(filter.toLowerCase())
}

/** What did not run or does not load covers nothing, and is no reason to call all of it covered. */
function coverageHere(results: readonly CaseResult[], io: CommandIo): Outcome<Coverage> {
  const sources = createSources(io.cwd)
  const project = projectDocuments(sources, io)
  if (!project.ok) return failed(`${project.message}; \`opencode-diverter lint\` says all that keeps policies out`)
  if (results.every(({ policies }) => policies === null))
    return failed('none of the cases could run; mend what is said of them above')
  const documents =
    project.value.length > 0 ? project.value : results.flatMap(({ policies }) => policies?.documents ?? [])
  return done(coverageOf(results, documents, ownParts(sources.find, packageRoot() === io.cwd)))
}

function writeReport(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function noCases(paths: readonly string[], filter: string | undefined): string {
  if (filter !== undefined)
    return `Cannot test: no case has "${filter}" in its name or file; leave out --filter to see all`
  return paths.length > 0
    ? `Cannot test: there are no cases in ${paths.join(', ')}; a case is a *.yaml file with steps`
    : `Cannot test: there are no cases; they are looked for in ${defaultFolders.join(' and ')}`
}

function summary(results: readonly CaseResult[], others: number): string {
  const count = (wanted: CaseResult['result']): number => results.filter(({ result }) => result === wanted).length
  const todo = count('todo') > 0 ? `, ${count('todo')} to do` : ''
  const more = others > 0 ? `, ${others} other ${others === 1 ? 'fault' : 'faults'}` : ''
  return `${results.length} ${results.length === 1 ? 'case' : 'cases'}, ${count('failed')} failed${todo}${more}`
}
