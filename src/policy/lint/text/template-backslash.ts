import type { Check } from '../context.ts'

/** A single backslash before {{ makes the braces plain text, as in C:\{{name}}. */
export const templateBackslash: Check = {
  code: 'template-backslash',
  run: ({ texts, problem }) =>
    texts.flatMap(({ source, path }) =>
      [...source.matchAll(/(?<!\\)\\\{\{/g)].map(({ index }) => {
        const before = source.slice(0, index).split('\n')
        const column = (before.at(-1) ?? '').length + 1
        const message =
          'This backslash turns {{ }} into plain text: write two backslashes, or put another sign between them'
        return problem(path, message, {
          severity: 'warning',
          inText: { text: source, line: before.length, column, word: '\\{{' },
        })
      }),
    ),
}
