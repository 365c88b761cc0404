import { isCounted } from '../../compile/limit-form.ts'
import type { Check } from '../context.ts'

/** Slots that a limit counts in, declared or changed by hand. */
export const limitName: Check = {
  code: 'limit-name',
  run: ({ document, references, stands, problem }) => {
    const limited = document.rules.filter(
      ({ limit }) => limit !== undefined && (isCounted(limit) || limit.warn !== undefined),
    )
    const names = new Set(limited.map(({ id }) => id))
    const declared = [...names]
      .filter((name) => stands(['memory', name]))
      .map((name) =>
        problem(
          ['memory', name],
          `The limit of the rule "${name}" counts in a slot of that name: give this one another`,
          {
            key: true,
          },
        ),
      )
    const changed = references
      .filter(({ what, name, path }) => what === 'slot' && names.has(name) && path.at(-2) !== 'clear')
      .map(({ name, path }) =>
        problem(path, `The limit of the rule "${name}" counts here: rules may only read and clear it`, { key: true }),
      )
    return [...declared, ...changed]
  },
}
