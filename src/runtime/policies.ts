import { type PolicySet, policySet } from '../core/policy.ts'
import { compileDocument, compileKnown } from '../policy/compile/compile.ts'
import type { Problem } from '../policy/problems/problem.ts'
import type { ResolvedDocument } from '../policy/layers/resolve.ts'

/** The policies of a set, and those of the sets that restrain it. */
export interface Documents {
  own: readonly ResolvedDocument[]
  besides: readonly (readonly ResolvedDocument[])[]
}

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
  besides: Documents['besides'] = [],
): { ok: true; policies: Policies } | { ok: false; problems: Problem[] } {
  const compiled = [documents, ...besides].map((each) => each.map((document) => compileDocument(document)))
  const problems = compiled.flat().flatMap((one) => one.problems)
  if (problems.length > 0) return { ok: false, problems }
  const [own = [], ...others] = compiled.map((each) => each.flatMap(({ policy }) => policy ?? []))
  const set = policySet(
    own,
    others.map((policies) => policySet(policies)),
  )
  return { ok: true, policies: hashed({ own: documents, besides }, set, digest) }
}

/** The same for documents that the build has compiled without a problem. */
export function knownPolicies(documents: readonly ResolvedDocument[], digest: (text: string) => string): Policies {
  return hashed({ own: documents, besides: [] }, policySet(documents.map(compileKnown)), digest)
}

/** Hash and text are made once, when somebody asks: at the first decision, not at the start of the host. */
export function hashed({ own, besides }: Documents, set: PolicySet, digest: (text: string) => string): Policies {
  let hash: string | null = null
  let text: string | null = null
  return {
    documents: own,
    set,
    get hash() {
      hash ??= setHash(set, digest)
      return hash
    },
    get text() {
      text ??= JSON.stringify(besides.length === 0 ? own : { own, besides })
      return text
    },
  }
}

export const setHash = (set: PolicySet, digest: (text: string) => string): string =>
  digest([set, ...set.besides].map(({ policies }) => policies.map(({ meaning }) => meaning).join('\n')).join('\n\n'))

/** A set as the store keeps it. */
export const setRow = ({ hash, text }: Policies) => ({ hash, documents: text })
