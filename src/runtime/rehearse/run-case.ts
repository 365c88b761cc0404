import { readCase } from '../../policy/case.ts'
import type { FindSource, Source } from '../../policy/source.ts'
import { writeYaml } from '../../policy/write-yaml.ts'
import type { Case } from './case.ts'
import { casePolicies } from './case-policies.ts'
import { rehearse } from './rehearse.ts'

/** What came of one case file. */
export interface CaseRun {
  name: string
  /** The text of the golden file, as it should be; null if the case could not run. */
  golden: string | null
  /** What went wrong, each in one text. */
  failures: string[]
  /** Rules that matched or were observed, as `policy/rule`. */
  matched: string[]
  /** Rules of the case's policies that are not disabled. */
  rules: string[]
}

/** Reads a case file and runs it on the real runtime. */
export function runCase(source: Source, find: FindSource): CaseRun {
  const { test, problems } = readCase(source)
  if (test === null) {
    const failures = problems.map(({ line, message }) => `${source.name}:${line}: ${message}`)
    return { name: source.name, golden: null, failures, matched: [], rules: [] }
  }
  try {
    // Zod's optional keys may be undefined, which the runner's own type leaves out.
    const given = test as Case
    const policies = casePolicies(given, source.name, find)
    const { text, failures, matched } = rehearse(given, policies, writeYaml)
    const rules = policies.set.policies.filter(({ mode }) => mode !== 'disabled').flatMap((policy) => policy.rules)
    return {
      name: test.name,
      golden: text,
      failures: failures.map(({ step, message, log }) => `Step ${step}: ${message}\n${log}`),
      matched,
      rules: rules.filter(({ mode }) => mode !== 'disabled').map(({ id }) => id),
    }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { name: test.name, golden: null, failures: [failure], matched: [], rules: [] }
  }
}
