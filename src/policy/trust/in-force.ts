import { loadProject, readConfig } from '../config.ts'
import type { Layering } from '../layers/layering.ts'
import type { LoadedSet } from '../load.ts'
import type { Versions } from '../layers/requires.ts'
import type { FindSource, Source } from '../source.ts'
import { type ChangedFile, changedFiles, type Reading, readingIn, readingText, recorder, replayed } from './reading.ts'

/** What the user says of a project. */
export interface Trust {
  /** What it was when they trusted it, as `readingText` writes it; null: they never did. */
  body: string | null
  /** True where the environment says CI=true. The user's own config says whether that is enough. */
  isCi: boolean
  /** Why it cannot be read what they trust, so that nothing counts as trusted; null: it can. */
  unread: string | null
}

/** A set, and the sets that restrain it. */
export interface InForce {
  loaded: LoadedSet
  besides: readonly LoadedSet[]
  /** What the project gives now; null for one that gives nothing, which needs no trust. */
  reading: Reading | null
  /** How the project stands. `changed`: what was trusted decides, and of what is there now only what is stricter. */
  standing: 'own' | 'trusted' | 'untrusted' | 'changed'
  /** Files that differ from what is trusted; all of them where nothing is. */
  changed: readonly ChangedFile[]
}

/** Loads what decides in a project, by what the user trusts of it. */
export function loadInForce(
  config: Source | null,
  find: FindSource,
  layering: Layering,
  trust: Trust,
  versions: Versions = {},
): InForce {
  const way = recorder(find, layering.list)
  const load = (isTrusted: boolean): LoadedSet =>
    loadProject(config, way.find, { ...layering, list: way.list, isTrusted }, versions)
  const { user, local, unlisted } = layering
  const [users, settings] = layering.hasOwnSettings ? [layering.settings, []] : [[], layering.settings]
  const given = { config, local, unlisted, settings }
  const readNow = (): Reading => way.reading(given)
  const kept = trust.body === null ? null : readingIn(trust.body)
  // Where all that was trusted is gone, it decides none the less.
  if (kept === null && config === null && local === null && unlisted.length === 0 && settings.length === 0)
    return { loaded: load(true), besides: [], reading: null, standing: 'own', changed: [] }
  if (trust.isCi && user !== null && readConfig(user, 'user').config?.trust === 'ci') {
    const loaded = load(true)
    return { loaded, besides: [], reading: readNow(), standing: 'trusted', changed: [] }
  }
  if (kept === null) {
    const loaded = load(false)
    const own = loadProject(null, find, { ...layering, local: null, unlisted: [], settings: users }, versions)
    const reading = readNow()
    return { loaded, besides: [own], reading, standing: 'untrusted', changed: changedFiles(null, reading) }
  }
  const now = load(true)
  const reading = readNow()
  if (readingText(reading) === trust.body)
    return { loaded: now, besides: [], reading, standing: 'trusted', changed: [] }
  const before = replayed(kept, find, layering.list)
  const loaded = loadProject(
    kept.config,
    before.find,
    {
      ...layering,
      local: kept.local,
      unlisted: kept.unlisted,
      settings: layering.hasOwnSettings ? users : kept.settings,
      list: before.list,
      isTrusted: true,
    },
    versions,
  )
  return { loaded, besides: [load(false)], reading, standing: 'changed', changed: changedFiles(kept, reading) }
}
