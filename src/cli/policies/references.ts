import { dirname, join, relative, resolve, sep } from 'node:path'
import { builtinPolicies, readConfig } from '../../policy/config.ts'
import type { ProjectFiles } from './project-set.ts'

/** The policies of the project as a case in `folder`, an absolute path, names them. */
export function policyReferences(folder: string, files: ListingFiles, cwd: string): string[] {
  const { config: source } = files
  const config = source === null || typeof source === 'string' ? null : readConfig(source).config
  const builtin = (config?.builtin ?? builtinPolicies).map((name) => `builtin:${name}`)
  const own = listedPolicies(files).map((name) => (isPrefixed(name) ? name : referenceTo(resolve(cwd, name), folder)))
  return [...builtin, ...own]
}

type ListingFiles = Pick<ProjectFiles, 'config' | 'layering'>

/** The policies that the project's config lists, globs written out, or those that are in force without one; by their names. */
export function listedPolicies({ config: source, layering }: ListingFiles): string[] {
  if (source === null || typeof source === 'string') return source === null ? [...layering.unlisted] : []
  return (readConfig(source).config?.policies ?? []).flatMap((reference) => {
    if (isPrefixed(reference)) return [reference]
    const files = layering.list(reference, source.name)
    const names = typeof files === 'string' || files.length === 0 ? [reference] : files
    return names.map((name) => join(dirname(source.name), name))
  })
}

/** `builtin:` and `npm:` name what lies elsewhere. */
const isPrefixed = (name: string): boolean => /^[a-z]{2,}:/.test(name)

/** A file as one in a folder names it. */
export function referenceTo(file: string, folder: string): string {
  const path = relative(folder, file).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}
