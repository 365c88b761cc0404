import type { ChangedFile } from '../../policy/trust/reading.ts'

/** Files by absolute path, with the text that decides; null for a file that was not there. */
export type HeldFiles = ReadonlyMap<string, string | null>

/** How the user's own config stands with them: nothing is said of it until it changes while an agent is at work. */
export interface OwnFiles {
  /** By path: what decides in place of such a change until they take it. */
  held: Readonly<Record<string, string | null>>
  /** By path: what they took, so that no process that comes to the same change later holds it again. */
  taken: Readonly<Record<string, string | null>>
}

/** The name of the user's own config among what is trusted; a project has an absolute path. */
export const ownName = (folder: string): string => `user:${folder}`

export const nothingHeld: ReadonlyMap<string, string | null> = new Map()

/** As `ownFilesText` wrote it; null: nothing was ever held. */
export function ownFilesIn(body: string | null): OwnFiles {
  return body === null ? { held: {}, taken: {} } : JSON.parse(body)
}

export const ownFilesText = ({ held, taken }: OwnFiles): string => JSON.stringify({ held, taken })

/** Holds what is not held yet and was not taken as it is now. Names are absolute paths. */
export function holding(own: OwnFiles, changes: readonly ChangedFile[]): OwnFiles {
  const isNew = ({ name, after }: ChangedFile): boolean =>
    !Object.hasOwn(own.held, name) && !(Object.hasOwn(own.taken, name) && own.taken[name] === after)
  const news = changes.filter(isNew)
  const names = new Set(news.map(({ name }) => name))
  return {
    held: { ...own.held, ...Object.fromEntries(news.map(({ name, before }) => [name, before])) },
    taken: Object.fromEntries(Object.entries(own.taken).filter(([path]) => !names.has(path))),
  }
}

/** Takes all that is held, as it is now. */
export function taking({ held, taken }: OwnFiles, read: (path: string) => string | null): OwnFiles {
  const now = Object.keys(held).map((path): [string, string | null] => [path, read(path)])
  return { held: {}, taken: { ...taken, ...Object.fromEntries(now) } }
}

/** What is held and is another text now, so that it waits for the user; by absolute paths. */
export function waitingIn(held: HeldFiles, read: (path: string) => string | null): ChangedFile[] {
  return [...held]
    .map(([name, before]) => ({ name, before, after: read(name) }))
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A reader to which what is held is there as it was. */
export const readingHeld =
  (held: () => HeldFiles, read: (path: string) => string | null) =>
  (path: string): string | null => {
    const text = held().get(path)
    return text === undefined ? read(path) : text
  }
