import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { configFiles } from '../../runtime/files/config-files.ts'

/** How long changes are gathered before the next run, in milliseconds. */
const pause = 100
const folders = ['policies', 'templates', '.opencode', 'tests']

/**
 * Runs now and after every change of a policy, a text or a case of the project that holds in `cwd`, until `signal` ends it.
 * Golden files that the run itself writes do not count.
 */
export function watchAndRun(
  paths: readonly string[],
  cwd: string,
  run: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { home } = configFiles(cwd, null)
  const wanted = [...paths.map((path) => resolve(cwd, path)), ...folders.map((folder) => join(home, folder))]
  const places = [...new Set(wanted)].filter(existsSync)
  let timer: NodeJS.Timeout | undefined
  const changed = (name: string | null): void => {
    if (name !== null && (!/\.(ya?ml|hbs)$/.test(name) || name.endsWith('.golden.yaml'))) return
    clearTimeout(timer)
    timer = setTimeout(run, pause)
  }
  const watchers: FSWatcher[] = places.map((place) => watch(place, { recursive: true }, (_, name) => changed(name)))
  run()
  return new Promise((done) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      done()
    })
  })
}
