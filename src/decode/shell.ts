import { posix } from 'node:path'
import { innerStart, interpreters, programOf, shells, wrappers } from '../core/operators/wrapper.ts'
import { readLine, type ShellCommand, type ShellWord } from '../core/operators/shell-line.ts'
import { withoutEnd } from '../core/text.ts'
import { pathsInCode } from './shell-code.ts'
import { linesOfGit, runningVariable } from './shell-git.ts'
import { commandsOfFind, filled, isOfVariables, linesOfSync } from './shell-executed.ts'
import { fromPipe, looksLikePath, namedIn, valueIn, withoutScript, wordFor } from './shell-given.ts'
import { containedBy } from './shell-mounts.ts'
import { decoded } from './shell-text.ts'
import { withoutTitles } from './shell-titles.ts'
import { bind, bindAlias, bindLoops, boundedFolder, moveTo, spend, touch, type Walk } from './shell-walk.ts'
import { formsOf, isGlob, isTelling, join, substituted, unknown } from './shell-word.ts'
import { type Given, type Manner, mannerOf } from './shell-manner.ts'
import { printedBy } from './shell-printed.ts'

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
/** No honest line has so many words, its nested ones counted at each level. */
const mostWords = 4_000
/** A text that is read costs about as much as so many of its characters in words. */
const charactersAWord = 20

/** `workdir` is where the line runs, as written; empty for the project. */
export function shellReach(line: string, workdir = ''): ShellReach {
  const walk: Walk = {
    folders: [boundedFolder(workdir)],
    variables: new Map(),
    aliases: new Map(),
    reads: true,
    paths: new Set(),
    touches: new Set(),
    printed: [],
    depth: 0,
    left: mostWords,
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
  if (!spend(1 + text.length / charactersAWord, walk)) return 0
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

function walkCommand(command: ShellCommand, walk: Walk, isChain: boolean): void {
  for (const assignment of command.assignments) {
    bind(assignment, walk)
    const [name = ''] = assignment.split('=')
    if (runningVariable.test(name))
      for (const line of walk.variables.get(name) ?? []) walkLine(line.replace(/^(?:!|\|\|?-?)/, ''), walk)
  }
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
  if (name === undefined || !spend(words.length, walk)) return
  const program = programOf(name.value)
  const all: Given[] = rest.map((word) => ({ word, forms: formsOf(word, walk.variables) }))
  const given = withoutTitles(program, withoutScript(program, all))
  for (const each of all)
    for (const path of namedIn(each))
      for (const at of walk.folders) if (at !== '' || looksLikePath(path)) walk.paths.add(join(at, path))
  if (name.kind !== 'plain' || rest.some(({ parts }) => parts.some(runsMore))) walk.reads = false

  if (walkAlias(name.value, rest, walk)) return
  walkNamed(name, rest, walk)
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
  if (program === 'find')
    for (const inner of commandsOfFind(words)) walkWords(inner, { ...around, isChain: false }, walk)
  walkScripts(program, given, around, walk)
  const manner = mannerOf(program, given)
  if (manner.kind !== 'reads') walk.reads = false
  walk.printed = printedBy(program, given, [...around.printed, ...around.command.fed])
  change(manner, given, around, walk)
}

/** A variable may hold a whole command, which a shell takes apart at blanks. */
function walkNamed(name: ShellWord, rest: readonly ShellWord[], walk: Walk): void {
  if (!isOfVariables(name)) return
  for (const form of formsOf(name, walk.variables))
    if (/\s/.test(form.trim())) walkLine([form, ...rest.map(({ text }) => text)].join(' '), walk)
}

/** Within itself an alias is the program. */
function walkAlias(name: string, rest: readonly ShellWord[], walk: Walk): boolean {
  if (name === 'alias') for (const { text } of rest) bindAlias(text, walk)
  const line = walk.aliases.get(name)
  if (line === undefined) return name === 'alias'
  walk.aliases.delete(name)
  walkLine([line, ...rest.map(({ text }) => text)].join(' '), walk)
  walk.aliases.set(name, line)
  return true
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
  const isKnown = (at: number): boolean => mannerOf(programOf(values[at] ?? ''), []).kind !== 'unknown'
  // Where it cannot be told where the inner command begins, every word that is a known program may be it.
  const starts =
    typeof told === 'number' ? [told] : [...values.keys()].filter((at) => at > 0 && (at === guess || isKnown(at)))
  const fed: ShellWord[] = program === 'xargs' || program === 'parallel' ? fromPipe(around.printed, around.command) : []
  for (const at of starts) {
    if (/^[-\d]/.test(values[at] ?? '-')) continue
    const inner = [...words.slice(at).flatMap((word) => filled(word, fed)), ...fed]
    walkWords(inner, { ...around, isChain: false }, walk)
  }
  for (const { word } of given) if (/\s/.test(word.value)) walkLine(word.value, walk)
  return true
}

/** What runs in a container changes what is mounted in it. */
function walkContained(program: string, given: readonly Given[], around: Around, walk: Walk): void {
  const contained = containedBy(program, given)
  if (contained === null) return
  for (const source of contained.mounted) touch(source, walk)
  const folders = walk.folders
  if (contained.folder !== null) moveTo([contained.folder], walk, true)
  for (const [at, [form = '']] of contained.words.entries())
    if (shells.has(programOf(form)) || mannerOf(programOf(form), []).kind !== 'unknown')
      walkWords(contained.words.slice(at).flat().map(wordFor), { ...around, isChain: false }, walk)
  walk.folders = folders
}

/** Texts that are run: by a shell, by an interpreter, by one of another machine. */
function walkScripts(program: string, given: readonly Given[], around: Around, walk: Walk): void {
  const { command, printed } = around
  if (program === 'git') for (const line of linesOfGit(given)) walkLine(line, walk)
  for (const line of linesOfSync(program, given)) walkLine(line, walk)
  if (/^g?make$/.test(program))
    for (const text of [...command.fed, ...printed]) for (const path of pathsInCode(text)) touch(path, walk)
  if (shells.has(program) && printed.includes(unknown)) touch(unknown, walk)
  walkContained(program, given, around, walk)
  const runsLines =
    shells.has(program) || /^(?:eval|ssh|tmux|screen|su|script|at|batch|watch|source|\.|trap|runuser)$/.test(program)
  if (runsLines) {
    const texts =
      program === 'eval'
        ? [given.flatMap(({ forms }) => forms[0] ?? []).join(' ')]
        : given.flatMap(({ word, forms }) => [...forms, ...substituted(word, walk.variables)])
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
          const path = withoutEnd(join(folder, form), '/')
          if (/^(?:\/|\.\/?|(?:\.\.\/?)+)$/.test(posix.normalize(path))) walk.touches.add('*')
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
