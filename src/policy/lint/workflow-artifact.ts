import type { Json } from '../../core/event.ts'
import { glob } from '../../core/operators/glob.ts'
import type { ResolvedDocument } from '../resolve.ts'
import { paramName } from '../write-out.ts'
import type { Check } from './context.ts'

/** Artifacts that cannot lie in any of the folders that artifacts must lie in. */
export const workflowArtifact: Check = {
  code: 'workflow-artifact',
  run: ({ document, problem }) => {
    const folders = foldersOf(document)
    return Object.entries(document.workflow?.states ?? {}).flatMap(([name, { artifact }]) =>
      artifact === undefined || folders === null || fits(artifact, folders)
        ? []
        : [
            problem(
              ['workflow', 'states', name, 'artifact'],
              `${artifact} lies outside the folders of the workflow (${folders.join(', ')}): choose another name or add a folder`,
            ),
          ],
    )
  },
}

/** A path must match a glob as a whole; a plain name must be possible as its last part. */
function fits(artifact: string, folders: readonly string[]): boolean {
  if (artifact.includes('/')) return !artifact.split('/').includes('..') && glob([artifact], folders)
  return glob(
    [artifact],
    folders.map((folder) => folder.slice(folder.lastIndexOf('/') + 1)),
  )
}

/** Null if they are not known here. */
function foldersOf({ workflow, params }: ResolvedDocument): string[] | null {
  const given: Json = workflow?.folders ?? null
  const name = paramName(given)
  const value = name === null ? given : (params?.[name]?.default ?? null)
  const list = [value].flat()
  return list.length > 0 && list.every((each) => typeof each === 'string') ? list : null
}
