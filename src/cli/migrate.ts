import { writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { readConfig } from '../policy/config.ts'
import { type Migrated, migrateAll } from '../policy/migrate/migrate.ts'
import { parse } from '../policy/yaml/parse.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { child } from '../policy/yaml/tree.ts'
import { type CommandIo, exit } from './io/io.ts'
import { configFile, lintTargets, policyFolder, projectConfig } from './policies/lint-targets.ts'
import { projectFiles } from './policies/project-set.ts'
import { slashed } from './lint-report/report.ts'
import { type Sources, sourcesOf } from './policies/sources.ts'
import { unifiedDiff } from './io/unified-diff.ts'

/**
 * Brings policies to the version of this program: shows the changes, or with `write` makes them. Without arguments
 * all that the project's configs list, else its policies folder. If one file is refused, none is written. Gives the
 * exit code: 0 all is current, shown or written; 1 refused or nothing to look at; 3 a file cannot be read.
 */
export function migrateCommand(given: readonly string[], options: { write?: boolean }, io: CommandIo): number {
  const sources = sourcesOf(io)
  const names = given.length > 0 ? lintTargets(given, io).map(normalize) : ownFiles(sources, io)
  if (names.length === 0) {
    io.writeError(`Nothing to migrate: neither ${configFile} nor ${policyFolder}/ has policies here; name files\n`)
    return exit.findings
  }
  const found = names.map((name) => ({ name, source: sources.find(name, null) }))
  const unreadable = found.flatMap(({ name, source }) => (typeof source === 'string' ? [{ name, why: source }] : []))
  for (const { name, why } of unreadable) io.writeError(`Cannot read ${name}: ${why}\n`)
  if (unreadable.length > 0) return exit.unreadable
  const files = found.flatMap(({ source }) => (typeof source === 'string' ? [] : [source]))
  return report(files, migrateAll(files, sources.find), options.write === true, io)
}

function report(
  files: readonly Source[],
  results: ReadonlyMap<string, Migrated>,
  write: boolean,
  io: CommandIo,
): number {
  const refusals = [...results.values()].flatMap((result) => (result.state === 'refused' ? result.refusals : []))
  for (const { file, line, column, message } of refusals)
    io.writeError(`${[file, line, column].filter((part) => part !== 0).join(':')}: ${message}\n`)
  const changes = files.flatMap(({ name, text: before }) => {
    const result = results.get(name)
    return result?.state === 'changed' ? [{ name, before, after: result.text }] : []
  })
  for (const { name, before, after } of changes) {
    if (!write) io.write(unifiedDiff(before, after, slashed(relative(io.cwd, resolve(io.cwd, name)))), 'data')
    else if (refusals.length === 0) writeFileSync(resolve(io.cwd, name), after)
  }
  io.write(`${summary(files.length, changes.length, write, refusals.length > 0)}\n`)
  return refusals.length > 0 ? exit.findings : exit.clean
}

function summary(files: number, changes: number, write: boolean, isRefused: boolean): string {
  const amount = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`
  if (isRefused) return 'Nothing was written: mend what is named above first, by hand'
  if (changes === 0) return `${amount(files)}, nothing to migrate`
  return write ? `wrote ${amount(changes)}` : `${amount(changes)} to migrate; --write makes the changes`
}

/** The policy files that the project's configs list; those of others are not the project's to change. */
function ownFiles(sources: Sources, io: CommandIo): string[] {
  const { config, layering, find } = projectFiles(sources, io)
  const names = new Set<string>()
  for (const source of [config, layering.local]) {
    if (source === null || typeof source === 'string') continue
    for (const reference of readConfig(source).config?.policies ?? []) {
      const files = layering.list(reference, source.name)
      for (const file of typeof files === 'string' || files.length === 0 ? [reference] : files)
        collect(file, source.name, find, names)
    }
  }
  if (names.size > 0) return [...names]
  return lintTargets([], io).filter((name) => normalize(name) !== projectConfig(io))
}

/** A file of the project, and what it extends there. One that cannot be read is named too, so that it is said. */
function collect(reference: string, from: string, find: FindSource, names: Set<string>): void {
  if (/^[a-z]{2,}:/.test(reference)) return
  const source = find(reference, from)
  const name = typeof source === 'string' ? join(dirname(from), reference) : source.name
  if (names.has(name)) return
  names.add(name)
  const base = typeof source === 'string' ? null : child(parse(source).tree, 'extends')
  if (base?.kind === 'scalar') collect(String(base.value), name, find, names)
}
