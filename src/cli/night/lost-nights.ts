import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { foldersUpwards } from '../../runtime/config/upwards.ts'
import { journalFolder } from '../../runtime/files/own-folder.ts'
import { readFileInside } from '../../runtime/reading/read-file.ts'
import { expectedText } from '../../runtime/text/failure-text.ts'
import { visible } from '../../runtime/text/visible.ts'

const page = 'blockers.md'
/** How the last line of each of our pages begins. */
const stamp = '<!-- opencode-diverter '
/** In bytes. */
const mostOfPage = 1_000_000
const mostMoved = 3

/**
 * Why there are no nights of a folder, in sentences, as far as something speaks for it: `known` are the folders that the
 * store has nights of. Empty where there is nothing to say, as in a folder where OpenCode was never at work.
 */
export function lostNights(known: readonly string[], cwd: string, database: string): string[] {
  const moved = perhapsMoved(known, cwd)
  if (moved.length > 0) return moved.map(movedText)
  const left = foldersUpwards(cwd).find((folder) => existsSync(join(folder, journalFolder)))
  if (left !== undefined) return [leftText(left)]
  return hasPage(cwd) ? [strangeText(database)] : []
}

/** Projects whose folder is gone and that may be this one: a folder that is moved keeps its name, a renamed one its place. */
const perhapsMoved = (known: readonly string[], cwd: string): string[] =>
  known
    .filter((one) => basename(one) === basename(cwd) || dirname(one) === dirname(cwd))
    .filter((one) => !existsSync(one))
    .slice(0, mostMoved)

const movedText = (folder: string): string =>
  `The store has nights of ${visible(folder)}, which is gone. Nights, answers and grants stay with the folder that they began in: if it was moved or renamed to here, they are there again once it is back`

const strangeText = (database: string): string =>
  `${page} tells of nights that ${visible(database)} does not have: look whether OPENCODE_DIVERTER_STATE, XDG_STATE_HOME and HOME are the same here as where OpenCode runs. A page that came with a clone tells of the nights of others`

const leftText = (folder: string): string =>
  `Version 0.1 left nights in ${visible(join(folder, journalFolder))}, or a clone brought them: look at them, then run npx opencode-diverter import`

function hasPage(folder: string): boolean {
  const path = join(folder, page)
  try {
    return existsSync(path) && readFileInside(folder, path, mostOfPage).includes(stamp)
  } catch (error) {
    // What cannot be read tells of nothing.
    if (expectedText(error) === null) throw error
    return false
  }
}
