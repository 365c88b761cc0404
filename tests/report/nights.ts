import { resolveDocument } from '../../src/policy/layers/resolve.ts'
import { createSources } from '../../src/cli/policies/sources.ts'
import { readReport, type Wanted } from '../../src/report/read-nights.ts'
import type { FileCounts, Report } from '../../src/report/schema.ts'
import { memoryFiles } from '../../src/rehearse/memory-files.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../../src/runtime/policies.ts'
import { project, stageOf, start, type TestStage } from '../runtime/stage.ts'

export const commit = '0123456789abcdef0123456789abcdef01234567'
const minute = 60_000

const made = new Map<string, Policies>()

/** The built-in policies, as a team changes them; they are made once. */
export function teamPolicies(params: string): Policies {
  const policies = made.get(params) ?? makePolicies(params)
  made.set(params, policies)
  return policies
}

function makePolicies(params: string): Policies {
  const { find } = createSources(process.cwd())
  const text = `version: 1\nextends: builtin:blockers\nparams: ${params}\n`
  const { document, problems } = resolveDocument({ name: 'blockers.yaml', text }, find)
  if (document === null) throw new Error(problems.map(({ message }) => message).join('; '))
  const read = policiesOf([document], digest)
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('; '))
  return read.policies
}

export const counted: FileCounts = {
  is: 'counted',
  since: commit,
  files: [
    { path: 'src/old.ts', added: 120, removed: 8, isTracked: true },
    { path: 'src/refund.ts', added: 31, removed: 0, isTracked: false },
    { path: 'notes.txt', added: 9, removed: 0, isTracked: false },
    { path: 'logo.png', added: null, removed: null, isTracked: true },
  ],
  more: 0,
}

export interface Told {
  stage: TestStage
  pass: (minutes: number) => void
  send: TestStage['send']
  /** A step of a session that used something. */
  step: (session: string, cost: number, more?: Record<string, unknown>) => void
  report: (wanted?: Wanted, files?: FileCounts) => Report
}

/** A night on the real runtime, in a store in memory, from 22:00 UTC on. */
export function tell(params = '{}'): Told {
  const files = memoryFiles()
  files.replace(`${project}/.git/HEAD`, `${commit}\n`)
  const stage = stageOf({ policies: teamPolicies(params), files })
  stage.session('S1', { title: 'Refunds for cancelled sailings' })
  return {
    stage,
    pass: (minutes) => stage.clock.pass(minutes * minute),
    send: stage.send,
    step: (session, cost, more = {}) =>
      void stage.send(session, 'step.ended', {
        finish: 'tool-calls',
        last: false,
        calls: 2,
        progress: true,
        tokens: 1000,
        cost,
        ...more,
      }),
    report: (wanted = { of: 'since', from: start - minute }, changed = counted) => {
      const found = stage.store.open('reader').project()
      if (!found.ok) throw new Error(found.problem.message)
      const world = { now: start + 600 * minute, zone: 'UTC', digest, files: () => changed }
      const read = readReport(found.value, wanted, world)
      if (!read.ok) throw new Error(read.problem.message)
      return read.value
    },
  }
}

/** Two agents: one goes over its budget with a helper, one calls it done. */
export function twoSessions(): Told {
  const told = tell('{ maxCost: 3, allow: [npm test *] }')
  const { stage, pass, send, step } = told
  stage.session('S2', { title: 'Move the timetable to Postgres' })
  stage.session('H1', { parent: 'S1', title: 'helper' })
  send('S1', 'user.wrote', { text: 'Please add refunds. I am away until the morning.' })
  send('S1', 'tool.finished', {
    tool: 'write',
    call: 'c1',
    ok: true,
    changed: true,
    wrote: ['src/refund.ts'],
    lasted: 40,
  })
  send('S1', 'tool.finished', { tool: 'read', call: 'c2', ok: true, paths: ['src/old.ts'] })
  send('S1', 'tool.finished', { tool: 'read', call: 'c3', ok: false, paths: ['src/gone.ts'] })
  step('S1', 0.4)
  pass(30)
  for (const request of ['p1', 'p2'])
    send('S1', 'permission.asked', { request, permission: 'bash', command: 'npx playwright install chromium' })
  send('S1', 'permission.asked', { request: 'p3', permission: 'bash', command: 'npm test -- refunds' })
  const questions = [{ question: 'How long may a passenger ask for a refund?', options: ['14 days', '30 days'] }]
  const asked = (request: string) => ({ request, questions })
  send('S1', 'question.asked', asked('q1'))
  send('S2', 'user.wrote', { text: 'Move the timetable.' })
  send('S2', 'question.asked', asked('q2'))
  send('S1', 'turn.ended', { text: 'I stop here for now.' })
  pass(1)
  stage.arrive()
  send('S2', 'turn.ended', { text: 'All is complete.\n\nBLOCKER_DIVERTER_DONE!', progress: true })
  pass(60)
  send('H1', 'tool.finished', { tool: 'bash', call: 'c4', command: 'ls', ok: true, exit: 0, lasted: 130_000 })
  step('H1', 2.3)
  pass(9)
  send('S1', 'turn.failed', { kind: 'network', message: 'socket hang up', retryable: true })
  pass(2)
  stage.arrive()
  step('H1', 0.6)
  return told
}
