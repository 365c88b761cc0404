import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { confine } from '../../runtime/confine.ts'
import { nodeFiles } from '../../runtime/node-files.ts'
import { ownFolder } from '../../runtime/own-folder.ts'
import { type Finding, ok, problem } from './finding.ts'
import { look } from './look.ts'

/** Where state and pages lie, and whether they can be written. */
export function fileFindings(directory: string, pages: readonly string[]): Finding[] {
  return [stateFinding(directory), ...pages.map((page) => pageFinding(directory, page))]
}

function stateFinding(directory: string): Finding {
  const path = join(directory, ownFolder)
  const why = whyNotInFolder(path)
  if (why !== null) return problem('files', `The state cannot be written to ${ownFolder}: ${why}`, makeRoom)
  if (!existsSync(path)) return ok('files', `The state will lie in ${ownFolder}`)
  const real = realpathSync(path)
  const isElsewhere = real !== join(realpathSync(directory), ownFolder)
  return ok('files', `The state lies in ${ownFolder}${isElsewhere ? `, which leads to ${real}` : ''}`)
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
