import { liveText } from './labels.ts'

const item = /^[\s>]*(?:[-*+]|\d+[.)])\s+\[[ xX]\](?=\s|$)/gm

/** How many items of a markdown task list a text has, done ones with them. */
export const taskItems = (text: string): number => [...liveText(text).matchAll(item)].length
