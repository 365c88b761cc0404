import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { openStore } from '../store/open-store.ts'
import { type Place, storePlace } from '../store/place.ts'
import type { Result, Store, StoreNotice } from '../store/store.ts'
import { unlessFault } from './failure-text.ts'
import type { NightStore, StorePort } from './ports.ts'

/** How long another process may hold the database, in milliseconds. */
const usualPatience = 2000
/** After a failure the store is left alone so long, in milliseconds. */
const pause = 2000

/** Where the store of the user of this process lies. */
export const ownPlace = (): Result<Place> =>
  storePlace({ env: process.env, platform: process.platform, home: homeFolder() })

/** Empty where the system knows no home of this user. */
function homeFolder(): string {
  try {
    return homedir()
  } catch (error) {
    return unlessFault(error, '')
  }
}

/** Opens the store of a user. `name` names this process in its lines; `patience` is in milliseconds. */
export const openUserStore = (place: Place, name: string, patience: number = usualPatience): Result<Store> =>
  openStore({ place, process: name, patience, random: (length) => randomBytes(length) })

/** The way to the store of a user for one project; it is opened when something is to be read or written. */
export function userStore(
  place: Result<Place>,
  { directory, process: name }: { directory: string; process: string },
  say: (notice: StoreNotice) => void,
): StorePort {
  let open: { store: Store; project: NightStore } | null = null
  let failed: { at: number; result: Extract<Result<never>, { ok: false }> } | null = null

  function project(): Result<NightStore> {
    if (open !== null) return { ok: true, value: open.project }
    if (failed !== null && performance.now() - failed.at < pause) return failed.result
    const made = openAll()
    failed = made.ok ? null : { at: performance.now(), result: made }
    return made
  }

  function openAll(): Result<NightStore> {
    if (!place.ok) return place
    const store = openUserStore(place.value, name)
    if (!store.ok) return store
    const found = store.value.project(directory)
    if (!found.ok) {
      store.value.close()
      return found
    }
    open = { store: store.value, project: found.value }
    for (const notice of store.value.notices) say(notice)
    return found
  }

  return {
    project,
    isAlone: false,
    version: () => {
      const found = open?.store.version()
      return found?.ok === true ? found.value : null
    },
    close: () => {
      open?.store.close()
      open = null
    },
  }
}
