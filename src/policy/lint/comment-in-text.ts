import type { Tree } from '../tree.ts'
import type { SourceCheck } from './source-check.ts'

/** Plain texts of several words, or with a sign that no comment begins with, that a " #" ends: `fix issue #12 now`. */
export const commentInText: SourceCheck = {
  code: 'comment-in-text',
  run: ({ text, tree }) =>
    scalarsOf(tree).flatMap(({ value, at }) => {
      const isPlain =
        typeof value === 'string' && value !== '' && !/^["'|>&*!]/.test(text.slice(at.start, at.start + 1))
      const comment = isPlain ? /^[ \t]+(#.*)/.exec(text.slice(at.end, at.end + 200)) : null
      if (!comment || !(/\s/.test(String(value)) || /^#[^\s#-]/.test(comment[1] ?? ''))) return []
      const offset = at.end + comment[0].indexOf('#')
      return [
        {
          offset,
          message: `The text ends before this #, which begins a comment: put the text in quotes, or after a "|"`,
        },
      ]
    }),
}

function scalarsOf(tree: Tree | null): Extract<Tree, { kind: 'scalar' }>[] {
  if (!tree) return []
  if (tree.kind === 'scalar') return [tree]
  return (tree.kind === 'list' ? tree.items : [...tree.entries.values()].map(({ value }) => value)).flatMap(scalarsOf)
}
