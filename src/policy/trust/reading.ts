import * as z from 'zod'
import type { Json } from '../../core/event.ts'
import type { OptionSetting } from '../options/read.ts'
import type { FindSource, ListSources, Source } from '../source.ts'

/** What a project gives to the loader: its config files, and what it says without one. */
export interface ProjectGiven {
  config: Source | null
  local: Source | null
  unlisted: readonly string[]
  settings: readonly OptionSetting[]
}

/** All that the policies of a project were made of, so that they can be made of it again. */
export interface Reading extends ProjectGiven {
  /** What was found under a reference of a source; a text says why there is nothing. */
  found: readonly { reference: string; from: string | null; source: Source | string }[]
  listed: readonly { glob: string; from: string; files: readonly string[] | string }[]
}

const source = z.strictObject({ name: z.string(), text: z.string() })
const json: z.ZodType<Json> = z.json()
const readingSchema: z.ZodType<Reading> = z.strictObject({
  config: source.nullable(),
  local: source.nullable(),
  unlisted: z.array(z.string()),
  settings: z.array(
    z.strictObject({ source: z.string(), option: z.string(), policy: z.string(), param: z.string(), value: json }),
  ),
  found: z.array(
    z.strictObject({ reference: z.string(), from: z.string().nullable(), source: z.union([source, z.string()]) }),
  ),
  listed: z.array(
    z.strictObject({ glob: z.string(), from: z.string(), files: z.union([z.array(z.string()), z.string()]) }),
  ),
})

/** A reading as it was written down; null for what is none. */
export function readingIn(text: string): Reading | null {
  try {
    const read = readingSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** One text for each content: equal readings give equal texts. */
export function readingText({ config, local, unlisted, settings, found, listed }: Reading): string {
  const ordered = <T>(of: readonly T[]): T[] => [...of].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return JSON.stringify({ config, local, unlisted, settings, found: ordered(found), listed: ordered(listed) })
}

/** What ships with the plugin and what is the user's own needs nobody's trust, and may change. */
const isOwn = (name: string | null): boolean => name !== null && /^(builtin|user):/.test(name)

/** A loader's way to its sources that remembers what a project gave. */
export function recorder(
  find: FindSource,
  list: ListSources,
): {
  find: FindSource
  list: ListSources
  reading: (given: ProjectGiven) => Reading
} {
  const found = new Map<string, Reading['found'][number]>()
  const listed = new Map<string, Reading['listed'][number]>()
  return {
    find: (reference, from) => {
      const source = find(reference, from)
      if (!isOwn(reference) && !isOwn(from)) found.set(keyOf(reference, from), { reference, from, source })
      return source
    },
    list: (glob, from) => {
      const files = list(glob, from)
      if (!isOwn(from)) listed.set(keyOf(glob, from), { glob, from, files })
      return files
    },
    reading: (given) => ({ ...given, found: [...found.values()], listed: [...listed.values()] }),
  }
}

/** The way to the sources of a reading; what is not the project's is found where it is now. */
export function replayed(
  reading: Reading,
  find: FindSource,
  list: ListSources,
): { find: FindSource; list: ListSources } {
  const found = new Map(reading.found.map(({ reference, from, source }) => [keyOf(reference, from), source]))
  const listed = new Map(reading.listed.map(({ glob, from, files }) => [keyOf(glob, from), files]))
  return {
    find: (reference, from) => {
      if (isOwn(reference) || isOwn(from)) return find(reference, from)
      return found.get(keyOf(reference, from)) ?? 'it was not there when this was trusted'
    },
    list: (glob, from) => (isOwn(from) ? list(glob, from) : (listed.get(keyOf(glob, from)) ?? [])),
  }
}

const keyOf = (reference: string, from: string | null): string => JSON.stringify([reference, from])

/** One file of a project before and after; null: it was not there. */
export interface ChangedFile {
  name: string
  before: string | null
  after: string | null
}

/** The files in which two readings differ, by name; values of options count as one file. */
export function changedFiles(before: Reading | null, after: Reading): ChangedFile[] {
  const [old, now] = [before === null ? new Map<string, string>() : textsOf(before), textsOf(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])].sort()
  return names.flatMap((name) => {
    const [was, is] = [old.get(name) ?? null, now.get(name) ?? null]
    return was === is ? [] : [{ name, before: was, after: is }]
  })
}

/** The texts of all files of a reading, by name. */
function textsOf({ config, local, settings, found }: Reading): Map<string, string> {
  const sources = [config, local, ...found.map(({ source }) => source)]
  const texts = new Map(
    sources.flatMap((one): [string, string][] =>
      one === null || typeof one === 'string' ? [] : [[one.name, one.text]],
    ),
  )
  for (const { source, option, value } of settings)
    texts.set(source, `${texts.get(source) ?? ''}${option}: ${JSON.stringify(value)}\n`)
  return texts
}
