import { type ShellToken, shellTokens } from './shell-words.ts'

export interface ShellReach {
  /** True only if every program of the line is known to read alone. */
  onlyReads: boolean
  /** Words that may be paths, best effort: the shell has more ways to name a file than any list knows. */
  paths: string[]
}

const readers = new Set(
  'cat head tail less more ls grep egrep fgrep rg wc stat diff cmp pwd echo printf true cd basename dirname realpath readlink which du md5sum sha256sum jq cut tr nl find git'.split(
    ' ',
  ),
)
const gitReaders = new Set(['log', 'show', 'diff', 'status', 'blame', 'ls-files', 'grep', 'rev-parse'])
/** Options by which a reader runs another program or writes after all. */
const notReading =
  /^(?:-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fprint0|fls|O.*)|--(?:pre|output|open-files).*)$/
const deepest = 3
const most = 200

export function shellReach(line: string, depth = 0): ShellReach {
  const { tokens, opaque } = shellTokens(line)
  const commands = splitCommands(tokens)
  const onlyReads = !opaque && commands.length > 0 && !writes(tokens) && commands.every(reads)
  const paths: string[] = []
  let folder = ''
  for (const words of commands) {
    for (const word of words) paths.push(...pathsIn(word, folder, depth))
    if (words[0] === 'cd' && words[1] !== undefined)
      folder = words[1].startsWith('/') ? words[1] : join(folder, words[1])
  }
  return { onlyReads, paths: [...new Set(paths)].slice(0, most) }
}

function splitCommands(tokens: readonly ShellToken[]): string[][] {
  const commands: string[][] = [[]]
  for (const token of tokens) {
    if ('word' in token) commands.at(-1)?.push(token.word)
    else if (token.operator !== '<' && token.operator !== '>') commands.push([])
  }
  return commands.filter((words) => words.length > 0 && !isDescriptor(words))
}

/** What stands behind `2>&` is no command. */
function isDescriptor(words: readonly string[]): boolean {
  return words.length === 1 && /^\d$/.test(words[0] ?? '')
}

function writes(tokens: readonly ShellToken[]): boolean {
  return tokens.some((token, at) => {
    if ('word' in token || token.operator !== '>') return false
    const next = tokens[at + 1]
    if (next === undefined) return true
    return 'word' in next ? next.word !== '/dev/null' : next.operator !== '&'
  })
}

function reads(words: readonly string[]): boolean {
  const [program = '', ...rest] = words
  if (!readers.has(program) || rest.some((word) => notReading.test(word))) return false
  return program !== 'git' || gitReaders.has(rest[0] ?? '')
}

function pathsIn(word: string, folder: string, depth: number): string[] {
  if (/\s/.test(word)) return depth < deepest ? shellReach(word, depth + 1).paths.map((path) => join(folder, path)) : []
  const path = word.startsWith('-') || /^\w+=/.test(word) ? word.slice(word.indexOf('=') + 1 || word.length) : word
  if (path === '' || path.includes('://')) return []
  if (folder !== '' && !path.startsWith('/')) return [join(folder, path)]
  return path.includes('/') || path.startsWith('.') || /\.\w+$/.test(path) ? [path] : []
}

function join(folder: string, path: string): string {
  return folder === '' || path.startsWith('/') ? path : `${folder}/${path}`
}
