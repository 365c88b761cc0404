import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Turns paths as a tool or the host wrote them into paths as policies know them. */
export interface ProjectPaths {
  /**
   * Relative to the project with forward slashes, absolute outside it. Where a link leads elsewhere its target
   * follows. `base` is where relative ones start: the project, or the root of its work tree.
   */
  of: (written: readonly string[], base?: 'project' | 'worktree') => string[]
  absolute: (path: string) => string
}

/** Names that the system has for the folder that a program runs in, and for the root. */
const processFolder = /^\/(?:proc\/[^/]{1,40}(?:\/task\/[^/]{1,40})?|dev\/fd\/\.\.)\/(cwd|root\.?)(?:\/|$)/

const withoutProcess = (path: string): string =>
  path.replace(processFolder, (_, which) => (which === 'root' ? '/' : './'))

/** Steps up beyond the root stay there: so many as the start has parts are enough, and each costs. */
function climbing(path: string, start: string): string {
  const steps = /^(?:\.\.\/)*/.exec(path)?.[0].length ?? 0
  const most = 3 * start.split(sep).length
  return steps > most ? path.slice(steps - most) : path
}

/** `real` resolves links; a path of which it knows nothing comes back as it is. */
export function createProjectPaths(directory: string, worktree: string, real: (path: string) => string): ProjectPaths {
  const top = worktree === '' ? directory : worktree
  const shown = (absolute: string): string => {
    const path = relative(directory, absolute)
    const inside = path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path))
    return (inside ? path : absolute).split(sep).join('/')
  }
  return {
    of: (written, base = 'project') => {
      const start = base === 'worktree' ? top : directory
      const paths = written
        .filter((path) => path !== '' && !path.includes('\0'))
        .flatMap((path) => {
          const absolute = resolve(start, climbing(withoutProcess(path), start))
          return [shown(absolute), realShown(real(absolute))]
        })
      return [...new Set(paths)].filter((path) => path !== '')
    },
    absolute: (path) => resolve(directory, path),
  }

  function realShown(target: string): string {
    const home = real(directory)
    return shown(target.startsWith(home + sep) ? resolve(directory, relative(home, target)) : target)
  }
}
