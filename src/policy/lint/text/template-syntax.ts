import type { Check } from '../context.ts'

/** Texts that cannot be read, or use a helper that does not exist. */
export const templateSyntax: Check = {
  code: 'template-syntax',
  run: ({ texts, problem }) =>
    texts.flatMap(({ source, check, path }) => {
      if (!check.problem) return []
      const { message, line, column } = check.problem
      return [problem(path, message, { inText: { text: source, line, column, word: '' } })]
    }),
}
