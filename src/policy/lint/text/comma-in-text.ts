import type { Entry, Tree } from '../../yaml/tree.ts'
import type { SourceCheck } from './source-check.ts'

/** Texts without quotes inside { } that a comma ends, so that what follows is taken for a key. */
export const commaInText: SourceCheck = {
  code: 'comma-in-text',
  run: ({ text, tree }) =>
    restsOf(tree).flatMap(({ key }) => {
      const before = text.slice(0, key.start).trimEnd()
      if (!before.endsWith(',')) return []
      const message =
        'The text before this comma ends here, since inside { } a comma begins a key: put the text in quotes'
      return [{ offset: before.length - 1, message }]
    }),
}

/** Keys of several words with nothing behind them. */
function restsOf(tree: Tree | null): Entry[] {
  if (tree === null || tree.kind === 'scalar') return []
  if (tree.kind === 'list') return tree.items.flatMap(restsOf)
  return [...tree.entries].flatMap(([name, entry]) => {
    const { key, value } = entry
    const isEmpty = value.kind === 'scalar' && value.value === null && value.at.start === key.start
    return isEmpty && /\S\s+\S/.test(name) ? [entry] : restsOf(value)
  })
}
