import { join } from 'node:path'
import type { Decision, ProjectFile } from '../core/decision.ts'
import type { DomainEvent, Json } from '../core/event.ts'
import { fold } from '../core/fold.ts'
import type { Policy } from '../core/policy.ts'
import type { Slots, TreeState } from '../core/state.ts'
import { confine } from './confine.ts'
import { failureText } from './failure-text.ts'
import type { Files } from './ports.ts'
import { parseProject, projectSlots } from './project-file.ts'
import type { Seals } from './seals.ts'

/** How long to wait for another process before the request is refused. */
const longestWait = 5000

/** Memory that lies in files of the project, of which others may own keys too. */
export interface ProjectMemory {
  read: (policies: readonly Policy[], file: string) => ProjectFile
  /** A state with the slots of scope project as the files have them now. */
  seeded: (state: TreeState, policies: readonly Policy[]) => TreeState
  /**
   * Writes what a decision changed, under the lock of each file; if a file is not what the decision saw,
   * `decide` decides again. A string says why nothing was written.
   */
  commit: (
    policies: readonly Policy[],
    state: TreeState,
    first: Decision,
    decide: (state: TreeState) => Decision,
  ) => Decision | string
  /** Puts a file aside under a dated name. A string says why not. */
  archive: (file: string, now: number) => string | null
  /** What others did to our keys since we last wrote them; each thing is said once. */
  tampered: (policies: readonly Policy[]) => DomainEvent[]
}

export function createProjectMemory(files: Files, directory: string, seals: Seals): ProjectMemory {
  const said = new Map<string, string>()

  function read(policies: readonly Policy[], file: string): ProjectFile {
    try {
      const place = confine(files, directory, file)
      if ('refused' in place) return { status: 'broken', problem: place.refused, file, data: null }
      return parseProject(file, files.read(place.path), policies)
    } catch (error) {
      return { status: 'broken', problem: failureText(error), file, data: null }
    }
  }

  function seeded(state: TreeState, policies: readonly Policy[]): TreeState {
    const names = filesOf(policies)
    if (names.length === 0) return state
    const project: Record<string, Json> = {}
    for (const file of names) {
      const { data } = read(policies, file)
      for (const { name, key } of projectSlots(policies, file)) {
        const value = data?.[key]
        if (value !== undefined && value !== null) project[name] = value
      }
    }
    return { ...state, slots: { ...state.slots, project } }
  }

  function commit(
    policies: readonly Policy[],
    state: TreeState,
    first: Decision,
    decide: (state: TreeState) => Decision,
  ): Decision | string {
    const unlock: (() => void)[] = []
    try {
      for (const file of touched(policies, first)) {
        const place = confine(files, directory, file)
        if ('refused' in place) return place.refused
        unlock.push(files.lock(place.path, longestWait))
      }
      const now = seeded(state, policies)
      const same = JSON.stringify(now.slots.project) === JSON.stringify(state.slots.project)
      const decision = same ? first : decide(now)
      const after = decision.changes.reduce(fold, now)
      for (const file of touched(policies, decision)) {
        const reason = write(policies, file, after.slots.project)
        if (reason !== null) return reason
      }
      return decision
    } catch (error) {
      return failureText(error)
    } finally {
      for (const give of unlock) give()
    }
  }

  function write(policies: readonly Policy[], file: string, slots: Slots): string | null {
    const { status, problem, data } = read(policies, file)
    if (status === 'broken') return `${file} is broken: ${problem}`
    const next: Record<string, Json> = { ...data }
    for (const { name, key, slot } of projectSlots(policies, file)) {
      if (slot.kind === 'list') continue
      const value = slots[name]
      if (value === undefined) delete next[key]
      else next[key] = value
    }
    files.replace(join(directory, file), `${JSON.stringify(next, null, 2)}\n`)
    seals.put(file, ownKeys(policies, file, next))
    return null
  }

  function tampered(policies: readonly Policy[]): DomainEvent[] {
    return filesOf(policies).flatMap((file): DomainEvent[] => {
      const seal = seals.get(file)
      if (seal === null) return []
      const { status, data } = read(policies, file)
      const found = status === 'ok' ? ownKeys(policies, file, data ?? {}) : status
      if (found === seal || said.get(file) === found) return []
      said.set(file, found)
      const change = status === 'absent' ? 'removed' : status === 'broken' ? 'broken' : 'edited'
      return [{ type: 'memory.tampered', file, change }]
    })
  }

  function archive(file: string, now: number): string | null {
    try {
      const place = confine(files, directory, file)
      if ('refused' in place) return place.refused
      const give = files.lock(place.path, longestWait)
      try {
        const text = files.read(place.path)
        if (text !== null) files.replace(datedName(place.path, now), text)
        files.remove(place.path)
        seals.drop(file)
      } finally {
        give()
      }
      return null
    } catch (error) {
      return failureText(error)
    }
  }

  return { read, seeded, commit, archive, tampered }
}

/** `state.json` becomes `state.2026-02-12T22-00-00.json`. */
function datedName(path: string, now: number): string {
  const date = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') ? `${path.slice(0, dot)}.${date}${path.slice(dot)}` : `${path}.${date}`
}

export const filesOf = (policies: readonly Policy[]): string[] => [
  ...new Set(policies.flatMap(({ project }) => project ?? [])),
]

/** The project files that a decision changes, in one order for all processes. */
function touched(policies: readonly Policy[], decision: Decision): string[] {
  const changed = new Set(
    decision.changes.flatMap((change) => (change.change === 'slot' && change.scope === 'project' ? change.slot : [])),
  )
  const owners = policies.filter((policy) =>
    Object.keys(policy.memory).some((name) => changed.has(`${policy.name}/${name}`)),
  )
  return filesOf(owners).sort()
}

/** The values that only we may change, as one comparable text. */
function ownKeys(policies: readonly Policy[], file: string, data: Readonly<Record<string, Json>>): string {
  const slots = projectSlots(policies, file).filter(({ slot }) => slot.kind !== 'list')
  return JSON.stringify(slots.map(({ key }) => [key, data[key] ?? null]).sort())
}
