import { innerStart, programOf, shells, wrappers } from '../core/operators/wrapper.ts'
import { readLine, type ShellCommand, type ShellLine, type ShellWord } from '../core/operators/shell-line.ts'
import { pathsInCode } from './shell-code.ts'
import { formsOf, isGlob, isTelling, join, unknown, type Variables } from './shell-word.ts'
import { type Given, type Manner, mannerOf } from './shell-manner.ts'
import { decoded, interpreters, printedBy } from './shell-printed.ts'

export interface ShellReach {
  /** True only if every program of the line is known to read alone. */
  onlyReads: boolean
  /** Words that may be paths, best effort: the shell has more ways to name a file than any list knows. */
  paths: string[]
  /** What the line may change, best effort; a glob where the name is not known, `**` for any text. */
  touches: string[]
}

const deepest = 4
const most = 400

interface Walk {
  /** Folders that a command may run in. */
  folders: string[]
  variables: Variables
  reads: boolean
  paths: Set<string>
  touches: Set<string>
  /** What the command before this one may have printed. */
  printed: string[]
  depth: number
}

/** `workdir` is where the line runs, as written; empty for the project. */
export function shellReach(line: string, workdir = ''): ShellReach {
  const walk: Walk = {
    folders: [workdir],
    variables: new Map(),
    reads: true,
    paths: new Set(),
    touches: new Set(),
    printed: [],
    depth: 0,
  }
  const count = walkLine(line, walk)
  return {
    onlyReads: walk.reads && count > 0,
    paths: [...walk.paths].slice(0, most),
    touches: [...walk.touches].slice(0, most),
  }
}

