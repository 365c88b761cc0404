import { createSources } from '../../src/cli/policies/sources.ts'
import { readCase } from '../../src/policy/cases/case.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { casePolicies } from '../../src/rehearse/case-policies.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { repository } from '../support/host.ts'

/** The folder that cases stand for. */
const project = '/project'

/** A case has at most 256 kB; so many characters of samples fit, or one that is longer. */
const longestCase = 60_000

/** The samples, `TOOL ARGUMENTS`, that guard answers in another way than the given one. */
export function answeredOtherwise(samples: readonly string[], verdict: 'deny' | 'pass'): string[] {
  const cases: string[][] = []
  let room = 0
  for (const sample of samples) {
    room -= sample.length
    if (room < 0) {
      cases.push([])
      room = longestCase - sample.length
    }
    cases.at(-1)?.push(sample)
  }
  return cases.flatMap((some) => otherwiseIn(some, verdict))
}

function otherwiseIn(samples: readonly string[], verdict: 'deny' | 'pass'): string[] {
  const steps = samples.map((sample) => ({ 'tool.called': callOf(sample), expect: { verdict } }))
  const text = writeYaml({ name: 'attack', policies: ['builtin:guard'], steps })
  const { test, problems } = readCase({ name: 'attack.yaml', text })
  if (test === null) throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  const policies = casePolicies(test, 'attack.yaml', createSources(repository).find)
  const { failures } = rehearse(test, policies, writeYaml)
  return [...new Set(failures.map(({ step }) => samples[step - 1] ?? ''))]
}

function callOf(sample: string): object {
  const [tool = '', given = ''] = sample.replaceAll('PROJECT', project).split(/ (.*)/s)
  const input: unknown = JSON.parse(given)
  return { tool, input: typeof input === 'string' ? { command: input } : input }
}
