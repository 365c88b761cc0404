import type { Trust } from '../../policy/trust/in-force.ts'
import { foldersUpwards } from '../config/upwards.ts'
import { type ConfigFiles, isProject } from '../files/config-files.ts'

/**
 * The folder by which the user's trust of the project that a folder belongs to is kept. Where nothing is left that
 * binds, it cannot be told by the project's files: then it is the nearest one upwards of which something is trusted.
 */
export function homeOfTrust(
  trust: (home: string) => Pick<Trust, 'body'>,
  files: ConfigFiles,
  directory: string,
): string {
  const isTrusted = (home: string): boolean => trust(home).body !== null
  if (isProject(files) || isTrusted(files.home)) return files.home
  return foldersUpwards(directory).find(isTrusted) ?? files.home
}
