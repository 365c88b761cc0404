import { commaInText } from './lint/text/comma-in-text.ts'
import { commentInText } from './lint/text/comment-in-text.ts'
import { hiddenCharacter } from './lint/text/hidden-character.ts'
import type { SourceCheck } from './lint/text/source-check.ts'
import type { Problem } from './problems/problem.ts'
import { problemAt } from './problems/list.ts'
import type { Source } from './source.ts'
import { isTemplate } from './text-files.ts'
import { linesOf } from './yaml/text-position.ts'
import { placeOf, type Tree } from './yaml/tree.ts'

const sourceChecks: readonly SourceCheck[] = [commaInText, commentInText, hiddenCharacter]

/** What is doubtful in the text of one file, whatever it means; none of it keeps the file from being used. */
export function lintSource({ name, text }: Source, tree: Tree | null): Problem[] {
  const lines = linesOf(name, text.replace(/^\uFEFF/, ''))
  return sourceChecks.flatMap(({ code, run }) =>
    run({ text: lines.text, tree, isTemplate: isTemplate(name) }).map(({ offset, message }) =>
      problemAt(placeOf({ lines, start: offset, end: offset }), code, message, 'warning'),
    ),
  )
}
