import type { Check } from '../context.ts'

/** An allow that asks nothing would allow everything. */
export const allowWithoutWhen: Check = {
  code: 'allow-without-when',
  run: ({ document, problem }) =>
    document.rules.flatMap(({ then, when }, index) =>
      when === undefined && then.includes('allow')
        ? [
            problem(
              ['rules', index, 'then', then.indexOf('allow')],
              'A rule that allows needs a when: say what it allows',
            ),
          ]
        : [],
    ),
}
