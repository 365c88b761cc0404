import { FileFailure, type Files } from '../ports.ts'

/** Files in memory, without links. */
export interface MemoryFiles extends Files {
  /** All files by path. */
  all: () => ReadonlyMap<string, string>
  /** From now on writing fails with this code; null: it works again. */
  fail: (code: string | null) => void
}

export function memoryFiles(): MemoryFiles {
  const texts = new Map<string, string>()
  let failure: string | null = null

  const write = (path: string, text: string): void => {
    if (failure !== null) throw new FileFailure(failure, `${failure}: cannot write ${path}`)
    texts.set(path, text)
  }
  const isFolder = (path: string): boolean => [...texts.keys()].some((name) => name.startsWith(`${path}/`))

  return {
    all: () => texts,
    fail: (code) => {
      failure = code
    },
    read: (path) => texts.get(path) ?? null,
    append: (path, text) => write(path, (texts.get(path) ?? '') + text),
    replace: write,
    remove: (path) => {
      texts.delete(path)
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
    size: (path) => {
      const text = texts.get(path)
      return text === undefined ? null : Buffer.byteLength(text)
    },
    tail: (path, from) =>
      Buffer.from(texts.get(path) ?? '')
        .subarray(from)
        .toString('utf8'),
    lock: () => () => undefined,
  }
}
