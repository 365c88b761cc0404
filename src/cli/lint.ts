import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CheckedFile, checkFile } from '../policy/check-file.ts'
import type { Problem } from '../policy/problem.ts'
import { orderProblems, problemOfFile } from '../policy/problem-list.ts'
import { type CommandIo, exit } from './io.ts'
import { problemText, summaryText } from './report/text.ts'
import { createSources, type Sources } from './sources.ts'

const configFile = join('.opencode', 'diverter.yaml')
const policyFolder = 'policies'

/**
 * Checks policies, configs and cases. Without arguments the project's own: its config, else its policies folder.
 * Gives the exit code: 0 clean, 1 findings or nothing to check, 3 a file cannot be read.
 */
export function lintCommand(files: readonly string[], io: CommandIo): number {
  const sources = createSources(io.cwd)
  const targets = files.length > 0 ? files : projectFiles(io.cwd)
  const expanded = targets.flatMap((target) => filesOf(target, io.cwd))
  if (expanded.length === 0) {
    const where =
      targets.length > 0 ? `in ${targets.join(', ')}` : `: there is neither ${configFile} nor ${policyFolder}/ here`
    io.writeError(`Nothing to check ${where}; name files or folders with *.yaml\n`.replace(' :', ':'))
    return exit.findings
  }
  const results = expanded.map((file) => checkTarget(file, sources))
  const problems = orderProblems(results.flatMap((result) => result.problems))
  for (const problem of problems) io.write(problemText(problem, { color: io.color, text: sources.text }))
  io.write(
    summaryText(
      problems,
      expanded.length,
      results.reduce((sum, { rules }) => sum + rules, 0),
    ),
  )
  if (results.some(({ readable }) => !readable)) return exit.unreadable
  return problems.some(isFinding) ? exit.findings : exit.clean
}

/** Errors and warnings are findings; a note is something to know. */
function isFinding({ severity }: Problem): boolean {
  return severity !== 'note'
}

function checkTarget(file: string, sources: Sources): CheckedFile & { readable: boolean } {
  const source = sources.find(file, null)
  if (typeof source !== 'string') return { ...checkFile(source, sources.find), readable: true }
  return {
    problems: [problemOfFile(file, 'missing-file', `Cannot read the file: ${source}`)],
    rules: 0,
    sources: [], readable: false,
  }
}

function projectFiles(cwd: string): string[] {
  if (existsSync(join(cwd, configFile))) return [configFile]
  return existsSync(join(cwd, policyFolder)) ? [policyFolder] : []
}

/** A folder means the YAML files in it. */
function filesOf(target: string, cwd: string): string[] {
  const path = resolve(cwd, target)
  if (!existsSync(path) || !statSync(path).isDirectory()) return [target]
  return readdirSync(path)
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.golden.yaml'))
    .sort()
    .map((name) => join(target, name))
}
