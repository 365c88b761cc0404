import { innerStart, interpreters, programOf, shells, wrappers } from '../../core/operators/shell/wrapper.ts'
import { readLine, type ShellCommand, type ShellWord } from '../../core/operators/shell/line.ts'
import { pathsInCode } from './code/code.ts'
import { printedByLooking } from './code/looking.ts'
import { runningVariable } from './git.ts'
import { noteRead } from './deep.ts'
import { commandsOfFind, filled, isOfVariables, launchers, replacedBy, spelledOut } from './executed.ts'
import { calledBy, fromPipe, looksLikePath, withoutScript, withoutSpared } from './given.ts'
import { containedBy } from './mounts.ts'
import { change, changeTold } from './change.ts'
import { appends, isRunLater, keepWritten, runFiles } from './later.ts'
import { mannerOf } from './manner.ts'
import { type Given, unknown, valuesOf, wordFor } from './path.ts'
import { printedBy } from './printed.ts'
import { takenBy, type Texts } from './taken.ts'
import { namedBy, withoutSaid } from './texts.ts'
import { withoutTitles } from './titles.ts'
import {
  bind,
  bindAlias,
  bindDeclared,
  bindLink,
  bindLoops,
  bindRead,
  boundedFolder,
  miss,
  moveBy,
  moveTo,
  placesOf,
  spend,
  split,
  touch,
  type Walk,
} from './walk.ts'
import { apart, fedWith, formsOf, runsMore, substituted } from './word.ts'

export interface ShellReach {
  /** True only if every program of the line is known to read alone. */
  onlyReads: boolean
  /** Words that may be paths, best effort: the shell has more ways to name a file than any list knows. */
  paths: string[]
  /** What the line may change, best effort; a glob where the name is not known, `**` for any text. */
  touches: string[]
  /** False if the line has more than is looked at, which may name anything. */
  whole: boolean
}

const deepest = 4
/** Names that are told of a line. */
const most = 2_000
/** No honest line has so many words, its nested ones counted at each level. */
const mostWords = 4_000
/** A text that is read costs about as much as so many of its characters in words. */
const charactersAWord = 20

/** `workdir` is where the line runs, as written; empty for the project. */
export function shellReach(line: string, workdir = ''): ShellReach {
  const walk: Walk = {
    folders: [boundedFolder(workdir)],
    before: [],
    variables: new Map(),
    aliases: new Map(),
    links: new Map(),
    written: new Map(),
    reads: true,
    paths: new Set(),
    touches: new Set(),
    printed: [],
    depth: 0,
    left: mostWords,
    whole: true,
  }
  const count = walkLine(line, walk)
  return {
    onlyReads: walk.reads && count > 0,
    paths: [...walk.paths].slice(0, most),
    touches: walk.touches.size > most ? [...[...walk.touches].slice(0, most - 1), unknown] : [...walk.touches],
    whole: walk.whole && walk.paths.size <= most && walk.touches.size <= most,
  }
}

