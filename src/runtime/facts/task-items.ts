import { liveText } from './labels.ts'

/** Within its line, so that each line is looked at once however many empty ones stand before it. */
const item = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\](?=\s|$)/gm

/** How many items of a markdown task list a text has, done ones with them. */
export const taskItems = (text: string): number => [...liveText(text).matchAll(item)].length
