import type { Check, Finding } from '../context.ts'

/** Skills that would enter two states: which one is meant could not be told. */
export const workflowSkill: Check = {
  code: 'workflow-skill',
  run: ({ document: { workflow }, problem }) => {
    const seen = new Map<string, string>()
    const found: Finding[] = []
    for (const [name, { skills = [] }] of Object.entries(workflow?.states ?? {})) {
      for (const [index, skill] of skills.entries()) {
        const first = seen.get(skill)
        if (first === undefined) seen.set(skill, name)
        else
          found.push(
            problem(
              ['workflow', 'states', name, 'skills', index],
              `The skill "${skill}" enters "${first}" already: leave it in one state`,
            ),
          )
      }
    }
    return found
  },
}
