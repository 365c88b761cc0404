import { posix } from 'node:path'
import { readLine, type ShellLine, type ShellWord } from '../../core/operators/shell/line.ts'
import { withoutEnd } from '../../core/text.ts'
import { type Given, isOption, join, unknown } from './path.ts'
import { bounded, few, formsOf, substituted, type Variables } from './word.ts'

/** A file that the line writes. */
export interface Written {
  /** What one command puts into it. */
  texts: string[]
  /** What each command puts into it, one behind the other. */
  pieces: string[]
}

/** What is known and found on the way through a line. */
export interface Walk {
  /** Folders that a command may run in. */
  folders: string[]
  /** Folders that commands before it may have run in. */
  before: string[]
  variables: Variables
  /** Lines that stand for a name. */
  aliases: Map<string, string>
  /** Names that are made links here, with what they lead to. */
  links: Map<string, string>
  /** Files that are written here. */
  written: Map<string, Written>
  reads: boolean
  paths: Set<string>
  touches: Set<string>
  /** What the command before this one may have printed. */
  printed: string[]
  depth: number
  /** How many words may still be looked at; nested commands count again at each level. */
  left: number
  /** False once something is not looked at. */
  whole: boolean
}

/** Notes that something is not looked at, which may be anything. */
export function miss(walk: Walk): void {
  walk.reads = false
  walk.whole = false
}

/** False when too much was looked at already: then the rest may be anything, and nobody waits for it. */
export function spend(words: number, walk: Walk): boolean {
  walk.left -= words
  if (walk.left >= 0) return true
  miss(walk)
  walk.touches.add(unknown)
  return false
}

export function bindLoops({ loops }: ShellLine, walk: Walk): void {
  for (const { name, words } of loops)
    walk.variables.set(
      name,
      words.flatMap((word) => formsOf(word, walk.variables)),
    )
}

/** What a text behind `=` may become; a list is its words, and all of them in a row. */
function formsOfText(text: string, variables: Variables): string[] {
  const list = /^\((.*)\)$/s.exec(text)?.[1]?.replace(/(?<=^|\s)\[[^\]\n]{1,99}\]=/g, '')
  const [command] = readLine(`x ${list ?? text}`).commands
  const forms = (command?.words.slice(1) ?? []).map((word) => formsOf(word, variables))
  if (list === undefined) return [...(forms[0] ?? ['']), ...substituted(command?.words[1], variables)]
  return [forms.map(([first = '']) => first).join(' '), ...forms.flat()]
}

const mostForms = 50
const mostPlaces = 50
const mostLinks = 50

/** Takes an assignment such as `X=text`. */
export function bind(text: string, walk: Walk): void {
  const [, name = '', more = '', value = ''] = /^(\w+)(\+?)=(.*)$/s.exec(text) ?? []
  if (name === '') return
  const before = walk.variables.get(name) ?? []
  const forms = formsOfText(value, walk.variables)
  const joined = more === '' ? [] : joinedOf(before, forms)
  walk.variables.set(name, few([...new Set([...before, ...forms, ...joined])]))
}

const mostJoined = 25

function joinedOf(before: readonly string[], forms: readonly string[]): string[] {
  if (before.length * forms.length > mostJoined) return [unknown]
  return before.flatMap((each) => forms.map((form) => bounded(`${each}${form}`)))
}

/** Takes what `declare` and the like are given. */
export function bindDeclared(words: readonly ShellWord[], walk: Walk): void {
  const isOther = words.some(({ value }) => /^-[a-zA-Z]*n/.test(value))
  for (const { text } of words) {
    bind(text, walk)
    // By -n a name stands for another variable.
    const [, name, other = ''] = isOther ? (/^(\w+)=(\w+)$/.exec(text) ?? []) : []
    if (name !== undefined) walk.variables.set(name, walk.variables.get(other) ?? [unknown])
  }
}

/** Gives variables what they read. */
export function bindRead(given: readonly Given[], texts: readonly string[], walk: Walk): void {
  const from = [...new Set(texts.flatMap((text) => [text, ...split(text, walk).split(/\s+/)]))]
  for (const { word } of given)
    if (/^\w+$/.test(word.value)) walk.variables.set(word.value, from.length > 0 ? from : [unknown])
  walk.reads = false
}

