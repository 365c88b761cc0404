import { dirname, relative, resolve, sep } from 'node:path'
import { builtinPolicies, readConfig } from '../policy/config.ts'
import type { CommandIo } from './io.ts'
import { projectFiles } from './project-set.ts'
import type { Sources } from './sources.ts'

/** The policies of the project as a case in `folder`, an absolute path, names them. */
export function policyReferences(folder: string, sources: Sources, io: CommandIo): string[] {
  const { config: source, layering } = projectFiles(sources, io)
  const config = source === null || typeof source === 'string' ? null : readConfig(source).config
  const from = source === null || typeof source === 'string' ? '' : source.name
  const listed = (config?.policies ?? []).flatMap((reference) => {
    if (/^[a-z]{2,}:/.test(reference)) return [reference]
    const files = layering.list(reference, from)
    const names = typeof files === 'string' || files.length === 0 ? [reference] : files
    return names.map((name) => referenceTo(resolve(io.cwd, dirname(from), name), folder))
  })
  const unlisted = source === null ? layering.unlisted.map((name) => referenceTo(resolve(io.cwd, name), folder)) : []
  const builtin = (config?.builtin ?? builtinPolicies).map((name) => `builtin:${name}`)
  return [...builtin, ...listed, ...unlisted]
}

/** A file as one in a folder names it. */
export function referenceTo(file: string, folder: string): string {
  const path = relative(folder, file).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}
