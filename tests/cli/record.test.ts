import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordCommand } from '../../src/cli/record.ts'
import { testCommand } from '../../src/cli/test.ts'
import { readCase } from '../../src/policy/cases/case.ts'
import { journal, type Night, night, smallCase, smallPolicy } from './night.ts'

let project: Night
beforeEach(() => {
  project = night()
})
afterEach(() => project.remove())

const record = (session = 'S1', options: Parameters<typeof recordCommand>[2] = {}) =>
  project.run((io) => recordCommand(journal, session, options, io))

const wholeNight = `name: a night of 2026-02-12
policies:
  - ./small.yaml
clock: 2026-02-12T22:00:00.000Z
world:
  sessions:
    S1:
      agent: build
      model: test/m
  todos:
    - title: one
steps:
  - permission.asked:
      request: p1
      permission: bash
      command: npm test -- a
    expect:
      verdict: allow
      by: small/tests
      run: armed
  - permission.asked:
      request: p2
      permission: bash
      command: npm publish --token [REDACTED:npm]
      fingerprint: bd82610d9edf
    expect:
      verdict: deny
      by: small/rest
  - turn.ended:
      message: m1
      text: a
    expect:
      prompts: 1
  - wait: 30s
  - turn.ended:
      message: m2
      text: b
    expect:
      prompts: 1
  - wait: 30s
  - turn.ended:
      message: m3
      text: c
    expect:
      run: stopped (no-progress)
`

describe('record', () => {
  test('prints a night as a case, with its decisions as expectations and secrets redacted', () => {
    const { code, output } = record()
    expect(code).toBe(0)
    expect(output).toBe(wholeNight)
  })

  test('what it writes is a case that holds', () => {
    expect(record('S1', { out: 'tests/policies/night.yaml' })).toEqual({
      code: 0,
      output: 'tests/policies/night.yaml\n',
      errors: '',
    })
    const { code, output } = project.run((io) => testCommand([], { update: true }, io))
    expect(output).toBe('ok   a night of 2026-02-12 (tests/policies/night.yaml)\n1 case, 0 failed\n')
    expect(code).toBe(0)
  })

  test('takes a piece by the lines of the journal and says that it begins with nothing remembered', () => {
    const { output } = record('S1', { from: 4, to: 4 })
    expect(output).toMatch(/^# Recorded from line 4 on: what was remembered before it is not in here\.\nname: /)
    expect(output).toContain('REDACTED')
    expect(output).not.toContain('turn.ended')
  })

  test('a question of the night is told as a case can tell it', () => {
    project.remove()
    project = night(
      `${smallCase}  - question.asked: { request: q1, questions: [{ question: "Which runner?", options: [Vitest, Jest] }] }\n`,
      `${smallPolicy}  - { id: ask, events: [question.asked], then: [{ deny: Not now. }] }\n`,
    )
    const { output } = record('S1')
    expect(output).toContain('question: Which runner?')
    expect(readCase({ name: 'case.yaml', text: output }).problems).toEqual([])
  })

  test('a request whose call is in no line of the piece is still a case that holds', () => {
    project.remove()
    const asked = (request: string, fields: string) =>
      `  - permission.asked: { request: ${request}, call: ${request}c, ${fields} }\n`
    project = night(
      `${smallCase}  - tool.called: { tool: bash, call: p7c, input: { command: ls, workdir: sub } }
${asked('p7', 'permission: bash, command: ls')}  - tool.called: { tool: mail, call: p8c, input: { to: ada } }
${asked('p8', 'permission: mail, patterns: ["*"]')}  - tool.called: { tool: todowrite, call: p9c, input: { todos: [] } }
${asked('p9', 'permission: todowrite, patterns: ["*"]')}`,
    )
    expect(record().output).toContain('call: p7c')
    expect(record().output).not.toContain('tool.called')
    expect(record('S1', { out: 'tests/policies/night.yaml' }).code).toBe(0)
    const { output } = project.run((io) => testCommand([], { update: true }, io))
    expect(output).toBe('ok   a night of 2026-02-12 (tests/policies/night.yaml)\n1 case, 0 failed\n')
  })

  test('names the policies that are in force without a config, and those that a glob names', () => {
    rmSync(join(project.folder, '.opencode/diverter.yaml'))
    project.put('.opencode/policies/small.yaml', smallPolicy)
    const named = `  - builtin:guard\n  - builtin:phases\n  - builtin:blockers\n  - .opencode/policies/small.yaml\n`
    expect(record().output).toContain(`policies:\n${named}`)
    project.put('.opencode/diverter.yaml', 'version: 1\npolicies: [policies/*.yaml]\n')
    expect(record().output).toContain(`policies:\n${named}`)
  })

  test('a child keeps its place below the session, under names of the case', () => {
    project.remove()
    project = night(
      `${smallCase.replace('world: {', 'world: { sessions: { kid: { parent: S1, agent: explore } },')}  - { permission.asked: { request: p9, permission: bash, command: ls }, session: kid }\n`,
    )
    const { output } = record()
    expect(output).toContain('    S1-1:\n      parent: S1\n      agent: explore\n')
    expect(output).toContain('    session: S1-1\n')
    expect(record('kid').output).not.toContain('parent')
  })
})

describe('what cannot be recorded', () => {
  test.each<[string, string, Parameters<typeof recordCommand>[2], number, string]>([
    ['a session that decided nothing', 'S9', {}, 1, 'it decided nothing about that session; there are S1'],
    ['lines without an event', 'S1', { to: 1 }, 1, 'no event of that session stands in these lines'],
    ['an end before the start', 'S1', { from: 3, to: 2 }, 2, '--from 3 lies behind --to 2'],
    ['over a file that is there', 'S1', { out: 'small.yaml' }, 2, 'small.yaml is there already; name another file'],
  ])('%s', (_, session, options, code, why) => {
    const before = readFileSync(join(project.folder, 'small.yaml'), 'utf8')
    expect(record(session, options)).toEqual({
      code,
      output: '',
      errors: `Cannot record ${session} of ${journal}: ${why}\n`,
    })
    expect(readFileSync(join(project.folder, 'small.yaml'), 'utf8')).toBe(before)
  })
})
