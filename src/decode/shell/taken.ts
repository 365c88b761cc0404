import { sedEffects } from '../../core/operators/shell/sed-script.ts'
import { interpreters, shells } from '../../core/operators/shell/wrapper.ts'
import { pathsInCode } from './code/code.ts'
import { linesOfSync } from './executed.ts'
import { linesOfGit } from './git.ts'
import { mannerOf } from './manner.ts'
import { formsIn, type Given, isGlob, isOption, join, nothing, unknown, valuesOf } from './path.ts'
import { patched } from '../named/patch.ts'
import { staysInTables } from './code/sql.ts'
import { decoded, fewLines } from './code/text.ts'
import { substituted, type Variables } from './word.ts'

/** What a command makes of the texts that it is given: in words, by here-documents, through a pipe. */
export interface Taken {
  /** Lines that a shell runs, now or later. */
  lines: string[]
  /** Files that they name where they are not lines. */
  files: string[]
}

export interface Texts {
  fed: readonly string[]
  /** What is given by a pipe. */
  printed: readonly string[]
  variables: Variables
}

/** Programs that give their words or what they read to a shell. */
const runsLines = /^(?:eval|ssh|tmux|screen|su|script|at|batch|crontab|watch|source|\.|trap|runuser|sudo|doas)$/
/** When a line of crontab is run. */
const schedule = /^\s{0,9}(?:@\w+|(?:[\d*/,a-zA-Z-]+\s+){5})\s{0,9}/

export function takenBy(program: string, given: readonly Given[], texts: Texts): Taken {
  const all = [...texts.fed, ...texts.printed, ...given.flatMap(({ word }) => substituted(word, texts.variables))]
  if (shells.has(program) || runsLines.test(program)) return takenByShell(program, given, texts)
  if (program === 'sed') return takenBySed(given, texts)
  if (isPatching(program, given)) return { lines: [], files: [...all.flatMap(patched), ...namesIn(texts.printed)] }
  if (isUnpacking(program, given))
    return { lines: [], files: placedIn(valuesOf(given, /^(?:-C|--directory)(?==|$)/), namesIn(texts.printed)) }
  if (program === 'git') return { lines: linesOfGit(given), files: [] }
  if (program === 'gh' && given[0]?.word.value === 'alias')
    return { lines: fewLines(formsIn(given.slice(2)).map((form) => form.replace(/^!/, ''))), files: [] }
  if (transfers.test(program)) return takenByTransfer(all)
  if (program === 'rsync') return { lines: linesOfSync(program, given), files: [] }
  if (/^g?make$/.test(program) || (program === 'curl' && readsConfig(given))) return inCode(all)
  if (interpreters.test(program)) {
    const texts = all.filter((text) => !staysInTables(program, text))
    const { files } = inCode([...given.flatMap(({ forms }) => forms), ...encoded(program, given), ...texts])
    return { lines: [], files: [...files, ...globsOf(program, given)] }
  }
  if (program === 'xargs' && mannerOf(program, given).kind !== 'reads') return inCode(texts.fed)
  return { lines: [], files: [] }
}

/** What PowerShell is told in base64, and the globs in what it is told. */
const encoded = (program: string, given: readonly Given[]): string[] =>
  /^(?:pwsh|powershell)$/.test(program) ? formsIn(given).flatMap(decoded) : []

const globsOf = (program: string, given: readonly Given[]): string[] =>
  /^(?:pwsh|powershell)$/.test(program)
    ? formsIn(given)
        .flatMap((form) => form.split(/[\s'"|;(){},=]+/))
        .filter((word) => isGlob(word) && /[a-z]/i.test(word))
    : []

const inCode = (texts: readonly string[]): Taken => ({ lines: [], files: texts.flatMap(pathsInCode) })

function takenByShell(program: string, given: readonly Given[], { fed, printed, variables }: Texts): Taken {
  const words =
    program === 'eval'
      ? [given.flatMap(({ forms }) => forms[0] ?? []).join(' ')]
      : given
          .flatMap(({ word, forms }) => [...forms, ...substituted(word, variables)])
          .filter((text) => /[\s;]|\$\{?IFS|^\{/.test(text))
  const piped = printed.flatMap((text) => [text, ...decoded(text)])
  const lines = fewLines([...words, ...fed, ...piped, ...(piped.length > 1 ? [printed.join(' ')] : [])])
  return {
    lines:
      program === 'crontab'
        ? lines.flatMap((text) => text.split('\n').map((line) => line.replace(schedule, '')))
        : lines,
    files: shells.has(program) && printed.includes(unknown) ? [unknown] : [],
  }
}

/** A script of sed may run lines and write files; an empty line is the text that it is given. */
function takenBySed(given: readonly Given[], { fed, printed }: Texts): Taken {
  const scripts = valuesOf(given, /^(?:-[a-zA-Z]*?e|--expression)(?==|$)/)
  const isRead = given.some(
    ({ word }, at) => word.value === '-' && /^(?:-[a-zA-Z]*f|--file)$/.test(given[at - 1]?.word.value ?? ''),
  )
  const first = given.find((each) => !isOption(each))?.forms ?? []
  const effects = [...(scripts.length > 0 ? scripts : first), ...(isRead ? fed : [])].map(sedEffects)
  const lines = effects.flatMap(({ runs }) => runs).flatMap((line) => (line === '' ? [...printed, ...fed] : line))
  return { lines: fewLines(lines), files: effects.flatMap(({ writes }) => writes) }
}

/** Programs that are told by lines what to fetch; a line may be for a shell here. */
const transfers = /^(?:s?ftp|lftp|tnftp|tftp|smbclient)$/

function takenByTransfer(texts: readonly string[]): Taken {
  const said = texts.flatMap((text) => text.split(/[\n;]/)).map((text) => text.trim())
  return {
    lines: fewLines(said.filter((text) => text.startsWith('!')).map((text) => text.slice(1))),
    files: said
      .filter((text) => /^(?:m?get|reget|recv|mirror|pget|lcd)\b/.test(text))
      .flatMap((text) => text.split(/\s+/).slice(1)),
  }
}

const isPatching = (program: string, given: readonly Given[]): boolean =>
  program === 'patch' ||
  program === 'apply_patch' ||
  (program === 'git' && formsIn(given).some((form) => form === 'apply' || form === 'am'))

const isUnpacking = (program: string, given: readonly Given[]): boolean =>
  /^(?:bsd)?tar$/.test(program) && given.some(({ word }) => /^-?[a-zA-Z]*x|^--(?:extract|get)$/.test(word.value))

/** What a command before tells of: the names that it compares or packs. */
const namesIn = (printed: readonly string[]): string[] =>
  printed.filter((text) => !/\s/.test(text.trim()) && text !== nothing)

const placedIn = (folders: readonly string[], names: readonly string[]): string[] =>
  (folders.length > 0 ? folders : ['.']).flatMap((folder) => names.map((name) => join(folder, name)))

const readsConfig = (given: readonly Given[]): boolean =>
  given.some(({ word }) => /^(?:-[a-zA-Z]*K|--config)/.test(word.value))
