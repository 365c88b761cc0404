import { withFields } from '../../policy/records/older.ts'
import { type Documents, type Policies, policiesOf } from '../policies.ts'

/** The set of a hash as it was written down, its documents as JSON, or why it cannot be used. */
export function storedSet(hash: string, text: string | null, digest: (text: string) => string): Policies | string {
  const found = writtenSet(hash, text, digest)
  if (typeof found === 'string' || found.hash === hash) return found
  return isOfOlderVersion(text)
    ? `the stored policy set ${hash} comes from an older version`
    : `the stored policy set ${hash} was changed`
}

/** The same of another version, whose hash may be another one. */
export function writtenSet(hash: string, text: string | null, digest: (text: string) => string): Policies | string {
  if (text === null) return `the stored policy set ${hash} is gone`
  const documents = documentsIn(text)
  if (documents === null) return `the stored policy set ${hash} is no list of policies`
  const made = compiled(documents, digest)
  return made.ok ? made.policies : `the stored policy set ${hash} does not fit this version: ${made.problem}`
}

/** The same for showing entries, by which nothing is decided: an older version's set, whose hash was another one, will do. */
export const shownSet = (hash: string, text: string | null, digest: (text: string) => string): Policies | string =>
  isOfOlderVersion(text) ? writtenSet(hash, text, digest) : storedSet(hash, text, digest)

function isOfOlderVersion(text: string | null): boolean {
  const documents = text === null ? null : documentsIn(text)
  return documents?.own.some((document) => withFields(document) !== document) ?? false
}

function documentsIn(text: string): Documents | null {
  try {
    const found: unknown = JSON.parse(text)
    if (Array.isArray(found)) return { own: found, besides: [] }
    if (typeof found !== 'object' || found === null || !('own' in found) || !('besides' in found)) return null
    const { own, besides } = found
    return Array.isArray(own) && Array.isArray(besides) && besides.every(Array.isArray) ? { own, besides } : null
  } catch {
    return null
  }
}

/** What another version or another hand wrote may be anything, so that whatever comes of it is no fault of ours. */
function compiled(
  { own, besides }: Documents,
  digest: (text: string) => string,
): { ok: true; policies: Policies } | { ok: false; problem: string } {
  try {
    const made = policiesOf(
      own.map(withFields),
      digest,
      besides.map((each) => each.map(withFields)),
    )
    return made.ok ? made : { ok: false, problem: made.problems[0]?.message ?? '' }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
