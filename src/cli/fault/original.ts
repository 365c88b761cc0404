import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { shortDigest } from '../../fault/fault.ts'

/** Writes a place of a built file as the place in the source that it was made of. */
export interface Originals {
  /** The lines to show for it; the place as it is where nothing is known of it. */
  shown: (place: string) => string[]
  /** False if the places are of another build than the one beside this program. */
  areKnown: boolean
}

/** `root` is the folder of the package, `build` the digest of the file that the places are of. */
export function originalsOf(root: string, build: string | null): Originals {
  const name = ['server', 'tui', 'cli'].find((each) => digestOf(join(root, 'dist', `${each}.js`)) === build)
  if (name === undefined || build === null) return { shown: (place) => [place], areKnown: build === null }
  const maps = new Map<string, TraceMap | null>()
  const mapOf = (file: string): TraceMap | null => {
    const path = join(root, 'dist/maps', `${file}.map`)
    const map = maps.get(file) ?? (existsSync(path) ? new TraceMap(readFileSync(path, 'utf8')) : null)
    maps.set(file, map)
    return map
  }
  let texts: Readonly<Record<string, string>> | null = null
  /** Maps share the texts of the sources. */
  const textOf = (source: string): string | undefined => {
    const path = join(root, 'dist/maps/sources.json')
    texts ??= existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    return texts?.[source]
  }
  // The entry, or one of its chunks.
  const pattern = new RegExp(`[/\\\\](${name}(?:\\.[\\w-]+)?\\.js)(?:\\?[^:\\s]*)?:(\\d+):(\\d+)\\)?$`)
  return {
    areKnown: true,
    shown: (place) => {
      const [, file = '', line, column] = pattern.exec(place) ?? []
      if (line === undefined || column === undefined || Number(line) < 1 || Number(column) < 1) return [place]
      const map = mapOf(file)
      return map === null ? [place] : (original(map, textOf, Number(line), Number(column)) ?? [place])
    },
  }
}

/** Line and column count from 1, as stacks have them. */
function original(
  map: TraceMap,
  textOf: (source: string) => string | undefined,
  line: number,
  column: number,
): string[] | null {
  const found = originalPositionFor(map, { line, column: column - 1 })
  if (found.source === null) return null
  const place = `at ${found.source}:${found.line}:${found.column + 1}`
  const text = textOf(found.source)?.split('\n')[found.line - 1]
  if (text === undefined) return [place]
  const indent = text.length - text.trimStart().length
  return [place, `  ${text.trim()}`, `  ${' '.repeat(Math.max(0, found.column - indent))}^`]
}

const digestOf = (path: string): string | null => (existsSync(path) ? shortDigest(readFileSync(path, 'utf8')) : null)