function walkLine(text: string, walk: Walk): number {
  if (walk.depth >= deepest) {
    walk.reads = false
    return 0
  }
  walk.depth += 1
  const line = readLine(text)
  if (!line.complete) {
    // What cannot be read may run whatever its words name.
    walk.reads = false
    for (const path of pathsInCode(text)) touch(path, walk)
  }
  // Behind a plain chain of `&&` a folder is sure; else the command may run in the one before as well.
  const isChain = !/[(;|\n]/.test(text)
  const before = [...walk.folders]
  bindLoops(line, walk)
  for (const command of line.commands) walkCommand(command, walk, isChain)
  for (const word of line.targets) {
    for (const form of formsOf(word, walk.variables)) {
      if (form === '/dev/null' || /^(?:\d+|-|\/dev\/(?:stdout|stderr|tty))$/.test(form)) continue
      walk.reads = false
      for (const folder of new Set([...before, ...walk.folders])) {
        walk.paths.add(join(folder, form))
        walk.touches.add(join(folder, form))
      }
    }
  }
  walk.depth -= 1
  return line.commands.length
}

function bindLoops({ loops }: ShellLine, walk: Walk): void {
  for (const { name, words } of loops)
    walk.variables.set(
      name,
      words.flatMap((word) => formsOf(word, walk.variables)),
    )
}

function bind(text: string, walk: Walk): void {
  const [, name = '', value = ''] = /^(\w+)\+?=(.*)$/s.exec(text) ?? []
  if (name === '') return
  const [word] = readLine(`x ${value}`).commands[0]?.words.slice(1) ?? []
  const forms = word === undefined ? [''] : formsOf(word, walk.variables)
  walk.variables.set(name, [...new Set([...(walk.variables.get(name) ?? []), ...forms])].slice(0, 50))
}

const touch = (path: string, walk: Walk): void => {
  for (const folder of walk.folders) walk.touches.add(join(folder, path))
}

function moveTo(folders: readonly string[], walk: Walk, isSure: boolean): void {
  const moved = walk.folders.flatMap((from) => folders.map((to) => join(from, to)))
  walk.folders = [...new Set([...moved, ...(isSure ? [] : walk.folders)])].slice(0, 8)
}

function walkCommand(command: ShellCommand, walk: Walk, isChain: boolean): void {
  for (const assignment of command.assignments) bind(assignment, walk)
  if (command.assignments.length > 0) walk.reads = false
  const printed = walk.printed
  walk.printed = []
  if (command.words.length > 0) walkWords(command.words, { command, printed, isChain }, walk)
}

interface Around {
  command: ShellCommand
  /** What is given to it by a pipe. */
  printed: readonly string[]
  isChain: boolean
}

function walkWords(words: readonly ShellWord[], around: Around, walk: Walk): void {
  const [name, ...rest] = words
  if (name === undefined) return
  const program = programOf(name.value)
  const all: Given[] = rest.map((word) => ({ word, forms: formsOf(word, walk.variables) }))
  const given = withoutScript(program, all)
  for (const each of all)
    for (const path of namedIn(each))
      for (const at of walk.folders) if (at !== '' || looksLikePath(path)) walk.paths.add(join(at, path))
  if (name.kind !== 'plain' || rest.some(({ parts }) => parts.some(runsMore))) walk.reads = false

  if (/^(?:cd|pushd|chdir)$/.test(program)) {
    moveTo(
      given
        .filter(({ word }) => !/^[-+]/.test(word.value))
        .slice(0, 1)
        .flatMap(({ forms }) => forms),
      walk,
      around.isChain,
    )
    return
  }
  if (program === 'read' || program === 'mapfile' || program === 'readarray') {
    const from = [...around.command.fed.map((text) => text.trim()), ...around.printed]
    for (const { word } of given)
      if (/^\w+$/.test(word.value)) walk.variables.set(word.value, from.length > 0 ? from : [unknown])
    walk.reads = false
    return
  }
  if (walkInner(program, words, given, around, walk)) return
  walkScripts(program, given, around, walk)
  const manner = mannerOf(program, given)
  if (manner.kind !== 'reads') walk.reads = false
  walk.printed = printedBy(program, given, [...around.printed, ...around.command.fed])
  change(manner, given, around, walk)
}

const runsFiles = /^(?:node|bun|deno|tsx|ts-node|python|ruby|perl|php|lua)$/

/** The file that an interpreter runs is read alone. */
function withoutScript(program: string, given: Given[]): Given[] {
  if (!runsFiles.test(program)) return given
  const at = given.findIndex(({ word }) => !word.value.startsWith('-') && word.value !== 'run')
  const hasCode = given.slice(0, at).some(({ word }) => /^-[a-zA-Z]*[ceEpr]|^--(?:eval|print)/.test(word.value))
  return at < 0 || hasCode || given[at]?.word.value === 'eval' ? given : given.filter((_, place) => place !== at)
}

const runsMore = (part: ShellWord['parts'][number]): boolean =>
  part.type === 'CommandExpansion' ||
  part.type === 'ProcessSubstitution' ||
  ('parts' in part && (part.parts ?? []).some(runsMore))

/** A command that only runs another one, in another folder perhaps. */
function walkInner(
  program: string,
  words: readonly ShellWord[],
  given: readonly Given[],
  around: Around,
  walk: Walk,
): boolean {
  const values = words.map(({ value }) => value)
  const isRunner =
    /^(?:npx|bunx|pnpx|dlx|busybox|toybox|unbuffer|flock|parallel|chronic|caffeinate|strace|watch)$/.test(program)
  if (!Object.hasOwn(wrappers, program) && !isRunner) return false
  walk.reads &&= program === 'time' || program === 'timeout'
  if (program === 'env') {
    const folder = values.findIndex((value) => /^(?:-C|--chdir)/.test(value))
    const attached = (values[folder] ?? '').replace(/^(?:-C|--chdir=?)/, '')
    if (folder >= 0) moveTo([attached || (values[folder + 1] ?? '')], walk, false)
    for (const value of values) if (/^\w+=/.test(value)) bind(value, walk)
  }
  const told = isRunner ? null : innerStart(values, wrappers[program] ?? {})
  const guess = values.findIndex((value, at) => at > 0 && !/^[-+]|^\w+=|^\d+[smhd]?$/.test(value))
  const starts = new Set([told ?? guess, guess].filter((at) => at > 0))
  if (typeof told !== 'number') for (const at of words.keys()) if (at > 0) starts.add(at)
  const fed: ShellWord[] = program === 'xargs' || program === 'parallel' ? fromPipe(around) : []
  for (const at of starts) {
    const inner = [...words.slice(at), ...fed]
    const isName = values[at] !== undefined && !/^[-\d]/.test(values[at])
    if (
      !isName ||
      (at !== (told ?? guess) && at !== guess && mannerOf(programOf(values[at] ?? ''), []).kind === 'unknown')
    )
      continue
    walkWords(inner, { ...around, isChain: false }, walk)
  }
  for (const { word } of given) if (/\s/.test(word.value)) walkLine(word.value, walk)
  return true
}

const wordFor = (form: string): ShellWord => ({
  value: form,
  text: form,
  kind: isGlob(form) ? 'open' : 'plain',
  texts: null,
  parts: [{ type: 'Literal', pos: 0, end: 0, value: form, text: form }],
})

const fromPipe = ({ printed, command }: Around): ShellWord[] => {
  const from = [...printed, ...command.fed.flatMap((text) => text.trim().split(/\s+/))]
  return (from.length > 0 ? from : [unknown]).slice(0, 50).map(wordFor)
}

/** Texts that are run: by a shell, by an interpreter, by one of another machine. */
function walkScripts(program: string, given: readonly Given[], { command, printed }: Around, walk: Walk): void {
  const runsLines =
    shells.has(program) || /^(?:eval|ssh|tmux|screen|su|script|at|batch|watch|source|\.|trap|runuser)$/.test(program)
  if (runsLines) {
    const texts =
      program === 'eval'
        ? [given.flatMap(({ forms }) => forms[0] ?? []).join(' ')]
        : given.flatMap(({ forms }) => forms)
    const piped = printed.flatMap((text) => [text, ...decoded(text)])
    const lines = [...texts.filter((text) => program === 'eval' || /[\s;]/.test(text)), ...command.fed, ...piped]
    if (piped.length > 1) lines.push(printed.join(' '))
    for (const line of lines.slice(0, 20)) walkLine(line, walk)
    return
  }
  if (interpreters.test(program)) {
    const code = [...given.flatMap(({ forms }) => forms), ...command.fed, ...printed]
    for (const text of code) for (const path of pathsInCode(text)) touch(path, walk)
  } else if (program !== 'cat' && mannerOf(program, given).kind !== 'reads') {
    for (const text of command.fed) for (const path of pathsInCode(text)) if (program === 'xargs') touch(path, walk)
  }
}

const looksLikePath = (value: string): boolean => value.includes('/') || value.startsWith('.') || /\.\w+$/.test(value)

function namedIn({ forms }: Given): string[] {
  return forms.flatMap((form) => {
    const value = valueIn(form)
    if (value === '' || value.includes('://')) return []
    return /\s/.test(value) ? pathsInCode(value) : [value]
  })
}

/** An option's value, or the word itself. */
function valueIn(form: string): string {
  const attached = /^-[A-Za-z]([./~].*)$/.exec(form)
  if (attached !== null) return attached[1] ?? ''
  const equal = form.indexOf('=')
  if (form.startsWith('-')) return equal > 0 ? form.slice(equal + 1) : ''
  return /^\w+=/.test(form) ? form.slice(equal + 1) : form
}

function change(manner: Manner, given: readonly Given[], { isChain }: Around, walk: Walk): void {
  const folders = walk.folders
  if (manner.folder !== null) moveTo([manner.folder], walk, false)
  const operands = given
    .flatMap(({ forms }) => forms.map(valueIn))
    .filter((form) => form !== '' && !form.includes('://'))
  switch (manner.kind) {
    case 'reads':
      break
    case 'named':
      for (const form of manner.forms) touch(form, walk)
      break
    case 'tree':
      for (const form of manner.forms) {
        touch(form, walk)
        for (const folder of walk.folders) {
          const path = join(folder, form).replace(/\/+$/, '')
          if (/^(?:|\.|\/)$/.test(path)) walk.touches.add('*')
          else if (!/(?:^|\/)node_modules$/.test(path) && !path.endsWith('*')) walk.touches.add(`${path}/**`)
        }
      }
      break
    case 'exact':
      for (const form of operands) if (!isGlob(form)) touch(form, walk)
      break
    case 'unknown':
      for (const form of operands) {
        if (/\s/.test(form)) for (const path of pathsInCode(form)) touch(path, walk)
        else if (!isGlob(form) || isTelling(form)) touch(form, walk)
      }
      break
  }
  walk.folders = manner.folder === null || isChain ? folders : walk.folders
}
