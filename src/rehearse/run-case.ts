import { oneLine } from '../core/text.ts'
import { readCase } from '../policy/cases/case.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { writeYaml } from '../policy/yaml/write.ts'
import { failureText } from '../runtime/text/failure-text.ts'
import type { Policies } from '../runtime/policies.ts'
import { casePolicies, SettingFailure } from './case-policies.ts'
import { rehearse, StepFailure } from './rehearse.ts'
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
  const notRun = {
    golden: null,
    policies: null,
    sightings: { outcomes: new Map(), closed: new Set<string>(), edges: new Set<string>() },
  }
  const { test, lines, lineOf, problems } = readCase(source)
  if (test === null) {
    const failures = problems.map(({ line, message }) => `${source.name}:${line}: ${message}`)
    return { name: source.name, todo: false, failures, ...notRun }
  }
  const named = { name: test.name, todo: test.todo ?? false }
  const at = (step: number, message: string): string =>
    `${source.name}:${lines[step - 1] ?? 0}: step ${step}: ${message}`
  try {
    const policies = casePolicies(test, source.name, find)
    const { text, failures, sightings } = rehearse(test, policies, writeYaml)
    return {
      ...named,
      golden: `${goldenTitle(test.name)}${text}`,
      failures: failures.map(({ step, message, why, log }) => [at(step, message), ...why, log].join('\n')),
      policies,
      sightings,
    }
  } catch (error) {
    const message = failureText(error)
    const failure =
      error instanceof StepFailure
        ? at(error.step, message)
        : error instanceof SettingFailure
          ? `${source.name}:${lineOf(error.path)}: ${message}`
          : message
    return { ...named, failures: [failure], ...notRun }
  }
}

const title = '# The golden file of the case: '

/** The first line of a golden file: which case it belongs to. */
const goldenTitle = (name: string): string => `${title}${oneLine(name)}\n`

/** The name of the case that a golden file was written for; null if it says none. */
export const goldenOwner = (golden: string): string | null =>
  golden.startsWith(title) ? (golden.slice(title.length).split('\n', 1)[0] ?? null) : null
