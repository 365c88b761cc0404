import type { Problem } from './problems/problem.ts'
import { problemAt } from './problems/list.ts'
import type { FindSource, Source } from './source.ts'
import { linesOf } from './yaml/text-position.ts'
import { child, type Entry, type MapTree, placeOf, type Span, type Tree, withEntry } from './yaml/tree.ts'

const textFile = /^\.{1,2}\/.*\.hbs$/
/** The folder of `templates: { folder: ../templates/night }`. */
const textFolder = /^\.{1,2}\/(?!.*\.hbs$)/

/** Whether a source is a template file, by its name. */
export const isTemplate = (name: string): boolean => name.endsWith('.hbs')

/** The template files that a policy file names, as far as they can be read. */
export function textFilesOf(file: Tree | null, from: string, find: FindSource): Source[] {
  const inFolder = file?.kind === 'map' ? folderFiles(file).map(({ reference }) => find(reference, from)) : []
  return [...namedFiles(file, from, find), ...inFolder.filter((source) => typeof source !== 'string')]
}

function namedFiles(file: Tree | null, from: string, find: FindSource): Source[] {
  const sections = ['templates', 'override'].flatMap((key) => {
    const section = child(file, key)
    return section?.kind === 'map' ? [...section.entries].map(([name, { value }]) => ({ key, name, value })) : []
  })
  return sections.flatMap(({ key, name, value }) => {
    const isText = key === 'templates' || name.startsWith('templates.')
    if (!isText || value.kind !== 'scalar' || typeof value.value !== 'string' || !textFile.test(value.value)) return []
    const source = find(value.value, from)
    return typeof source === 'string' ? [] : [source]
  })
}

/** Reads the template files that a policy file names, so that the document stands alone. */
export function readTextFiles(file: MapTree, from: string, find: FindSource): { tree: MapTree; problems: Problem[] } {
  const problems: Problem[] = []

  const read = (entry: Entry): Entry => {
    const { value } = entry
    if (value.kind !== 'scalar' || typeof value.value !== 'string' || !textFile.test(value.value)) return entry
    const source = find(value.value, from)
    if (typeof source === 'string') {
      problems.push(problemAt(placeOf(value.at), 'missing-file', `Cannot read the template ${value.value}: ${source}`))
      return entry
    }
    return { ...entry, value: textTree(source) }
  }

  const section = (tree: MapTree, key: string, wanted: (name: string) => boolean): MapTree => {
    const entry = tree.entries.get(key)
    if (entry?.value.kind !== 'map') return tree
    const entries = new Map([...entry.value.entries].map(([name, each]) => [name, wanted(name) ? read(each) : each]))
    return withEntry(tree, key, { ...entry, value: { ...entry.value, entries } })
  }

  const whole = withFolder(file, (reference, place) => {
    const source = find(reference, from)
    // What is written beside another policy may use texts of that one.
    if (typeof source === 'string' && !file.entries.has('extends'))
      problems.push(problemAt(placeOf(place), 'missing-file', `Cannot read the template ${reference}: ${source}`))
    return typeof source === 'string' ? null : textTree(source)
  })
  const overridden = child(whole, 'override')
    ? section(whole, 'override', (name) => name.startsWith('templates.'))
    : whole
  return { tree: section(overridden, 'templates', () => true), problems }
}

function textTree({ name, text }: Source): Tree {
  const lines = linesOf(name, text.replace(/^\uFEFF/, ''))
  return { kind: 'scalar', value: lines.text, at: { lines, start: 0, end: lines.text.length } }
}

interface FolderFile {
  name: string
  reference: string
  /** Where the text is used. */
  place: Span
}

/** The files of `templates: { folder }` that the policy file uses: each NAME.hbs is the text NAME, unless it is inline. */
function folderFiles(file: MapTree): FolderFile[] {
  const templates = child(file, 'templates')
  const folder = child(templates, 'folder')
  if (templates?.kind !== 'map' || folder?.kind !== 'scalar' || !textFolder.test(String(folder.value))) return []
  const path = String(folder.value).replace(/\/$/, '')
  const used = new Map([...usedTexts(file)].map(({ name, place }) => [name, place]))
  return [...used]
    .filter(([name]) => !templates.entries.has(name))
    .map(([name, place]) => ({ name, reference: `${path}/${name}.hbs`, place }))
}

function* usedTexts(tree: Tree): Generator<{ name: string; place: Span }> {
  if (tree.kind === 'list') for (const item of tree.items) yield* usedTexts(item)
  if (tree.kind !== 'map') return
  for (const [key, { value }] of tree.entries) {
    if (key !== 'template' || value.kind !== 'scalar') yield* usedTexts(value)
    else yield { name: String(value.value), place: value.at }
  }
}

/** The file with the texts of its folder in place of the folder. */
function withFolder(file: MapTree, read: (reference: string, place: Span) => Tree | null): MapTree {
  const given = file.entries.get('templates')
  if (given?.value.kind !== 'map') return file
  const { folder, ...own } = Object.fromEntries(given.value.entries)
  if (folder?.value.kind !== 'scalar' || !textFolder.test(String(folder.value.value))) return file
  const found = folderFiles(file).flatMap(({ name, reference, place }): [string, Entry][] => {
    const value = read(reference, place)
    return value === null ? [] : [[name, { key: folder.key, value }]]
  })
  const value: Tree = { ...given.value, entries: new Map([...Object.entries(own), ...found]) }
  return withEntry(file, 'templates', { ...given, value })
}
