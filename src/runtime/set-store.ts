import type { ResolvedDocument } from '../policy/resolve.ts'
import { failureText } from './failure-text.ts'
import type { OwnFolder } from './own-folder.ts'
import { type Policies, policiesOf } from './policies.ts'
import type { Files } from './ports.ts'

/** Resolved sets by hash, so that a session tree keeps deciding by the set it began with. */
export interface SetStore {
  /** Stores a set once. A string says why it could not be stored. */
  keep: (policies: Policies) => string | null
  /** The set of a hash, or why there is none. */
  find: (hash: string) => Policies | string
}

export function createSetStore(files: Files, folder: OwnFolder, digest: (text: string) => string): SetStore {
  const known = new Map<string, Policies>()
  const path = (hash: string): string => folder.path('sets', `${hash.replace(/\W/g, '')}.json`)

  function load(hash: string): Policies | string {
    try {
      const text = files.read(path(hash))
      if (text === null) return `the stored policy set ${hash} is gone`
      const documents = documentsIn(text)
      if (documents === null) return `the stored policy set ${hash} is no list of policies`
      const made = compiled(documents, digest)
      if (!made.ok) return `the stored policy set ${hash} does not fit this version: ${made.problem}`
      return made.policies.hash === hash ? made.policies : `the stored policy set ${hash} was changed`
    } catch (error) {
      return `the stored policy set ${hash} cannot be read: ${failureText(error)}`
    }
  }

  return {
    keep: (policies) => {
      if (known.has(policies.hash)) return null
      known.set(policies.hash, policies)
      try {
        if (files.kind(path(policies.hash)) !== 'absent') return null
        folder.prepare()
        files.replace(path(policies.hash), JSON.stringify(policies.documents))
        return null
      } catch (error) {
        return failureText(error)
      }
    },
    find: (hash) => {
      const found = known.get(hash) ?? load(hash)
      if (typeof found !== 'string') known.set(hash, found)
      return found
    },
  }
}

function documentsIn(text: string): ResolvedDocument[] | null {
  try {
    const documents: unknown = JSON.parse(text)
    return Array.isArray(documents) ? documents : null
  } catch {
    return null
  }
}

/** What another version or another hand wrote may be anything, so that whatever comes of it is no fault of ours. */
function compiled(
  documents: readonly ResolvedDocument[],
  digest: (text: string) => string,
): { ok: true; policies: Policies } | { ok: false; problem: string } {
  try {
    const made = policiesOf(documents, digest)
    return made.ok ? made : { ok: false, problem: made.problems[0]?.message ?? '' }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
