import { evaluate } from '../../core/judging/evaluate.ts'
import type { Json } from '../../core/event.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import { writeYaml } from '../../policy/yaml/write.ts'
import { readCase } from '../../policy/cases/case.ts'
import { rehearse, StepFailure } from '../../rehearse/rehearse.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../../runtime/policies.ts'
import { withSettings } from '../../rehearse/case-policies.ts'
import type { Proof } from '../../suggest/case.ts'
import { givesParam, withLine } from '../../suggest/policy-line.ts'
import type { Refusal } from '../../suggest/refusal.ts'
import type { Request } from '../../suggest/requests.ts'
import type { Said } from '../../suggest/said.ts'
import type { Bench, Changed } from '../../suggest/suggest.ts'
import { policyOf } from '../../suggest/trial.ts'
import type { PolicyWay } from '../../suggest/way.ts'
import { writtenScene } from '../explain/written-scene.ts'
import type { ProjectPolicy } from './project-policy.ts'

/** The bench of a project: lines are tried on its own files, in memory. */
export function projectBench(
  { target, load, references }: ProjectPolicy,
  { today, problems: known }: { today: Policies; problems: readonly Problem[] },
  said: (fingerprint: string) => Said,
  cwd: string,
): Bench {
  const before = new Set(known.map(keyOf))

  /** The policies with lines in the file, as the plugin would load them. */
  function loadWith(ways: readonly PolicyWay[]): Changed | Refusal {
    const text = withLines(target.source.text, ways, today)
    if (text === null) return { is: 'by-hand' }
    const { policies, problems } = load(text)
    const found = problems.filter((one) => !before.has(keyOf(one)) && one.severity !== 'note')
    if (found.some(({ code }) => code === 'wide-star')) return { is: 'wide-star' }
    if (policies === null || found.length > 0 || !takes(policies, ways, today)) return { is: 'unproved' }
    return { policies }
  }

  /** Loading all files takes long; where all values hold together in the file, each is put into what was loaded. */
  function change(ways: readonly PolicyWay[]): (Changed | Refusal)[] {
    const values = ways.filter(({ is }) => is === 'allow' || is === 'ask')
    const isSafe = values.length > 1 && !('is' in loadWith(values))
    return ways.map((way) => (isSafe && values.includes(way) ? valueIn(way, today) : loadWith([way])))
  }

  return {
    today,
    said,
    change,
    refuses: (request) => refusing(request, today, cwd),
    proves: (proof, changed) => holds(proof, changed) && !holds(proof, today),
    references,
    digest,
  }
}

/** The text of a policy file with several lines more; null where one cannot be added. */
export function withLines(text: string, ways: readonly PolicyWay[], today: Policies): string | null {
  return ways.reduce<string | null>(
    (changed, way) => (changed === null ? null : withLine(changed, withInherited(way, changed, today))),
    text,
  )
}

function valueIn(way: PolicyWay, today: Policies): Changed | Refusal {
  if (way.is !== 'allow' && way.is !== 'ask') return { is: 'unproved' }
  const params = { blockers: { [way.is]: [...valuesOf(today, way.is), ...way.patterns] } }
  const made = policiesOf(
    today.documents.map((document) => (document.name === 'blockers' ? withSettings(document, { params }) : document)),
    digest,
  )
  return made.ok ? { policies: made.policies } : { is: 'unproved' }
}

const keyOf = ({ code, file, message }: Problem): string => `${code} ${file} ${message}`

/** True if a case runs and all of it is as it says. */
function holds({ file, text }: Proof, policies: Policies): boolean {
  const { test } = readCase({ name: file, text })
  if (test === null) return false
  try {
    return rehearse(test, policies, writeYaml).failures.length === 0
  } catch (error) {
    // What a night tells may be more than a case can say.
    if (error instanceof StepFailure) return false
    throw error
  }
}

/** A list in a file takes the place of the one below it, so what that says is said again. */
function withInherited(way: PolicyWay, text: string, today: Policies): PolicyWay {
  if (way.is !== 'allow' && way.is !== 'ask') return way
  return givesParam(text, way.is) ? way : { ...way, patterns: [...valuesOf(today, way.is), ...way.patterns] }
}

function valuesOf(policies: Policies, param: 'allow' | 'ask'): string[] {
  const value = policies.set.policies.find(({ name }) => name === 'blockers')?.params[param]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Whether the lists hold what they held and what was added: a layer above the file may have the last word. */
function takes(policies: Policies, ways: readonly PolicyWay[], today: Policies): boolean {
  return (['allow', 'ask'] as const).every((param) => {
    const added = ways.flatMap((way) => (way.is === param ? way.patterns : []))
    const left = valuesOf(policies, param)
    return [...valuesOf(today, param), ...added].every((pattern) => left.includes(pattern))
  })
}

/** Which policy refuses the call of a request, or the request even if a person has allowed it. */
function refusing({ asked, event }: Request, policies: Policies, cwd: string): string | null {
  const grant: Json = { word: 'project', grant: 1, at: 0, record: null }
  const placed = { policies, origins: new Map<string, string>() }
  const scene = writtenScene(
    {
      event:
        asked.is === 'command'
          ? { type: 'tool.called', fields: { tool: 'bash', command: asked.command } }
          : { type: 'user.wrote', fields: { text: 'go on' } },
      run: { state: 'armed' },
      facts: { blockers: { grant } },
    },
    placed,
    cwd,
  )
  for (const one of asked.is === 'command' ? [scene.event, event] : [event]) {
    const { verdict } = evaluate(policies.set, scene.before, one, scene.moment)
    if (verdict.outcome === 'deny' && policyOf(verdict.by) !== 'blockers') return policyOf(verdict.by)
  }
  return null
}
