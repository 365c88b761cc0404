import type { Problem } from './problem.ts'
import { problemAt } from './problem-list.ts'
import type { FindSource, Source } from './source.ts'
import { linesOf } from './text-position.ts'
import { child, type Entry, type MapTree, placeOf, type Tree, withEntry } from './tree.ts'

const textFile = /^\.{1,2}\/.*\.hbs$/

/** Whether a source is a template file, by its name. */
export const isTemplate = (name: string): boolean => name.endsWith('.hbs')

/** The template files that a policy file names, as far as they can be read. */
export function textFilesOf(file: Tree | null, from: string, find: FindSource): Source[] {
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
    const lines = linesOf(source.name, source.text.replace(/^\uFEFF/, ''))
    const text: Tree = { kind: 'scalar', value: lines.text, at: { lines, start: 0, end: lines.text.length } }
    return { ...entry, value: text }
  }

  const section = (tree: MapTree, key: string, wanted: (name: string) => boolean): MapTree => {
    const entry = tree.entries.get(key)
    if (entry?.value.kind !== 'map') return tree
    const entries = new Map([...entry.value.entries].map(([name, each]) => [name, wanted(name) ? read(each) : each]))
    return withEntry(tree, key, { ...entry, value: { ...entry.value, entries } })
  }

  const overridden = child(file, 'override') ? section(file, 'override', (name) => name.startsWith('templates.')) : file
  return { tree: section(overridden, 'templates', () => true), problems }
}
