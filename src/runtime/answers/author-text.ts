import type { Via } from '../../core/vocabulary.ts'
import { oneLine } from '../text/visible.ts'

/** How a person's word came, for a person. */
const ways: Readonly<Record<Via, string>> = {
  dialog: 'in a dialog',
  question: 'asked by the agent',
  command: 'by /blockers',
  terminal: 'in the terminal',
  page: 'on the page of the morning',
}

/** Whose word it is: "you, in the terminal". */
export const authorText = ({ via, name }: { via: Via; name: string | null }): string =>
  `${name === null ? 'you' : oneLine(name)}, ${ways[via]}`
