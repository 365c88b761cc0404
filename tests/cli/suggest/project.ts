import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CommandIo } from '../../../src/cli/io/io.ts'
import { createSources } from '../../../src/cli/policies/sources.ts'
import { suggestCommand, type SuggestOptions } from '../../../src/cli/suggest/suggest.ts'
import { trustCommand } from '../../../src/cli/trust/trust.ts'
import type { WordDecision } from '../../../src/core/vocabulary.ts'
import { readCase } from '../../../src/policy/cases/case.ts'
import { writeYaml } from '../../../src/policy/yaml/write.ts'
import { casePolicies } from '../../../src/rehearse/case-policies.ts'
import { rehearse } from '../../../src/rehearse/rehearse.ts'
import { parseLine } from '../../../src/runtime/nights/journal-line.ts'
import { folderStore, putNight } from '../../support/folder-store.ts'
import { memoryIo } from '../../support/memory-io.ts'

export const policyFile = '.opencode/policies/blockers.yaml'
export const casesFolder = '.opencode/policies/tests'

/** As a team writes it; the comments are theirs to keep. */
export const teamPolicy = `# What the team changes.
version: 1
extends: builtin:blockers
params:
  allow: ["npm test *"]      # the tests
  until: "07:00"             # stop then
`

const shell = (request: string, command: string): string =>
  `  - permission.asked: ${JSON.stringify({ request, permission: 'bash', command })}`

/** A night in which these commands and questions are refused, one step after the other. */
export function nightOf(steps: readonly string[], mode = 'serve'): string {
  return `${[
    'name: a night of work',
    'policies: [builtin:guard, builtin:phases, builtin:blockers]',
    'zone: UTC',
    `world: { sessions: { S1: { mode: ${mode} } } }`,
    'steps:',
    '  - user.wrote: { text: Build the new timetable page }',
    ...steps,
  ].join('\n')}\n`
}

export const asks = (...commands: readonly string[]): string[] =>
  commands.map((command, at) => shell(`p${at + 1}`, command))

export const wonders = (request: string, question: string, ...options: readonly string[]): string =>
  `  - question.asked: ${JSON.stringify({ request, questions: [{ question, options }] })}`

export interface Project {
  folder: string
  put: (name: string, text: string) => void
  read: (name: string) => string
  /** The night of a case, under its own root. */
  night: (text: string, root?: string) => void
  /** A person's word on what was asked last with this subject in it. */
  say: (part: string, decision: WordDecision, text?: string) => void
  suggest: (
    options?: SuggestOptions,
    io?: Partial<CommandIo>,
  ) => Promise<{ code: number; output: string; errors: string }>
  trust: () => void
  remove: () => void
}

/** A project on disk with a real store, and nights that the real runtime made. */
export function projectWith(files: Readonly<Record<string, string>> = { [policyFile]: teamPolicy }): Project {
  const folder = mkdtempSync(join(tmpdir(), 'suggest-'))
  const texts: string[] = []
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const trust = (): void => void trustCommand({}, memoryIo(folder))
  return {
    folder,
    put,
    trust,
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    night: (text, root = 'S1') => {
      const { test, problems } = readCase({ name: 'case.yaml', text })
      if (test === null) throw new Error(problems.map(({ message }) => message).join('; '))
      const { nights } = rehearse(test, casePolicies(test, 'case.yaml', createSources(folder).find), writeYaml)
      const lines = (nights.get('S1') ?? '').replaceAll('"S1"', JSON.stringify(root))
      texts.push(lines)
      putNight(folder, root, lines)
    },
    say: (part, decision, words) => {
      const fingerprint = fingerprintOf(texts.join('\n'), part)
      const port = folderStore(folder, 'person')
      const project = port.project()
      if (!project.ok) throw new Error(project.problem.message)
      const at = Date.parse('2026-02-13T06:00:00Z')
      const author = { via: 'terminal' as const, name: null }
      const isGrant = decision === 'once' || decision === 'project' || decision === 'never'
      const done = project.value.commit({
        trees: [],
        revision: null,
        answers: [{ ...author, record: 'b1', fingerprint, at, decision, text: words ?? null }],
        ...(isGrant && { grants: [{ ...author, fingerprint, subject: part, reach: decision, record: 'b1', at }] }),
      })
      if (!done.ok) throw new Error(done.problem.message)
      port.close()
    },
    suggest: async (options = {}, io = {}) => {
      const memory = memoryIo(folder)
      const code = await suggestCommand({ zone: 'UTC', ...options }, { ...memory, ...io })
      return { code, output: memory.output(), errors: memory.errors() }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** The fingerprint of the last request or question with a text in it. */
function fingerprintOf(text: string, part: string): string {
  for (const each of text.split('\n').reverse()) {
    const line = parseLine(each)
    if (line?.line !== 'decision') continue
    const { event } = line
    if (event.type === 'permission.asked' && JSON.stringify(event).includes(part)) return event.fingerprint
    const asked =
      event.type === 'question.asked' ? event.questions.find(({ question }) => question.includes(part)) : null
    if (asked) return asked.fingerprint
  }
  throw new Error(`Nothing was asked with ${part} in it`)
}
