import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { confine } from '../../runtime/files/confine.ts'
import { nodeFiles } from '../../runtime/files/node-files.ts'
import type { Place } from '../../store/place.ts'
import type { Result } from '../../store/store.ts'
import { type Finding, ok, problem } from './finding.ts'
import { look } from './look.ts'

/** Where nights and pages lie, and whether they can be written. */
export function fileFindings(directory: string, pages: readonly string[], place: Result<Place>): Finding[] {
  return [stateFinding(place), ...pages.map((page) => pageFinding(directory, page))]
}

function stateFinding(place: Result<Place>): Finding {
  if (!place.ok) return problem('files', place.problem.message, makeRoom)
  const { folder } = place.value
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true
  const why = isLink ? 'it is a link' : whyNotInFolder(folder)
  if (why !== null) return problem('files', `The nights cannot be written to ${folder}: ${why}`, makeRoom)
  return ok('files', `The nights ${existsSync(folder) ? 'lie' : 'will lie'} in ${folder}`)
}

function pageFinding(directory: string, page: string): Finding {
  const confined = confine(nodeFiles(), directory, page)
  if ('refused' in confined)
    return problem('files', confined.refused, 'Name another file in the policy, or move it away')
  const isThere = existsSync(confined.path)
  const why = isThere ? whyNotWritable(confined.path) : whyNotInFolder(dirname(confined.path))
  if (why !== null) return problem('files', `The page ${page} cannot be written: ${why}`, makeRoom)
  return ok('files', `The page ${isThere ? 'is' : 'will be'} ${page}`)
}

const makeRoom = 'Make room for it, with the right to write there'

/** Why no file can be made in a folder, which may be missing as long as it can be made; null: one can. */
function whyNotInFolder(path: string): string | null {
  return look(
    () => {
      if (!existsSync(path) && dirname(path) !== path) return whyNotInFolder(dirname(path))
      return statSync(path).isDirectory() ? whyNotWritable(path) : `${path} is no folder`
    },
    (why) => why,
  )
}

function whyNotWritable(path: string): string | null {
  return look<string | null>(
    () => {
      accessSync(path, constants.W_OK)
      return null
    },
    (why) => why,
  )
}
