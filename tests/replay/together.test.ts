import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCase } from '../../src/policy/cases/case.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { createPath, type Taken } from '../../src/replay/path.ts'
import { type NumberedLine, readJournal } from '../../src/replay/read-journal.ts'
import { replayTogether } from '../../src/replay/together.ts'
import type { Policies } from '../../src/runtime/policies.ts'
import { teamPolicies } from '../report/nights.ts'

const own = teamPolicies('{ allow: [npm test *] }')
const others = [
  '{ allow: [npm test *] }',
  '{ allow: [npm test *, npm run build] }',
  '{ allow: [npm test *], ask: [npm run build] }',
  '{ allow: [npm test *], hint: Work in src only. }',
  '{ allow: [npm test *], maxBlockers: 2 }',
  '{ allow: [npm test *], repeats: 2 }',
  '{ allow: [], stillTurns: 2 }',
  '{ start: command }',
].map((params) => teamPolicies(params))

const commands = ['npm run build', 'npm test -- a', 'git push origin main', 'rm -rf /', 'npm run lint']
const step = fc.oneof(
  fc.nat(4).map((at) => ({ 'permission.asked': { request: `p${at}`, permission: 'bash', command: commands[at] } })),
  fc.nat(2).map((at) => ({
    'question.asked': { request: `q${at}`, questions: [{ question: `Which ${at}?`, options: ['A', 'B'] }] },
  })),
  fc.nat(2).map((at) => ({
    'turn.ended': { message: `m${at}`, text: ['Going on.', 'Done.\n\nBLOCKER_DIVERTER_DONE!', ''][at] },
  })),
  fc.boolean().map((progress) => ({
    'step.ended': { finish: 'tool-calls', last: false, calls: 1, progress, tokens: 500, cost: 0.1 },
  })),
  fc.boolean().map((changed) => ({
    'tool.finished': { tool: 'write', call: 'c1', ok: true, changed, wrote: changed ? ['a.ts'] : [] },
  })),
  fc.constant({ 'tool.called': { tool: 'bash', call: 'c2', command: 'npm test' } }),
  fc.constant({
    'record.submitted': {
      kind: 'blocker',
      category: 'security',
      question: 'Drop it?',
      context: 'It is old.',
      blocks: true,
    },
  }),
  fc.constant({ 'turn.failed': { kind: 'network', message: 'socket hang up', retryable: true } }),
  fc.constant({ 'user.wrote': { text: 'go on' } }),
  fc.constant({ 'command.run': { name: 'blockers', action: 'off' } }),
  fc.constant({ 'command.run': { name: 'blockers', action: 'on' } }),
  fc.constantFrom('1m', '16m', '3h').map((wait) => ({ wait })),
)

function nightOf(steps: readonly object[]): NumberedLine[] {
  const text = writeYaml({
    name: 'night',
    policies: ['blockers.yaml'],
    steps: [{ 'user.wrote': { text: 'Build it' } }, ...steps],
  })
  const { test: given, problems } = readCase({ name: 'case.yaml', text })
  if (given === null) throw new Error(problems.map(({ message }) => message).join('; '))
  return readJournal(rehearse(given, own, writeYaml).nights.get('S1') ?? '').lines
}

const surroundings = { find: () => own, directory: '/project', zone: 'UTC', mode: 'serve' } as const

function alone(lines: readonly NumberedLine[], against: Policies): Taken[] {
  const path = createPath({ ...surroundings, against })
  return lines.flatMap((numbered, index): Taken[] => {
    if (numbered.line.line === 'decision') return [path.meet(numbered, () => lines.slice(index, index + 50)).take()]
    path.remember(numbered.line)
    return []
  })
}

const outcomes = (taken: readonly Taken[]): unknown =>
  JSON.parse(
    JSON.stringify(taken.map(({ line, at, decision, doubts }) => ({ event: line.event, at, decision, doubts }))),
  )

describe('a night decided by several sets at once', () => {
  test('comes out by each as it does by that set alone', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
        const lines = nightOf(steps)
        const all = [...replayTogether(lines, surroundings, own, others)]
        expect(outcomes(all.map(({ first }) => first))).toEqual(outcomes(alone(lines, own)))
        for (const [at, set] of others.entries())
          expect(outcomes(all.flatMap((one) => one.others[at] ?? []))).toEqual(outcomes(alone(lines, set)))
      }),
      { numRuns: 12 },
    )
  })

  test('what reads nothing that is different is decided once', () => {
    const work = Array.from({ length: 30 }, () => [
      { 'tool.finished': { tool: 'write', call: 'c1', ok: true, changed: true, wrote: ['a.ts'] } },
      { 'step.ended': { finish: 'tool-calls', last: false, calls: 1, progress: true, tokens: 500, cost: 0.1 } },
    ]).flat()
    const asked = { 'permission.asked': { request: 'p1', permission: 'bash', command: 'npm run build' } }
    const lines = nightOf([asked, ...work])
    const all = [...replayTogether(lines, surroundings, own, others.slice(1, 4))]
    for (const at of [0, 1, 2]) {
      const apart = all.filter(({ first, others }) => others[at]?.decision !== first.decision)
      expect(apart.map(({ first }) => first.line.event.type)).toEqual(['permission.asked'])
    }
  })

  test('a param whose name begins another one is no reason to decide by itself', () => {
    const asked = (command: string) => ({ 'permission.asked': { request: command, permission: 'bash', command } })
    const lines = nightOf([asked('npm run lint'), asked('git push origin main')])
    const [more] = ['{ allow: [npm test *], ask: [make release] }'].map((params) => teamPolicies(params))
    const all = [...replayTogether(lines, surroundings, own, [more ?? own])]
    expect(all.filter(({ first, others }) => others[0]?.decision !== first.decision)).toEqual([])
  })
})
