import type { Edited } from '../record-view.ts'

/** Tells a person who wrote into a page that this answers nothing, and what does. */
export const editedLines = (edited: readonly Edited[]): string[] =>
  edited.map(
    ({ page, ids }) =>
      `Written into ${page} but not read as an answer: ${ids.join(', ')}; answer with clarify or npx opencode-diverter answer`,
  )
