import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSources } from '../../src/cli/policies/sources.ts'
import { readCase } from '../../src/policy/cases/case.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { casePolicies } from '../../src/rehearse/case-policies.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { readJournal } from '../../src/replay/read-journal.ts'
import { type Replayed, replay } from '../../src/replay/replay.ts'

/** Cases whose nights have what is hard to replay. */
const cases = {
  'timers, waits and decisions that a person did not make in time':
    'blockers/a-command-of-the-ask-list-waits-then-is-diverted',
  'open requests that are decided again': 'blockers/switching-on-answers-what-already-waits',
  'refusals that follow from refusals': 'blockers/another-policys-refusal-is-an-entry-too',
  'failures that are tried again': 'blockers/an-error-that-may-pass-is-tried-again',
  'a policy in observe with a memory of its own': 'blockers/a-policy-in-observe-only-says-what-it-would-do',
  'sessions below sessions': 'blockers/sessions-do-not-share-anything',
  'answers of a person': 'blockers/an-answered-question-gets-its-answer',
  'project memory that others change': 'phases/paths-in-a-text-are-cleaned-and-confined',
  'a workflow from its start to its end': 'phases/the-whole-way-from-idea-to-code',
  'rules that cannot be evaluated': 'engine/what-cannot-be-evaluated-never-allows',
}

/** Runs a case and replays every night that it left under the same policies. */
function replayed(name: string): Replayed[] {
  const file = `tests/policies/${name}.yaml`
  const { find } = createSources(process.cwd())
  const { test: given } = readCase({ name: file, text: readFileSync(file, 'utf8') })
  if (given === null) throw new Error(`${file} cannot be read`)
  const policies = casePolicies(given, file, find)
  const { nights } = rehearse(given, policies, writeYaml)
  const night = { zone: given.zone ?? 'UTC', mode: 'serve', directory: '/project', against: null } as const
  const set = (hash: string) => (hash === policies.hash ? policies : `the set ${hash} is not of this case`)
  return [...nights.values()].flatMap((text) => [...replay(readJournal(text).lines, { ...night, find: set })])
}

test.each(Object.entries(cases))('%s come out as they were', (_, name) => {
  const decisions = replayed(name)
  expect(decisions.length).toBeGreaterThan(1)
  expect(decisions.filter(({ result }) => result !== 'same')).toEqual([])
})
