import { isAbsolute, join } from 'node:path'
import type { Json } from '../../core/event.ts'
import { glob } from '../../core/operators/glob.ts'
import { fromRoot } from '../files/confine.ts'
import { failureText } from '../text/failure-text.ts'
import type { Files } from '../ports.ts'
import { liveLabels } from './labels.ts'
import { taskItems } from './task-items.ts'

interface Found {
  path: string
  text: string
}

/**
 * The fact `file`: the first of the paths that exists, is not empty and really lies, with all links
 * resolved, within the globs. An unreadable file has null numbers, so that no comparison holds for it.
 */
export function fileFact(files: Files, root: string, given: Record<string, Json>): Json {
  const within = texts(given['within'])
  const label = typeof given['label'] === 'string' ? given['label'] : null
  let refused: string | null = null
  if (label !== null && label.length > longestLabel)
    return nothing(`the label has ${label.length} characters, allowed are ${longestLabel}`)
  for (const name of texts(given['path'])) {
    const found = look(files, root, name, (path) => glob([path], within))
    if ('text' in found) {
      const lines = label === null ? [] : liveLabels(found.text, label)
      return {
        path: found.path,
        exists: true,
        size: found.text.length,
        count: lines.length,
        items: taskItems(found.text),
        lines,
        refused: null,
      }
    }
    refused ??= found.refused
  }
  return nothing(refused)
}

/** A longer one stands nowhere, and no expression can look for one that is much longer. */
const longestLabel = 200

const nothing = (refused: string | null): Json => ({
  path: null,
  exists: false,
  size: 0,
  count: null,
  items: null,
  lines: [],
  refused,
})

function look(
  files: Files,
  root: string,
  name: string,
  allowed: (path: string) => boolean,
): Found | { refused: string | null } {
  if (name === '' || /[\u0000-\u001f]/.test(name)) return { refused: 'it is no path' }
  const realRoot = files.real(root)
  const path = isAbsolute(name) ? name : join(root, name)
  const plain = fromRoot(root, path) ?? fromRoot(realRoot, path)
  if (plain === null) return { refused: `${name} lies outside the project` }
  if (!allowed(plain)) return { refused: `${plain} lies outside the allowed folders` }
  try {
    if (files.kind(path) === 'absent') return { refused: null }
    const real = fromRoot(realRoot, files.real(path))
    if (real === null || !allowed(real)) return { refused: `${plain} is a link to elsewhere` }
    const text = files.read(join(realRoot, real))
    return text === null || text.trim() === '' ? { refused: null } : { path: plain, text }
  } catch (error) {
    return { refused: `${plain} cannot be read: ${failureText(error)}` }
  }
}

function texts(value: Json | undefined): string[] {
  return [value].flat(3).filter((item): item is string => typeof item === 'string')
}
