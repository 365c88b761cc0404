import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSources } from '../../src/cli/policies/sources.ts'
import { projectBench } from '../../src/cli/suggest/bench.ts'
import type { Loaded } from '../../src/cli/suggest/project-policy.ts'
import { runsOnly } from '../../src/core/operators/shell/runs.ts'
import { star } from '../../src/core/operators/shell/pattern.ts'
import { readCase } from '../../src/policy/cases/case.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import type { FindSource } from '../../src/policy/source.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { readJournal } from '../../src/replay/read-journal.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../../src/runtime/policies.ts'
import { isHardCommand } from '../../src/suggest/hard.ts'
import { withLine } from '../../src/suggest/policy-line.ts'
import { foldRequests } from '../../src/suggest/requests.ts'
import type { Said } from '../../src/suggest/said.ts'
import { suggest } from '../../src/suggest/suggest.ts'
import { longWork, olderText } from '../../src/suggest/text.ts'

const blockers = 'version: 1\nextends: builtin:blockers\nparams:\n  allow: ["npm test *"]\n'
const strict = `version: 1
name: strict
order: 50
rules:
  - id: no-secret
    events: [permission.asked]
    when: { runs: [{ var: event.command }, "npm run secret *"] }
    then: [{ deny: Not this one. }]
  - id: no-node
    events: [tool.called]
    when: { runs: [{ var: event.command }, "node *"] }
    then: [{ deny: Nor this one. }]
`

const sources = createSources(process.cwd())
const findWith =
  (text: string): FindSource =>
  (reference, from) => {
    if (reference === 'blockers.yaml') return { name: 'blockers.yaml', text }
    if (reference === 'strict.yaml') return { name: 'strict.yaml', text: strict }
    return sources.find(reference, from)
  }

function load(text: string): Loaded & { policies: Policies } {
  const { documents, problems } = loadPolicies(['builtin:guard', 'strict.yaml', 'blockers.yaml'], findWith(text))
  const made = policiesOf(documents, digest)
  if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join('; '))
  return { policies: made.policies, problems }
}

const today = load(blockers)

/** What the policies say to a command: to its call, and to the request. */
function verdicts(command: string, policies: Policies): { call: string; request: string } {
  const steps = [
    { 'tool.called': { tool: 'bash', command } },
    { 'permission.asked': { request: 'p1', permission: 'bash', command } },
  ]
  const { test: given, problems } = readCase({
    name: 'case.yaml',
    text: writeYaml({ name: 'one', policies: ['blockers.yaml'], steps }),
  })
  if (given === null) throw new Error(problems.map(({ message }) => message).join('; '))
  const night = rehearse(given, policies, writeYaml).nights.get('S1') ?? ''
  const of = (type: string): string =>
    readJournal(night).lines.flatMap(({ line }) =>
      line.line === 'decision' && line.event.type === type ? [line.verdict.outcome] : [],
    )[0] ?? 'pass'
  return { call: of('tool.called'), request: of('permission.asked') }
}

const words = fc.constantFrom(
  'npm',
  'run',
  'build',
  'secret',
  'node',
  'git',
  'push',
  'rm',
  '-rf',
  'a.js',
  '*',
  '$X',
  '&&',
  '.opencode',
)
const commands = fc.oneof(
  fc.constantFrom(
    'npm run build',
    'npm run secret now',
    'npm test && npm run secret x',
    'npm test -- a && npm run build',
    'node a.js',
    'sh -c "node a.js"',
    'git push origin main',
    'sudo npm run build',
    'npx opencode-diverter trust',
    'cp a .opencode/diverter.yaml',
    'npm run *',
    'npx prettier "src/*.ts"',
    'git {status,push}',
    'FOO=1 npm run build > out.txt',
    'npm run build --token=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB',
  ),
  fc.array(words, { minLength: 2, maxLength: 5 }).map((all) => all.join(' ')),
)
const saids = fc.constantFrom<Said>(
  { is: 'nothing' },
  { is: 'allowed', times: 1 },
  { is: 'never' },
  { is: 'words', text: 'Leave it.' },
)

/** Each round loads policies and makes nights. */
const patient = { timeout: 240_000 }

describe('suggestions', patient, () => {
  test('none is covered by a deny, hard or a wide star, and each changes its verdict', () => {
    let found = 0
    const night = fc.array(fc.tuple(commands, saids), { minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(night, (asked) => {
        const steps = asked.map(([command], at) => ({
          'permission.asked': { request: `p${at}`, permission: 'bash', command },
        }))
        const { test: given } = readCase({
          name: 'case.yaml',
          text: writeYaml({ name: 'night', policies: ['blockers.yaml'], steps }),
        })
        if (given === null) throw new Error('The case cannot be read')
        const { lines } = readJournal(rehearse(given, today.policies, writeYaml).nights.get('S1') ?? '')
        const fold = foldRequests()
        fold.take('S1', lines)
        const requests = fold.done()
        const said = new Map(
          requests.map(({ fingerprint, subject }) => [fingerprint, asked.find(([one]) => subject.endsWith(one))?.[1]]),
        )
        const project = {
          target: { source: { name: 'blockers.yaml', text: blockers }, isThere: true },
          load: (text: string | null) => load(text ?? blockers),
          findWith: (text: string | null) => findWith(text ?? blockers),
          cases: 'tests',
          references: ['builtin:guard', './strict.yaml', './blockers.yaml'],
        }
        const bench = projectBench(
          project,
          { today: today.policies, problems: today.problems },
          (fingerprint) => said.get(fingerprint) ?? { is: 'nothing' },
          process.cwd(),
        )
        const nights = {
          roots: ['S1'],
          read: () => ({ root: 'S1', lines, find: () => today.policies, directory: '/project', zone: 'UTC' }),
        }
        const { suggestions, refusals } = suggest(requests, nights, bench)
        const spared = new Set(suggestions.map(({ request }) => request))
        expect(spared.size + refusals.length).toBe(requests.length)
        for (const { way, request } of suggestions) {
          if (request.asked.is !== 'command') throw new Error('No command was asked for')
          const { command } = request.asked
          const before = verdicts(command, today.policies)
          if (way.is === 'permission' || way.is === 'answer') throw new Error('No line is for that')
          const text = withLine(blockers, way)
          if (text === null) throw new Error('The line cannot be written')
          const changed = load(text)
          expect(changed.problems.filter(({ code }) => code === 'wide-star')).toEqual([])
          found += 1
          if (way.is === 'hint') continue
          expect(before).toEqual({ call: 'pass', request: 'deny' })
          expect(way.patterns.some((pattern) => star.test(pattern))).toBe(false)
          expect(verdicts(command, changed.policies)).toEqual({ call: 'pass', request: way.is })
          if (way.is === 'ask') continue
          expect(isHardCommand(command)).toBe(false)
          expect(runsOnly(`${command} x`, way.patterns)).toBe(false)
        }
      }),
      { numRuns: 8 },
    )
    expect(found).toBeGreaterThan(5)
  })
})

test('nights that were left out are told, with what reads them', () => {
  expect(olderText(1)).toBe('1 older night was not read; npx opencode-diverter suggest --all reads it too.')
  expect(olderText(400)).toBe('400 older nights were not read; npx opencode-diverter suggest --all reads them too.')
})

test('what takes long is said before it is begun', () => {
  expect(longWork(3, 19_999)).toBe(null)
  expect(longWork(500, 100_000)).toBe(
    'Trying lines on 500 nights with 100000 lines, which may take minutes; --since 7d looks at fewer.\n',
  )
})