/** A text as a shell takes it apart, where the line says at which letters. */
export function split(text: string, { variables }: Walk): string {
  const letters = (variables.get('IFS') ?? []).join('').slice(0, mostForms)
  return [...text].map((letter) => (letters.includes(letter) ? ' ' : letter)).join('')
}

/** Takes a link that ln or cp makes. */
export function bindLink(program: string, given: readonly Given[], walk: Walk): void {
  if (program === 'cp' && !given.some(({ word }) => /^-[a-zA-Z]*[ls]|^--(?:link|symbolic-link)$/.test(word.value)))
    return
  const [source = '', name = ''] = given.filter((each) => !isOption(each)).map(({ forms }) => forms[0] ?? '')
  const link = name === '' || name === '.' ? (source.split('/').at(-1) ?? '') : withoutEnd(name, '/')
  if (source === '' || link === '') return
  if (walk.links.size < mostLinks) walk.links.set(link, withoutEnd(source, '/') || '/')
  else miss(walk)
}

/** Takes a definition such as `x='rm -rf'`. */
export function bindAlias(text: string, walk: Walk): void {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined) walk.aliases.set(name, formsOfText(value, walk.variables)[0] ?? '')
}

/** Where a path may lie: in each folder, and behind links that the line made; anywhere if that is too many places. */
export function placesOf(path: string, { folders, links }: Walk, from: readonly string[] = folders): string[] {
  const places = from.map((folder) => join(folder, path))
  for (const [name, target] of links) {
    const led = places.filter((place) => place === name || place.startsWith(`${name}/`))
    // Links that lead into each other double the places with each of them.
    if (places.length + led.length > mostPlaces) return [unknown]
    places.push(...led.map((place) => posix.normalize(`${target}${place.slice(name.length)}`)))
  }
  return places
}

export function touch(path: string, walk: Walk): void {
  for (const at of placesOf(path, walk)) {
    walk.touches.add(at)
    // A glob among the folders above finds the project too.
    const above = /^(?:\.\.\/)+(?=[*?[])(.*)$/s.exec(posix.normalize(at))?.[1]
    if (above !== undefined) walk.touches.add(above)
  }
}

/** Many steps make long folders of short words; one that is longer may be any. */
const longestFolder = 1000
/** With more of them it may be any as well. */
const mostFolders = 8

export const boundedFolder = (folder: string): string => (folder.length > longestFolder ? unknown : folder)

const fewFolders = (folders: readonly string[]): string[] => {
  const all = [...new Set(folders)]
  return all.length > mostFolders ? [...all.filter((each) => each !== unknown).slice(0, mostFolders - 1), unknown] : all
}

export function moveTo(folders: readonly string[], walk: Walk, isSure: boolean): void {
  const moved = walk.folders.flatMap((from) => folders.map((to) => boundedFolder(join(from, to))))
  walk.before = fewFolders([...walk.before, ...walk.folders])
  walk.folders = fewFolders([...moved, ...(isSure ? [] : walk.folders)])
  walk.variables.set('OLDPWD', [unknown])
}

/** Words by which a shell goes back to a folder that it was in. */
const backwards = /^(?:[-+]\d*|~[-+]?\d+|~-)$|^\$\{?OLDPWD\}?$/

/** Follows `cd` and the like: without a word home, or back; back is any folder that the line was in. */
export function moveBy(program: string, given: readonly Given[], walk: Walk, isSure: boolean): void {
  const text = ({ word }: Given): string => word.text.replaceAll('"', '')
  const isStep = program === 'popd' || given.some((each) => backwards.test(text(each)))
  const [to] = given.filter((each) => !/^[-+]/.test(text(each)))
  if (isStep || (program === 'pushd' && to === undefined)) {
    walk.folders = fewFolders([...walk.before, ...walk.folders])
    return
  }
  const names = to?.forms ?? ['~']
  const searched = (walk.variables.get('CDPATH') ?? []).flatMap((from) => names.map((name) => `${from}/${name}`))
  moveTo([...names, ...searched], walk, isSure)
}
