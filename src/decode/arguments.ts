import { fieldsOf, textOf, textsOf } from './payload.ts'

export type Access = 'read' | 'write' | 'run' | 'unknown'

const access: Readonly<Record<string, Access>> = {
  read: 'read',
  glob: 'read',
  grep: 'read',
  list: 'read',
  webfetch: 'read',
  websearch: 'read',
  codesearch: 'read',
  todoread: 'read',
  lsp: 'read',
  lsp_hover: 'read',
  lsp_diagnostics: 'read',
  edit: 'write',
  write: 'write',
  multiedit: 'write',
  apply_patch: 'write',
  patch: 'write',
  bash: 'run',
}

export function accessOf(tool: string): Access {
  return Object.hasOwn(access, tool) ? (access[tool] ?? 'unknown') : 'unknown'
}

const pathKeys = ['filePath', 'file_path', 'filepath', 'path', 'file', 'directory', 'target', 'destination', 'source']
const patchHeader = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$/gm

/** The paths that the input of a tool names, as written. */
export function writtenPaths(input: unknown): string[] {
  const fields = fieldsOf(input)
  const named = pathKeys.flatMap((key) => textOf(fields[key]) ?? [])
  const patch = textOf(fields['patchText']) ?? textOf(fields['patch']) ?? ''
  const patched = [...patch.matchAll(patchHeader)].flatMap((match) => match[1] ?? [])
  return [...named, ...textsOf(fields['paths']), ...textsOf(fields['files']), ...patched]
}
