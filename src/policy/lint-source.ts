import { commaInText } from './lint/comma-in-text.ts'
import { commentInText } from './lint/comment-in-text.ts'
import { hiddenCharacter } from './lint/hidden-character.ts'
import type { SourceCheck } from './lint/source-check.ts'
import type { Problem } from './problem.ts'
import { problemAt } from './problem-list.ts'
import type { Source } from './source.ts'
import { isTemplate } from './text-files.ts'
import { linesOf } from './text-position.ts'
import { placeOf, type Tree } from './tree.ts'

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
