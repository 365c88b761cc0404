import { checkPattern, matches } from '../../../core/operators/text.ts'
import type { StateDocument } from '../../schema/workflow.ts'
import type { Check, Finding, LintContext } from '../context.ts'

/** Completion patterns without examples, and examples that the pattern does not keep. */
export const workflowSays: Check = {
  code: 'workflow-says',
  run: ({ document: { workflow }, problem }) =>
    Object.entries(workflow?.states ?? {}).flatMap(([name, { says }]) => (says ? check(name, says, problem) : [])),
}

function check(name: string, says: NonNullable<StateDocument['says']>, problem: LintContext['problem']): Finding[] {
  const path = ['workflow', 'states', name, 'says']
  const { pattern, match = [], no_match = [] } = says
  const wrong = checkPattern(pattern)
  if (wrong !== null) return [problem([...path, 'pattern'], wrong)]
  const missing = [...(match.length === 0 ? ['match'] : []), ...(no_match.length === 0 ? ['no_match'] : [])]
  return [
    ...missing.map((key) =>
      problem(path, `Cannot try the pattern of "${name}": give texts under ${key}`, { key: true }),
    ),
    ...match.flatMap((text, index) =>
      matches(text, pattern)
        ? []
        : [problem([...path, 'match', index], `The pattern of "${name}" does not find this text: mend one of the two`)],
    ),
    ...no_match.flatMap((text, index) =>
      matches(text, pattern)
        ? [problem([...path, 'no_match', index], `The pattern of "${name}" finds this text: mend one of the two`)]
        : [],
    ),
  ]
}
