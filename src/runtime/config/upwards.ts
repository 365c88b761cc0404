import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders from one upwards to the root of its git worktree, as OpenCode looks; outside of git it alone. */
export function foldersUpwards(directory: string): string[] {
  const folders = [directory]
  for (let folder = directory; !existsSync(join(folder, '.git')); ) {
    const above = dirname(folder)
    if (above === folder) return [directory]
    folders.push(above)
    folder = above
  }
  return folders
}
