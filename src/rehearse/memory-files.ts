import { FileFailure, type Files } from '../runtime/ports.ts'

/** Files in memory, without links. */
export interface MemoryFiles extends Files {
  /** All files by path. */
  all: () => ReadonlyMap<string, string>
  /** From now on writing fails with this code; null: it works again. */
  fail: (code: string | null) => void
  failing: () => string | null
}

export function memoryFiles(): MemoryFiles {
  const texts = new Map<string, string>()
  /** Bytes by path: journals are measured at every event. */
  const sizes = new Map<string, number>()
  let failure: string | null = null

  const writable = (path: string): void => {
    if (failure !== null) throw new FileFailure(failure, `${failure}: cannot write ${path}`)
  }
  const write = (path: string, text: string): void => {
    writable(path)
    texts.set(path, text)
    sizes.set(path, Buffer.byteLength(text))
  }
  const isFolder = (path: string): boolean => [...texts.keys()].some((name) => name.startsWith(`${path}/`))

  return {
    all: () => texts,
    fail: (code) => {
      failure = code
    },
    failing: () => failure,
    read: (path) => texts.get(path) ?? null,
    append: (path, text) => {
      writable(path)
      texts.set(path, (texts.get(path) ?? '') + text)
      sizes.set(path, (sizes.get(path) ?? 0) + Buffer.byteLength(text))
    },
    replace: write,
    exchange: (path, was, text) => {
      writable(path)
      if ((texts.get(path) ?? null) !== was) return false
      write(path, text)
      return true
    },
    remove: (path) => {
      texts.delete(path)
      sizes.delete(path)
    },
    kind: (path) => (texts.has(path) ? 'file' : isFolder(path) ? 'folder' : 'absent'),
    real: (path) => path,
    names: (path) => [
      ...new Set(
        [...texts.keys()].flatMap((name) =>
          name.startsWith(`${path}/`) ? (name.slice(path.length + 1).split('/')[0] ?? []) : [],
        ),
      ),
    ],
    size: (path) => sizes.get(path) ?? null,
    lock: () => () => undefined,
  }
}
