import type { ResolvedDocument } from '../../policy/layers/resolve.ts'
import { findBuiltin } from '../../runtime/files/find-source.ts'

/**
 * The policies that are in force by default, with all their texts. The build puts the resolved documents in the
 * place of this module, so that no policy text is parsed when the host starts.
 */
export async function builtinDocuments(): Promise<ResolvedDocument[]> {
  const { loadProject } = await import('../../policy/config.ts')
  const { documents, problems } = loadProject(null, findBuiltin)
  const fault = problems.find(({ severity }) => severity === 'error')
  if (fault) throw new Error(`Cannot read the built-in policies: ${fault.file}:${fault.line}: ${fault.message}`)
  return documents
}
