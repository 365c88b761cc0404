import { join } from 'node:path'
import { type KeptFault, keptFaults } from '../../src/runtime/fault/keep-fault.ts'
import type { StorePort } from '../../src/runtime/ports.ts'
import { openUserStore, userStore } from '../../src/runtime/files/user-store.ts'
import { exportTree } from '../../src/store/export.ts'
import { type Place, placeIn } from '../../src/store/place.ts'
import type { ProjectStore, Result } from '../../src/store/store.ts'

/** Where the store of a project folder of a test lies: within it. */
export const placeOf = (directory: string): Place => placeIn(join(directory, '.state'))

/** A real store that lies in the folder of its project. */
export function folderStore(directory: string, process: string): StorePort {
  const say = ({ message }: { message: string }): never => {
    throw new Error(message)
  }
  return userStore({ ok: true, value: placeOf(directory) }, { directory, process }, say)
}

/** The lines of a tree in such a store, as an export has them; of all trees without a root. */
export function linesOf(directory: string, root?: string): string[] {
  return exportOf(directory, root)
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"line":"policies"'))
}

export const exportOf = (directory: string, root?: string): string => exportAt(placeOf(directory), directory, root)

/** The same of a store that lies elsewhere. */
export function exportAt(place: Place, directory: string, root?: string): string {
  return reading(place, directory, (project) => {
    let text = ''
    for (const each of value(project.roots()).filter((one) => root === undefined || one === root))
      exportTree(project, each, (line) => {
        text += line
      })
    return text
  })
}

/** Puts the night of an export into the store of a folder. */
export function putNight(directory: string, root: string, text: string): void {
  const all = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const sets = all.flatMap(({ line, hash, documents }) =>
    line === 'policies' ? [{ hash, documents: JSON.stringify(documents) }] : [],
  )
  const lines = all.flatMap(({ v: _v, seq: _seq, process: _process, at, line, ...body }) =>
    line === 'policies' ? [] : [{ at, kind: line, body: JSON.stringify(body) }],
  )
  const port = folderStore(directory, 'test')
  value(value(port.project()).commit({ trees: [{ root, after: null, lines, sets }], revision: null }))
  port.close()
}

export const faultsAt = (place: Place, directory: string): KeptFault[] =>
  reading(place, directory, (project) => value(keptFaults(project)))

function reading<T>(place: Place, directory: string, read: (project: ProjectStore) => T): T {
  const store = value(openUserStore(place, 'test'))
  try {
    return read(value(store.project(directory)))
  } finally {
    store.close()
  }
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
