import { visible } from '../../runtime/text/visible.ts'

/** The one way of a text into the page: unseen characters by their names, breaks as breaks. */
export const shown = (text: string): string => visible(text.replace(/\r\n?|\u2028|\u2029/g, '\n'))
