import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { mostOfSource, readPlainFile } from '../runtime/reading/read-file.ts'
import { defaultFolders, findCases } from './policies/cases.ts'
import { type CommandIo, exit } from './io/io.ts'
import { binds } from './person/binding.ts'
import { isRefused } from './person/only-a-person.ts'
import { createSources, packageRoot } from './policies/sources.ts'
import { type Coverage, coverageLines, coverageOf, percentText } from './test/coverage.ts'
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
  const others = [
    ...found.missing.map((path) => `${path}: there is no such file or folder`),
    ...namesakes(results),
    ...(update ? [] : orphans.map((orphan) => `${orphan}: no case belongs to this golden file`)),
  ]
  for (const other of others) say(`FAIL ${other}`)
  if (update) for (const orphan of orphans) say(`gone ${orphan}: no case belongs to this golden file`)
  const coverage = options.coverage === true || options.min !== undefined ? coverageHere(results, io) : null
  const covered = coverage === null || options.min === undefined || coverage.percent >= options.min
  if (coverage !== null) for (const line of coverageLines(coverage)) say(line)
  if (coverage !== null && !covered)
    say(
      `FAIL coverage is ${percentText(coverage.percent)} %, wanted are ${options.min} %: add cases for what is named above`,
    )
  if (options.junit !== undefined) writeReport(resolve(io.cwd, options.junit), caseJunit(results, others))
  say(summary(results, others.length, filter))
  const isClean =
    covered && results.length > 0 && others.length === 0 && results.every(({ result }) => result !== 'failed')
  if (options.json === true) io.write(caseJson(isClean, results, others, coverage))
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

/** The name is looked for in the text, so that cases that are not meant cost nothing. */
function isMeant(file: string, cwd: string, filter: string): boolean {
  const name = /^name:.*$/m.exec(readPlainFile(resolve(cwd, file), mostOfSource))?.[0] ?? ''
  return `${name.slice('name:'.length)}\n${file}`.toLowerCase().includes(filter.toLowerCase())
}

function coverageHere(results: readonly CaseResult[], io: CommandIo): Coverage {
  const sources = createSources(io.cwd)
  const project = projectDocuments(sources, io)
  const documents = project.length > 0 ? project : results.flatMap(({ policies }) => policies?.documents ?? [])
  return coverageOf(results, documents, ownParts(sources.find, packageRoot() === io.cwd))
}

function writeReport(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function summary(results: readonly CaseResult[], others: number, filter: string | undefined): string {
  if (results.length === 0 && filter !== undefined)
    return `Cannot test: no case has "${filter}" in its name or file; leave out --filter to see all`
  if (results.length === 0)
    return `Cannot test: there are no cases; they are looked for in ${defaultFolders.join(' and ')}`
  const count = (wanted: CaseResult['result']): number => results.filter(({ result }) => result === wanted).length
  const todo = count('todo') > 0 ? `, ${count('todo')} to do` : ''
  const more = others > 0 ? `, ${others} other ${others === 1 ? 'fault' : 'faults'}` : ''
  return `${results.length} ${results.length === 1 ? 'case' : 'cases'}, ${count('failed')} failed${todo}${more}`
}
