import { glob } from '../../../core/operators/glob.ts'
import type { ResolvedDocument } from '../../layers/resolve.ts'
import type { Check } from '../context.ts'
import { writtenAt } from '../param-source.ts'

/** Artifacts that cannot lie in any of the folders that artifacts must lie in. */
export const workflowArtifact: Check = {
  code: 'workflow-artifact',
  run: ({ document, nearest, problem }) => {
    const folders = foldersOf(document)
    return Object.entries(document.workflow?.states ?? {}).flatMap(([name, { artifact }]) =>
      artifact === undefined || folders === null || fits(artifact, folders)
        ? []
        : [
            problem(
              nearest([
                ['workflow', 'states', name, 'artifact'],
                writtenAt(document.workflow?.folders ?? null, ['workflow', 'folders'], document).path,
              ]),
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
function foldersOf(document: ResolvedDocument): string[] | null {
  const given = document.workflow?.folders ?? null
  const { value } = writtenAt(given, [], document)
  const list = [value].flat()
  return list.length > 0 && list.every((each) => typeof each === 'string') ? list : null
}
