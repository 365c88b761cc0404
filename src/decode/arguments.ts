import { isPatch, patched, patchedPaths } from './named/patch.ts'
import { places } from './named/packed.ts'
import { pathOfAddress, pathsOfText } from './named/text.ts'
import { fieldsOf, listOf, textOf, textsOf } from './payload.ts'
import { fewLines } from './shell/code/text.ts'

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
const deepest = 8
const mostTexts = 5000

/** The paths that the input of a tool names, as written; of an unknown tool every text that may be one. */
export function writtenPaths(input: unknown, access: Access = 'write'): string[] {
  const fields = fieldsOf(input)
  const named = pathKeys.flatMap((key) => textOf(fields[key]) ?? [])
  const patch = textOf(fields['patchText']) ?? textOf(fields['patch']) ?? ''
  const edited = listOf(fields['edits']).flatMap((edit) => pathKeys.flatMap((key) => textOf(fieldsOf(edit)[key]) ?? []))
  const ofPatch = isPatch(patch) ? patched(patch) : patchedPaths(patch)
  const known = [...named, ...edited, ...textsOf(fields['paths']), ...textsOf(fields['files']), ...ofPatch]
  const anywhere = access === 'unknown' ? textsIn(input, 0).slice(0, mostTexts).flatMap(pathsOfText) : []
  return [...new Set([...known.map(pathOfAddress), ...anywhere])]
}

/** False if the input of an unknown tool is deeper, or has more texts, than is looked through. */
export const isWhole = (input: unknown, access: Access): boolean =>
  access !== 'unknown' || (!isDeep(input, 0) && textsIn(input, 0).length <= mostTexts)

const isDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth > deepest || Object.values(value).some((each) => isDeep(each, depth + 1)))

const lineKeys =
  /^(?:cmd|command|commands|script|line|shell|bash|argv|args|stdin|keys|keystrokes|cmdline|(?:command|shell|bash)_?(?:line|command))$/i
const codeKeys =
  /^(?:code|fn|func|function|source|source_?code|snippet|expression|program|js|javascript|typescript|py|python|eval)$/i

/** True for an argument whose name says that it is a line for a shell, or code. */
export const tellingKeys = new RegExp(`${lineKeys.source}|${codeKeys.source}`, 'i')

/** Texts of an unknown tool that are code of some language, as the names of its arguments say. */
export function codeTexts(input: unknown, depth = 0): string[] {
  if (typeof input !== 'object' || input === null || depth > deepest) return []
  return Object.entries(input).flatMap(([key, value]) => {
    if (!codeKeys.test(key)) return codeTexts(value, depth + 1)
    // The lines of a cell of a notebook are a list.
    return typeof value === 'string' ? [value] : [textsOf(value).join(''), ...codeTexts(value, depth + 1)]
  })
}

/** Texts of an unknown tool that are lines for a shell, as the names of its arguments say. */
export function shellLines(input: unknown, depth = 0): string[] {
  if (typeof input !== 'object' || input === null || depth > deepest) return []
  const lines = Object.entries(input).flatMap(([key, value]) =>
    lineKeys.test(key) ? textsOf(value).concat(textOf(value) ?? []) : shellLines(value, depth + 1),
  )
  return fewLines(lines)
}

/** Arguments that are no path, or say what is left alone. */
const noPath = /^(?:title|subject|summary|topic|(?:exclude|ignore|skip)\w*)$/i
/** Arguments for people, who may be shown a patch. */
const speaking = /^(?:body|comments?|contents?|description|markdown|message|notes?|summary|text)$/i

/** What a file is to hold, where a path stands beside it. */
const holding = /^(?:contents?|file_?text)$/i

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  const isFile = Object.entries(value).some(([key, each]) => places.test(key) && typeof each === 'string')
  return Object.entries(value).flatMap(([key, each]) => [
    ...(/[./]/.test(key) ? [key] : []),
    ...((isFile && holding.test(key)) || noPath.test(key) || (speaking.test(key) && isShown(each))
      ? []
      : textsIn(each, depth + 1)),
  ])
}

const isShown = (value: unknown): boolean => typeof value === 'string' && !value.includes('*** ') && isPatch(value)

const readingVerbs =
  /^(?:read|list|search|find|get|view|show|stat|info|grep|glob|tree|describe|lookup|fetch|diff|status|blame|history)$/
const otherVerbs =
  /^(?:write|edit|create|delete|remove|rm|move|mv|rename|replace|update|set|put|push|save|copy|append|patch|apply|run|exec|execute|eval|start|shell|command|terminal|install|download|send|query|sql|sync|restore|checkout|add|alter|change|clear|commit|convert|disable|enable|extract|fix|format|generate|insert|link|make|merge|modify|mutate|overwrite|post|publish|reset|revert|rewrite|store|submit|swap|to|toggle|touch|transform|truncate|undo|unzip|upload)$/
/** Tools that are called as what they do; one that fetches may put it somewhere. */
const plainly = /^(?:find|glob|grep|list|lookup|search|stat|view)$/

/** True for a tool of a server that only reads, as its name says: `filesystem_read_text_file`. */
export function readsByName(tool: string): boolean {
  const words = tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
  if (words.length === 1) return plainly.test(words[0] ?? '')
  const isLog = words.includes('git') && words.includes('log')
  return (isLog || words.some((word) => readingVerbs.test(word))) && !words.some((word) => otherVerbs.test(word))
}

const acting =
  /^(?:exec\w*|delete|replace\w*|replacement|overwrite|out(?:put_?(?:path|file|dir\w*|folder)|_?file)?|save\w*|write\w*)$/i

/** True for arguments by which a tool does more than to read, whatever it is called. */
export const isActing = (input: unknown): boolean =>
  Object.entries(fieldsOf(input)).some(
    ([key, value]) => (lineKeys.test(key) || acting.test(key)) && value !== null && value !== false && value !== '',
  )

/** Tools of the host that speak to people, to others that work or to the agent itself. */
export const isTalk = (tool: string): boolean => /^(?:question|skill|task|todowrite)$/.test(tool)
