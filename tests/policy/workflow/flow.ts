import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Policy } from '../../../src/core/policy.ts'
import { checkFile } from '../../../src/policy/check-file.ts'
import { compileDocument } from '../../../src/policy/compile/compile.ts'
import type { Problem } from '../../../src/policy/problems/problem.ts'
import { type ResolvedDocument, resolveDocument } from '../../../src/policy/layers/resolve.ts'
import type { FindSource } from '../../../src/policy/source.ts'

/** Built-in policies by name, and all that they refer to. */
export const find: FindSource = (reference, from) => {
  const path = reference.startsWith('builtin:')
    ? `policies/${reference.slice('builtin:'.length)}.yaml`
    : join(dirname(from ?? ''), reference)
  return { name: path, text: readFileSync(path, 'utf8') }
}

export function resolved(text: string, name = 'flow.yaml'): ResolvedDocument {
  const { document, problems } = resolveDocument({ name, text }, find)
  if (document === null) throw new Error(problems.map(({ message }) => message).join('; '))
  return document
}

export function compiled(document: ResolvedDocument): Policy {
  const { policy, problems } = compileDocument(document)
  if (policy === null) throw new Error(problems.map(({ message }) => message).join('; '))
  return policy
}

export const problemsOf = (text: string): Problem[] => checkFile({ name: 'flow.yaml', text }, find).problems

/** A small workflow; `states` are lines of the map. */
export const flow = (states: string, more = ''): string => `version: 1
name: flow
workflow:
  store: { file: state.json, state: now, artifacts: made, skipped: skipped, begun: begun }
  start: start
  startCommand: begin
  folders: ["docs/**/*.md"]
  refuse: "No: {{why}}, {{join next}}{{remedy}} ({{skill}} → {{target}})"
  broken: "Broken for {{skill}}"
  unknown: { refuse: "{{skill}} of {{join known}}, {{join next}}", except: [] }
  states:
${states
  .trim()
  .split('\n')
  .map((line) => `    ${line.trim()}`)
  .join('\n')}
rules: []
${more}`

export const twoStates = `
start: { next: [work] }
work: { skills: [do-it], next: [work] }
`
