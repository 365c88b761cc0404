import type { Check } from '../context.ts'

/** Two rules with one id, of which overrides would only reach the first. */
export const duplicateRule: Check = {
  code: 'duplicate-rule',
  run: ({ document, problem }) =>
    document.rules.flatMap(({ id }, index) =>
      document.rules.findIndex((rule) => rule.id === id) < index
        ? [problem(['rules', index, 'id'], `The rule id "${id}" exists twice: give this rule another one`)]
        : [],
    ),
}
