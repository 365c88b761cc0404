import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Exercised, rulesInGolden } from '../../policy/cases/untested.ts'
import { mostOfSource, readPlainFile } from '../../runtime/reading/read-file.ts'
import { casesFolders, findCases, goldenOf } from './cases.ts'

/**
 * The rules that cases exercise, as `policy/rule`, by their golden files: `test` keeps these true, and to run the
 * cases would take many times as long. Looked for where `test` does, and beside the given files.
 */
export function exercisedRules(files: readonly string[], cwd: string): Exercised {
  const { cases } = findCases([...casesFolders(cwd), ...files], cwd)
  const goldens = cases.map((file) => resolve(cwd, goldenOf(file)))
  const written = goldens.filter(existsSync)
  return {
    rules: new Set(
      written.flatMap((path) => rulesInGolden(readPlainFile(path, mostOfSource).replaceAll('\r\n', '\n'))),
    ),
    unwritten: goldens.length - written.length,
  }
}
