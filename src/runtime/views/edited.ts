import type { Edited } from '../page/record-view.ts'

/** Tells a person what reads differently on the pages: that it answers nothing, and what does. */
export const editedLines = (edited: readonly Edited[]): string[] =>
  edited.flatMap(({ page, open, closed }) => [
    ...(open.length === 0
      ? []
      : [
          `Written into ${page} but not read as an answer: ${open.join(', ')}; answer with /blockers clarify or npx opencode-diverter answer`,
        ]),
    ...(closed.length === 0 ? [] : [`Reads differently in ${page} than it was written: ${closed.join(', ')}`]),
  ])
