import type { Trust } from '../../policy/trust/in-force.ts'
import { foldersUpwards } from '../config/upwards.ts'
import { type ConfigFiles, isProject } from '../files/config-files.ts'

/**
 * What the user trusts of the project that a folder belongs to. Where nothing is left that binds, its folder cannot be
 * told by its files: then it is the nearest one upwards of which something is trusted.
 */
export function trustOf(trust: (home: string) => Trust, files: ConfigFiles, directory: string): Trust {
  const here = trust(files.home)
  if (here.body !== null || isProject(files)) return here
  return (
    foldersUpwards(directory)
      .map(trust)
      .find(({ body }) => body !== null) ?? here
  )
}
