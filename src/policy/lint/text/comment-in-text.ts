import type { Span, Tree } from '../../yaml/tree.ts'
import type { SourceCheck } from './source-check.ts'

/** Keys whose text goes to the agent or to a person. */
const textKeys = ['deny', 'prompt', 'reply', 'notify', 'instruct', 'text', 'detail']

interface Text {
  at: Span
  /** True where a text for someone stands, and no name or number. */
  isMessage: boolean
}

/** Texts without quotes that a " #" cuts off, as in `fix issue #12 now`. */
export const commentInText: SourceCheck = {
  code: 'comment-in-text',
  run: ({ text, tree }) =>
    textsOf(tree, null, null).flatMap(({ at, isMessage }) => {
      if (/["'|>&*!]/.test(text.charAt(at.start))) return []
      const [cut = '', comment = ''] = /^[ \t]+(#.*)/.exec(text.slice(at.end, at.end + 200)) ?? []
      // After other values a comment is usual, but it begins with a space.
      if (!(isMessage ? /^#(?!\s*lint-ignore)/.test(comment) : /^#[^\s#!-]/.test(comment))) return []
      const message = 'The text ends before this #, which begins a comment: put the text in quotes, or after a "|"'
      return [{ offset: at.end + cut.indexOf('#'), message }]
    }),
}

function textsOf(tree: Tree | null, key: string | null, section: string | null): Text[] {
  if (!tree) return []
  if (tree.kind === 'scalar') {
    const isMessage = section === 'templates' || textKeys.includes(key ?? '')
    return typeof tree.value === 'string' && tree.value !== '' ? [{ at: tree.at, isMessage }] : []
  }
  if (tree.kind === 'list') return tree.items.flatMap((item) => textsOf(item, null, key))
  return [...tree.entries].flatMap(([name, { value }]) => textsOf(value, name, key))
}
