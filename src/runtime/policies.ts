import { type PolicySet, policySet } from '../core/policy.ts'
import { compileDocument, compileKnown } from '../policy/compile.ts'
import type { Problem } from '../policy/problem.ts'
import type { ResolvedDocument } from '../policy/resolve.ts'

/** Resolved policies with what they compile to; equal hashes decide equally. */
export interface Policies {
  documents: readonly ResolvedDocument[]
  set: PolicySet
  hash: string
  /** The documents as the store keeps them: as JSON. */
  text: string
}

/** Compiles resolved documents to a set, or says what is wrong with them. */
export function policiesOf(
  documents: readonly ResolvedDocument[],
  digest: (text: string) => string,
): { ok: true; policies: Policies } | { ok: false; problems: Problem[] } {
  const compiled = documents.map((document) => compileDocument(document))
  const problems = compiled.flatMap((one) => one.problems)
  if (problems.length > 0) return { ok: false, problems }
  const set = policySet(compiled.flatMap(({ policy }) => policy ?? []))
  return { ok: true, policies: hashed(documents, set, digest) }
}

/** The same for documents that the build has compiled without a problem. */
export function knownPolicies(documents: readonly ResolvedDocument[], digest: (text: string) => string): Policies {
  return hashed(documents, policySet(documents.map(compileKnown)), digest)
}

/** Hash and text are made once, when somebody asks: at the first decision, not at the start of the host. */
export function hashed(
  documents: readonly ResolvedDocument[],
  set: PolicySet,
  digest: (text: string) => string,
): Policies {
  let hash: string | null = null
  let text: string | null = null
  return {
    documents,
    set,
    get hash() {
      hash ??= setHash(set, digest)
      return hash
    },
    get text() {
      text ??= JSON.stringify(documents)
      return text
    },
  }
}

export const setHash = (set: PolicySet, digest: (text: string) => string): string =>
  digest(set.policies.map(({ meaning }) => meaning).join('\n'))

/** A set as the store keeps it. */
export const setRow = ({ hash, text }: Policies) => ({ hash, documents: text })
