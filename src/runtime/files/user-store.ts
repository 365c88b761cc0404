import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { openStore } from '../../store/open-store.ts'
import { realWaiting, type Waiting } from '../../store/database/patient.ts'
import { type Place, storePlace } from '../../store/place.ts'
import type { Result, Store, StoreNotice } from '../../store/store.ts'
import { unlessFault } from '../text/failure-text.ts'
import type { NightStore, StorePort } from '../ports.ts'

/** How long another process may hold the database, in milliseconds. */
const usualPatience = 2000
/** Pages of 4 kB that are given back to the disk at a time. */
const pagesAtRest = 500
/** After a failure the store is left alone so long, in milliseconds, and then nobody waits for it until it works again. */
const pause = 2000
/** More than SQLite counts up to. */
const versions = 2 ** 32

/** Where the store of the user of this process lies. */
export const ownPlace = (): Result<Place> =>
  storePlace({ env: process.env, platform: process.platform, home: homeFolder() })

/** Empty where the system knows no home of this user. */
export function homeFolder(): string {
  try {
    return homedir()
  } catch (error) {
    return unlessFault(error, '')
  }
}

/** Opens the store of a user. `name` names this process in its lines; `patience` is in milliseconds. */
export const openUserStore = (
  place: Place,
  name: string,
  patience: number | (() => number) = usualPatience,
  waiting: Waiting = realWaiting(),
): Result<Store> => openStore({ place, process: name, patience, waiting, random: (length) => randomBytes(length) })

/** What is known of one way to use the store. */
interface Way {
  failed: { until: number; result: Failed } | null
}

type Failed = Extract<Result<never>, { ok: false }>

/**
 * The way to the store of a user for one project; it is opened when something is to be read or written. However long it
 * cannot be, the caller stands still once for it: `patience` milliseconds at most.
 */
export function userStore(
  place: Result<Place>,
  { directory, process: name }: { directory: string; process: string },
  say: (notice: StoreNotice) => void,
  waiting: Waiting = realWaiting(),
): StorePort {
  const { now } = waiting
  let open: { store: Store; project: NightStore } | null = null
  const opening: Way = { failed: null }
  // Where others only write, reading works.
  const reading: Way = { failed: null }
  const writing: Way = { failed: null }
  let patience = usualPatience
  /** How often it was opened: what versions of two connections say cannot be compared. */
  let openings = 0
  /** Why the database stays where nobody finds it, as it was told. */
  let told: string | null = null

  /** Leaves the store alone for a while after it refused, and tells whoever asks meanwhile why. */
  function careful<T>(way: Way, work: () => Result<T>, isCostly: (failure: Failed) => boolean): Result<T> {
    if (way.failed !== null && now() < way.failed.until) return way.failed.result
    patience = way.failed === null ? usualPatience : 0
    const done = work()
    if (done.ok) way.failed = null
    else if (isCostly(done)) way.failed = { until: now() + pause, result: done }
    return done
  }

  function project(): Result<NightStore> {
    return open === null ? careful(opening, openAll, () => true) : { ok: true, value: open.project }
  }

  const by =
    (way: Way) =>
    <Given extends unknown[], T>(operation: (...given: Given) => Result<T>) =>
    (...given: Given): Result<T> =>
      careful(
        way,
        () => operation(...given),
        ({ problem }) => problem.code === 'locked',
      )

  function openAll(): Result<NightStore> {
    if (!place.ok) return place
    const store = openUserStore(place.value, name, () => patience, waiting)
    if (!store.ok) return store
    const found = store.value.project(directory)
    if (!found.ok) {
      store.value.close()
      return found
    }
    open = { store: store.value, project: carefully(found.value) }
    openings += 1
    for (const notice of store.value.notices) say(notice)
    return { ok: true, value: open.project }
  }

  /**
   * The file was taken away, or another one was put in its place: what is written to it, nobody would find again. It is
   * given up only for one that can be opened.
   */
  function openAgain(store: Store): void {
    if (!place.ok) return
    const { database } = place.value
    const back = store.putBack()
    const done = back.ok ? careful(opening, openAll, () => true) : back
    if (!done.ok) {
      const message = `${done.problem.message}; ${database} was taken away while OpenCode worked`
      if (told !== message) say({ code: 'another', message })
      told = message
      return
    }
    store.close()
    told = null
    say({
      code: 'put-back',
      message: `${database} was taken away while OpenCode worked; it is put back, or what stands there now is used`,
    })
  }

  function carefully(of: NightStore): NightStore {
    const [read, write] = [by(reading), by(writing)]
    return {
      tree: read(of.tree),
      since: read(of.since),
      sets: read(of.sets),
      rootOf: read(of.rootOf),
      elsewhere: read(of.elsewhere),
      roots: read(of.roots),
      commit: write(of.commit),
      shared: read(of.shared),
      given: read(of.given),
      inForce: read(of.inForce),
      records: read(of.records),
      answers: read(of.answers),
      grants: read(of.grants),
      note: write(of.note),
      page: read(of.page),
      titles: read(of.titles),
      pageState: read(of.pageState),
      keepPage: write(of.keepPage),
      pageStamp: of.pageStamp,
    }
  }

  return {
    project,
    isAlone: false,
    version: () => {
      if (open?.store.isThere() === false) openAgain(open.store)
      else told = null
      const found = open?.store.version()
      return found?.ok === true ? openings * versions + found.value : null
    },
    rest: () => {
      patience = 0
      open?.store.tidy(pagesAtRest)
    },
    close: () => {
      open?.store.close()
      open = null
    },
  }
}
