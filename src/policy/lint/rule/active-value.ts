import type { Json } from '../../../core/event.ts'
import type { Path } from '../../yaml/tree.ts'
import type { Check, Finding } from '../context.ts'

/** Sections and rules whose `active` is no `always`, the only value that there is below the policy. */
export const activeValue: Check = {
  code: 'active-value',
  run: ({ document: { active, sections = {}, rules }, problem }) => {
    const found = (value: Json | undefined, path: Path): Finding[] => {
      if (value === undefined) return []
      if (value !== 'always')
        return [problem(path, 'The only value here is always: what narrows a section or a rule further is its when')]
      const message = 'Nothing is left out here: the policy has no active; remove this one, or say it for the policy'
      return active === undefined ? [problem(path, message)] : []
    }
    return [
      ...Object.entries(sections).flatMap(([name, section]) => found(section.active, ['sections', name, 'active'])),
      ...rules.flatMap((rule, index) => found(rule.active, ['rules', index, 'active'])),
    ]
  },
}
