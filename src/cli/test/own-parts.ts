import { type ResolvedDocument, resolveDocument } from '../../policy/layers/resolve.ts'
import type { FindSource } from '../../policy/source.ts'

/** Whether a rule, a param or the workflow (without a name) of a document is the team's own. */
export type IsOwn = (document: ResolvedDocument, part: 'rules' | 'params' | 'workflow', name: string) => boolean

/**
 * Tells what a team wrote from what it took over unchanged from a built-in policy, which has cases of its own.
 * In the project that the built-in policies come from everything is its own.
 */
export function ownParts(find: FindSource, isHome: boolean): IsOwn {
  const known = new Map<string, ResolvedDocument | null>()

  function builtin(name: string): ResolvedDocument | null {
    const found = known.get(name)
    if (found !== undefined) return found
    const source = find(`builtin:${name}`, null)
    const document = typeof source === 'string' ? null : resolveDocument(source, find).document
    known.set(name, document)
    return document
  }

  return (document, part, name) => {
    if (isHome) return true
    const original = builtin(document.name)
    return original === null || partText(original, part, name) !== partText(document, part, name)
  }
}

function partText({ rules, params, workflow }: ResolvedDocument, part: Parameters<IsOwn>[1], name: string): string {
  if (part === 'workflow') return JSON.stringify(workflow?.states ?? null)
  return JSON.stringify((part === 'rules' ? rules.find(({ id }) => id === name) : params?.[name]) ?? null)
}
