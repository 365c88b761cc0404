import { trustCommand } from '../../src/cli/trust/trust.ts'
import { memoryIo } from '../support/memory-io.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CommandIo } from '../../src/cli/io/io.ts'
import { createSources } from '../../src/cli/policies/sources.ts'
import { readCase } from '../../src/policy/cases/case.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { casePolicies } from '../../src/rehearse/case-policies.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { placeOf } from '../support/folder-store.ts'

export const journal = 'S1.jsonl'

/** A project on disk with the night that a case left as an export, and a terminal to run commands in. */
export interface Night {
  folder: string
  put: (name: string, text: string) => void
  run: (command: (io: CommandIo) => number, input?: string) => { code: number; output: string; errors: string }
  remove: () => void
}

/** A small policy that allows tests, asks about installs and gives up after three turns without progress. */
export const smallPolicy = `version: 1
name: small
memory:
  still: { kind: counter, scope: run }
facts:
  todos: { todos: {} }
rules:
  - id: arm
    events: [permission.asked, turn.ended]
    when: { "===": [{ var: run.state }, ready] }
    then: [arm]
  - id: tests
    events: [permission.asked]
    when: { runsOnly: [{ var: event.command }, "npm test *"] }
    then: [allow]
  - id: rest
    events: [permission.asked]
    fallback: true
    then: [{ deny: "Not at night: {{event.command}}" }]
  - id: count
    events: [turn.ended]
    when: { "!": [{ var: event.progress }] }
    then: [{ add: { still: 1 } }]
  - id: give-up
    events: [turn.ended]
    when: { ">=": [{ var: memory.still }, 3] }
    then: [{ stop: { reason: no-progress } }]
  - id: go-on
    events: [turn.ended]
    then: [{ prompt: "Go on with {{facts.todos.open}} todos." }]
`

export const config = 'version: 1\nbuiltin: []\npolicies: [../small.yaml]\n'

export const smallCase = `name: a small night
policies: [./small.yaml]
zone: UTC
world: { todos: [{ title: one }] }
steps:
  - permission.asked: { request: p1, permission: bash, command: npm test -- a }
  - permission.asked: { request: p2, permission: bash, command: "npm publish --token npm_0123456789abcdefghijkl" }
  - { says: a }
  - { wait: 30s }
  - { says: b }
  - { wait: 30s }
  - { says: c }
`

export function night(caseText = smallCase, policy = smallPolicy): Night {
  const folder = mkdtempSync(join(tmpdir(), 'night-'))
  const put = (name: string, text: string): void => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  put('small.yaml', policy)
  put('.opencode/diverter.yaml', config)
  const { find } = createSources(folder)
  const { test: given } = readCase({ name: 'case.yaml', text: caseText })
  if (given === null) throw new Error('The case cannot be read')
  const { nights } = rehearse(given, casePolicies(given, 'case.yaml', find), writeYaml)
  put(journal, nights.get('S1') ?? '')
  return {
    folder,
    put,
    run: (command, input = '') => {
      let output = ''
      let errors = ''
      // The people of a project trust it.
      trustCommand({}, memoryIo(folder))
      const code = command({
        cwd: folder,
        place: placeOf(folder),
        write: (text) => {
          output += text
        },
        writeError: (text) => {
          errors += text
        },
        color: false,
        readInput: () => input,
      })
      return { code, output, errors }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
