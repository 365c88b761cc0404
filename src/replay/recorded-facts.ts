import type { Moment, ProjectFile } from '../core/decision.ts'
import type { Json } from '../core/event.ts'
import { EvaluationError } from '../core/expression.ts'
import type { PolicySet } from '../core/policy.ts'
import type { DecisionLine } from '../runtime/nights/journal-line.ts'
import { factMeaning } from './reads.ts'

/**
 * The world as a journal line holds it. A fact is known if the rules of that night read one that asks the same;
 * any other fails, so that what needs it cannot be evaluated, and `missing` hears of it.
 */
export function recordedFacts(
  line: DecisionLine,
  recorded: PolicySet | null,
  replayed: PolicySet,
  missing: (what: string) => void,
): Pick<Moment, 'read' | 'project'> {
  const fail = (what: string): never => {
    missing(what)
    throw new EvaluationError(what)
  }
  return {
    read: (_source, _given, name) => {
      const key = recorded === null ? name : sameFact(line.facts, name, recorded, replayed)
      const value = key === null ? undefined : line.facts[key]
      return value === undefined ? fail(`facts.${shortName(name)} is not in the journal`) : value
    },
    project: (file) => {
      if (file === '') return { status: 'absent', problem: null, file, data: null }
      const value = Object.values(line.facts).find((fact) => isProjectFile(fact) && fact.file === file)
      return isProjectFile(value) ? { ...value, data: null } : fail('facts.project is not in the journal')
    },
  }
}

/** The key of a recorded fact that asks what the fact of the replayed set asks; null if there is none. */
function sameFact(facts: Record<string, Json>, name: string, recorded: PolicySet, replayed: PolicySet): string | null {
  const wanted = meaningIn(replayed, name)
  const candidates = [name, ...Object.keys(facts).filter((key) => key !== name)]
  return candidates.find((key) => facts[key] !== undefined && meaningIn(recorded, key) === wanted) ?? null
}

function meaningIn(set: PolicySet, key: string): string | null {
  const policy = set.policies.find(({ name }) => key.startsWith(`${name}/`))
  return policy === undefined ? null : factMeaning(policy, shortName(key))
}

const shortName = (key: string): string => key.slice(key.indexOf('/') + 1)

function isProjectFile(fact: unknown): fact is Omit<ProjectFile, 'data'> {
  return typeof fact === 'object' && fact !== null && 'status' in fact && 'problem' in fact && 'file' in fact
}
