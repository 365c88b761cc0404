import { resolveDocument, type ResolvedDocument } from '../../policy/resolve.ts'
import type { FindSource } from '../../policy/source.ts'

/**
 * Tells what a team wrote from what it took over unchanged from a built-in policy, which has cases of its own.
 * In the project that the built-in policies come from everything is its own.
 */
export function ownParts(
  find: FindSource,
  isHome: boolean,
): (document: ResolvedDocument, part: 'rules' | 'params', name: string) => boolean {
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

function partText(document: ResolvedDocument, part: 'rules' | 'params', name: string): string {
  const found = part === 'rules' ? document.rules.find(({ id }) => id === name) : document.params?.[name]
  return JSON.stringify(found ?? null)
}
