import { entriesOf, parsePage } from '../../../src/runtime/page/page.ts'

/** The entries of a page in order. */
export const pageEntries = (text: string): { session: string; id: string; checked: boolean }[] =>
  entriesOf(parsePage(text).parts).map(({ part, entry: { id, checked } }) => ({ session: part.session, id, checked }))
