import { readCase } from '../policy/case.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { writeYaml } from '../policy/write-yaml.ts'
import type { Policies } from '../runtime/policies.ts'
import type { Case } from './case.ts'
import { casePolicies } from './case-policies.ts'
import { rehearse } from './rehearse.ts'
import type { Sightings } from './sightings.ts'

/** What came of one case file. */
export interface CaseRun {
  name: string
  /** The case says that it cannot hold yet. */
  todo: boolean
  /** The text of the golden file, as it should be; null if the case could not run. */
  golden: string | null
  /** What went wrong, each in one text. */
  failures: string[]
  /** The policies of the case; null if it could not run. */
  policies: Policies | null
  sightings: Sightings
}

/** Reads a case file and runs it on the real runtime. */
export function runCase(source: Source, find: FindSource): CaseRun {
  const notRun = { golden: null, policies: null, sightings: { outcomes: new Map(), edges: new Set<string>() } }
  const { test, problems } = readCase(source)
  if (test === null) {
    const failures = problems.map(({ line, message }) => `${source.name}:${line}: ${message}`)
    return { name: source.name, todo: false, failures, ...notRun }
  }
  // Zod's optional keys may be undefined, which the runner's own type leaves out.
  const given = test as Case
  const named = { name: given.name, todo: given.todo ?? false }
  try {
    const policies = casePolicies(given, source.name, find)
    const { text, failures, sightings } = rehearse(given, policies, writeYaml)
    return {
      ...named,
      golden: text,
      failures: failures.map(({ step, message, why, log }) => [`Step ${step}: ${message}`, ...why, log].join('\n')),
      policies,
      sightings,
    }
  } catch (error) {
    return { ...named, failures: [error instanceof Error ? error.message : String(error)], ...notRun }
  }
}
