import { fieldsOf, textOf, textsOf } from './payload.ts'
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
const patchHeaders = ['*** Add File:', '*** Update File:', '*** Delete File:', '*** Move to:']
const deepest = 8
const mostTexts = 5000
/** No system takes a longer one. */
const longestPath = 4096

/** The paths that the input of a tool names, as written; of an unknown tool every text that may be one. */
export function writtenPaths(input: unknown, access: Access = 'write'): string[] {
  const fields = fieldsOf(input)
  const named = pathKeys.flatMap((key) => textOf(fields[key]) ?? [])
  const patch = textOf(fields['patchText']) ?? textOf(fields['patch']) ?? ''
  const known = [...named, ...textsOf(fields['paths']), ...textsOf(fields['files']), ...patchedPaths(patch)]
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

/** As the host's own parser takes them: blanks around a header and before its path count for nothing. */
const patchedPaths = (patch: string): string[] =>
  patch.split('\n').flatMap((line) => {
    const text = line.trim()
    const header = patchHeaders.find((each) => text.startsWith(each))
    return header === undefined ? [] : [text.slice(header.length).trim()]
  })

const lineKeys =
  /^(?:cmd|command|commands|script|line|shell|bash|argv|args|stdin|keys|keystrokes|cmdline|(?:command|shell|bash)_?(?:line|command))$/i
const codeKeys = /^(?:code|source|source_?code|snippet|expression|program|js|javascript|typescript|py|python|eval)$/i

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
const sparing = /^(?:title|subject|(?:exclude|ignore|skip)\w*)$/i

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  return Object.entries(value).flatMap(([key, each]) => [
    ...(/[./]/.test(key) ? [key] : []),
    ...(sparing.test(key) ? [] : textsIn(each, depth + 1)),
  ])
}

/** Arguments whose text may be the arguments of another tool, as JSON. */
const packing = /^(?:arguments|args|params|parameters)$/i
/** Longer ones are no call. */
const longestPacked = 100_000

/** The input of an unknown tool with such arguments as what they say. */
export function unpacked(input: unknown, depth = 0): unknown {
  if (typeof input !== 'object' || input === null || depth > deepest) return input
  if (Array.isArray(input)) return input.map((each) => unpacked(each, depth + 1))
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, unpacked(packing.test(key) ? saidBy(value) : value, depth + 1)]),
  )
}

function saidBy(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestPacked || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return value
  }
}

const readingVerbs = /^(?:read|list|search|find|get|view|show|stat|info|grep|glob|tree|describe|lookup|fetch)$/
const otherVerbs =
  /^(?:write|edit|create|delete|remove|rm|move|mv|rename|replace|update|set|put|push|save|copy|append|patch|apply|run|exec|execute|eval|start|shell|command|terminal|install|download|send|query|sql|sync|restore|checkout)$/

/** True for a tool of a server that only reads, as its name says: `filesystem_read_text_file`. */
export function readsByName(tool: string): boolean {
  const words = tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return (
    words.length > 1 && words.some((word) => readingVerbs.test(word)) && !words.some((word) => otherVerbs.test(word))
  )
}

function pathsOfText(text: string): string[] {
  if (text.includes('*** ')) return patchedPaths(text)
  const path = text.trim()
  if (path.length > longestPath || /[\n<>"]/.test(path) || !/[./]/.test(path)) return []
  // A folder that is mounted somewhere.
  const [, mounted] = /^([^:]{2,}):\/(?!\/)/.exec(path) ?? []
  return [pathOfAddress(path), ...(mounted === undefined ? [] : [mounted])]
}

/** What an address of a file means; other addresses stay as they are. */
function pathOfAddress(text: string): string {
  const address = /^file:\/\/(?:localhost)?/i.exec(text)
  if (address === null) return text
  const path = text.slice(address[0].length)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