function walkLine(text: string, walk: Walk): number {
  if (walk.depth >= deepest) {
    miss(walk)
    return 0
  }
  if (!spend(0, walk)) return 0
  const line = readLine(text)
  if (!spend(1 + (text.length - line.plain) / charactersAWord, walk)) return 0
  walk.depth += 1
  if (line.cut) miss(walk)
  if (!line.complete) {
    // What cannot be read may run whatever its words name.
    walk.reads = false
    for (const path of pathsInCode(text)) touch(path, walk)
  }
  // Behind a plain chain of `&&` a folder is sure; else the command may run in the one before as well.
  const isChain = !/[(;|\n]/.test(text)
  const before = [...walk.folders]
  bindLoops(line, walk)
  walk.printed.push(...line.fed.flatMap((text) => [text.trim(), ...text.trim().split(/\s+/)]))
  walk.printed.push(...line.sources.flatMap((word) => substituted(word, walk.variables)))
  for (const command of line.commands) {
    const fed = command.fed.map((each) => fedWith(each, walk.variables))
    walkCommand({ ...command, fed }, walk, isChain)
  }
  const folders = [...new Set([...before, ...walk.folders])]
  for (const word of line.targets) {
    for (const form of formsOf(word, walk.variables)) {
      if (form === '/dev/null' || /^(?:\d+|-|\/dev\/(?:stdout|stderr|tty))$/.test(form)) continue
      walk.reads = false
      for (const place of placesOf(form, walk, folders)) {
        walk.paths.add(place)
        walk.touches.add(place)
      }
    }
  }
  for (const word of line.sources)
    for (const form of formsOf(word, walk.variables))
      for (const place of placesOf(form, walk, folders)) walk.paths.add(place)
  walk.depth -= 1
  return line.commands.length
}

function walkCommand(command: ShellCommand, walk: Walk, isChain: boolean): void {
  for (const assignment of command.assignments) {
    bind(assignment, walk)
    const [name = ''] = assignment.split('=')
    // A value of git's that begins so is a line for a shell, by whatever name it is given.
    for (const line of walk.variables.get(name) ?? [])
      if (runningVariable.test(name) || line.startsWith('!'))
        walkLine(line.replace(/^'[\w.-]+=!?|^(?:!|\|\|?-?)/, ''), walk)
  }
  changeTold(command.assignments, command.words, walk)
  const printed = walk.printed
  walk.printed = []
  if (command.words.length > 0) walkWords(command.words, { command, printed, isChain }, walk)
  for (const { operator, target } of command.redirects) {
    if (operator.includes('>')) put(target, operator.includes('>>'), walk)
  }
}

/** What the command printed is put into a file. */
function put(file: string, isMore: boolean, walk: Walk): void {
  keepWritten(file, isMore, walk)
  if (isRunLater(file)) for (const text of walk.printed) walkLine(text, walk)
}

interface Around {
  command: ShellCommand
  /** What is given to it by a pipe. */
  printed: readonly string[]
  isChain: boolean
}

function walkWords(words: readonly ShellWord[], around: Around, walk: Walk): void {
  const [name, ...written] = words
  if (name === undefined || !spend(words.length, walk)) return
  const rest = written.flatMap((word) => apart(word, walk.variables))
  const program = calledBy(name.value)
  const all: Given[] = rest.map((word) => ({ word, forms: formsOf(word, walk.variables) }))
  const given = withoutSpared(withoutSaid(program, withoutScript(program, withoutTitles(program, all))))
  const folders = [...walk.folders, ...valuesOf(all, /^(?:-C|--directory)(?==|$)/)]
  for (const path of namedBy(program, all))
    for (const place of placesOf(path, walk, folders)) if (place !== path || looksLikePath(path)) walk.paths.add(place)
  if (name.kind !== 'plain' || rest.some(({ parts }) => parts.some(runsMore))) walk.reads = false

  if (walkAlias(name.value, rest, walk)) return
  walkNamed(name, rest, walk)
  if (/^(?:export|declare|typeset|readonly|local)$/.test(program)) bindDeclared(rest, walk)
  if (program === 'ln' || program === 'cp') bindLink(program, given, walk)
  for (const text of runFiles(program, [name.value, ...all.flatMap(({ forms }) => forms)], walk)) {
    walkLine(text, walk)
    if (!shells.has(program)) for (const path of pathsInCode(text)) touch(path, walk)
  }
  if (/^(?:cd|pushd|popd|chdir)$/.test(program)) {
    moveBy(program, given, walk, around.isChain)
    return
  }
  if (program === 'read' || program === 'mapfile' || program === 'readarray') {
    bindRead(given, [...around.command.fed.map((text) => text.trim()), ...around.printed], walk)
    return
  }
  if (walkInner(program, words, given, around, walk)) return
  for (const inner of commandsOfFind(program, words)) walkWords(inner, { ...around, isChain: false }, walk)
  const looking = printedByLooking(program, all)
  if (looking !== null) {
    walk.reads = false
    walk.printed = [...around.printed, ...around.command.fed, ...looking]
    return
  }
  walkScripts(program, given, around, walk)
  const [workTree = null] = walk.variables.get('GIT_WORK_TREE') ?? []
  noteRead(program, given, [...around.printed, ...around.command.fed], folders, walk)
  const manner = mannerOf(program, given, workTree)
  if (program === 'git' && manner.kind !== 'reads')
    for (const folder of walk.variables.get('GIT_DIR') ?? []) touch(folder, walk)
  if (manner.kind !== 'reads') walk.reads = false
  walk.printed = printedBy(program, given, [...around.printed, ...around.command.fed])
  if (program === 'tee') for (const { forms } of given) for (const form of forms) put(form, appends(given), walk)
  change(manner, given, around.isChain, walk)
}

/** A variable may hold a whole command, which a shell takes apart at blanks. */
function walkNamed(name: ShellWord, rest: readonly ShellWord[], walk: Walk): void {
  // In `X=<(echo a) b` the reader takes the substitution for the name.
  for (const line of substituted(name, walk.variables)) walkLine(line, walk)
  if (name.parts.some(({ type }) => type === 'BraceExpansion'))
    walkLine([...formsOf(name, walk.variables), ...rest.map(({ text }) => text)].join(' '), walk)
  if (!isOfVariables(name)) return
  for (const form of formsOf(name, walk.variables).map((text) => split(text, walk)))
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

/** A command that only runs another one, in another folder perhaps. */
function walkInner(
  program: string,
  words: readonly ShellWord[],
  given: readonly Given[],
  around: Around,
  walk: Walk,
): boolean {
  const values = words.map(({ value }) => value)
  const isLauncher = launchers.test(program)
  if (!Object.hasOwn(wrappers, program) && !isLauncher) return false
  walk.reads &&= program === 'time' || program === 'timeout'
  const moved = program === 'env' || program === 'sudo' ? valuesOf(given, /^(?:-[CD]|--chdir)/) : []
  if (moved.length > 0) moveTo(moved, walk, false)
  if (program === 'env') {
    for (const value of values) if (/^\w+=/.test(value)) bind(value, walk)
    const at = words.findIndex(({ value }, place) => place > 0 && !/^-|^\w+=/.test(value))
    if (at > 0) changeTold(values.slice(0, at), words.slice(at), walk)
  }
  const start = isLauncher ? null : innerStart(values, wrappers[program] ?? {})
  const assigned =
    program === 'env' && typeof start === 'number' ? values.slice(start).findIndex((value) => !/^\w+=/.test(value)) : 0
  const told = typeof start === 'number' && assigned >= 0 ? start + assigned : start
  const guess = values.findIndex((value, at) => at > 0 && !/^[-+]|^\w+=|^\d+[smhd]?$/.test(value))
  const isKnown = (at: number): boolean => {
    const inner = programOf(values[at] ?? '')
    return shells.has(inner) || interpreters.test(inner) || mannerOf(inner, []).kind !== 'unknown'
  }
  // Where it cannot be told where the inner command begins, every word that is a known program may be it.
  const starts =
    typeof told === 'number' ? [told] : [...values.keys()].filter((at) => at > 0 && (at === guess || isKnown(at)))
  const fed: ShellWord[] = /^(?:xargs|parallel|rush)$/.test(program)
    ? fromPipe([...around.printed, ...words.flatMap((word) => substituted(word, walk.variables))], around.command)
    : []
  for (const at of starts) {
    if (/^[-\d]/.test(values[at] ?? '-')) continue
    const mark = replacedBy(values.slice(0, at))
    const own = words.slice(at)
    // In place of a mark, or else at the end.
    const isFilled = own.some(({ value }) => value.includes(mark))
    const inner = isFilled ? own.flatMap((word) => filled(word, fed, mark)) : [...own, ...fed]
    walkWords(inner, { ...around, isChain: false }, walk)
  }
  if (starts.length === 0) for (const line of takenBy(program, given, textsOf(around, walk)).lines) walkLine(line, walk)
  for (const path of valuesOf(given.slice(0, Math.max(0, ...starts)), /^(?:-o|--output)(?==|$)/)) touch(path, walk)
  for (const { word } of given)
    if (/\s/.test(word.value))
      for (const { value } of word.value.includes('{}') ? filled(word, fed) : [word]) walkLine(value, walk)
  for (const line of program === 'parallel' ? spelledOut(values) : []) walkLine(line, walk)
  return true
}

/** What runs in a container changes what is mounted in it. */
function walkContained(program: string, given: readonly Given[], around: Around, walk: Walk): void {
  const contained = containedBy(program, given)
  if (contained === null) return
  if (!contained.whole) miss(walk)
  for (const source of contained.mounted) touch(source, walk)
  const folders = walk.folders
  if (contained.folder !== null) moveTo([contained.folder], walk, true)
  for (const [at, [form = '']] of contained.words.entries())
    if (shells.has(programOf(form)) || mannerOf(programOf(form), []).kind !== 'unknown')
      walkWords(contained.words.slice(at).flat().map(wordFor), { ...around, isChain: false }, walk)
  walk.folders = folders
}

const textsOf = ({ command, printed }: Around, { variables }: Walk): Texts => ({ fed: command.fed, printed, variables })

/** Texts that are run or name files: for a shell, an interpreter, a patch, one of another machine. */
function walkScripts(program: string, given: readonly Given[], around: Around, walk: Walk): void {
  walkContained(program, given, around, walk)
  const { lines, files } = takenBy(program, given, textsOf(around, walk))
  for (const line of lines) walkLine(line, walk)
  for (const file of files) touch(file, walk)
}
