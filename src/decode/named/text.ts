import { bracesOf } from '../../core/operators/braces.ts'
import { isPatch, patched, patchedPaths } from './patch.ts'

/** No system takes a longer one. */
const longestPath = 4096
const mostInList = 200

/** The paths that a text of an unknown tool may be. */
export function pathsOfText(text: string): string[] {
  if (text.includes('*** ')) return patchedPaths(text)
  if (isPatch(text)) return patched(text)
  const [path = ''] = text.trim().split('\0')
  if (path.length > longestPath) return []
  const listed = path.split(/[\s,;]+/)
  const isList = !/[\s{]/.test(path) || listed.every((each) => each === '' || isName(each))
  if (listed.length > 1 && listed.length <= mostInList && isList) return [path, ...listed.flatMap(pathsOfOne)]
  return pathsOfOne(path)
}

/** A word of a list of files: all that stands in it could be one. */
const isName = (text: string): boolean => /^[\w@~./\\*-]+$/.test(text) && /[./]/.test(text)

/** What stands before the value of an option. */
const option = /^--?[a-zA-Z][\w-]{0,40}=/

const around = /^(["'`])([^"'`\n]*)\1$/

function pathsOfOne(given: string): string[] {
  const path = (around.exec(given)?.[2] ?? given).replace(option, '')
  if (/[\n<>"]/.test(path) || !/[./]/.test(path)) return []
  // A folder that is mounted somewhere.
  const [, mounted] = /^([^:]{2,}):\/(?!\/)/.exec(path) ?? []
  const plain = pathOfAddress(path)
  const forms = [plain, plain.replace(placed, ''), plain.replace(led, leads)]
  return [...new Set([...forms, ...(mounted === undefined ? [] : [mounted]), ...windowsForm(plain), ...braced(plain)])]
}

/** Where in a file something stands: `a.ts:12:3`, `a.ts#L1-L3`. */
const placed = /(?::\d{1,9}){1,2}$|#[^/#]*$/
/** What others fill in before a path: `$PWD/a`, `${workspaceFolder}/a`, `%APPDATA%/a`, `@/a`. */
const led = /^(?:\$\w{1,99}|\$\{[^{}]{1,99}\}|%\w{1,99}%|@(?=[\w.~/]))[/\\]?/

const leads = (lead: string): string => (lead === '@' || lead === '@/' ? '' : /^\$\{?HOME\}?/.test(lead) ? '~/' : '**/')

const windowsForm = (path: string): string[] =>
  /[\w.]\\[\w.]/.test(path) ? [path.replace(led, leads).replaceAll('\\', '/')] : []

const braced = (path: string): string[] => (path.includes('{') ? (bracesOf(path) ?? []) : [])

const address = /^(?:[a-z-]{0,20}file|vscode-[a-z]{1,20}|untitled):(?:\/\/[^/]*)?|^(?:vscode|vscodium|cursor):\/\/file/i

/** What an address of a file means; other addresses stay as they are. */
export function pathOfAddress(text: string): string {
  const found = address.exec(text)
  if (found === null) return text
  const path = text.slice(found[0].length).replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
