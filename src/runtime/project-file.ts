import type { ProjectFile } from '../core/decision.ts'
import type { Json } from '../core/event.ts'
import type { Policy, Slot } from '../core/policy.ts'

/** What a project file's text says; policies name the keys that must fit their slots. */
export function parseProject(file: string, text: string | null, policies: readonly Policy[]): ProjectFile {
  if (text === null || text.trim() === '') return { status: 'absent', problem: null, file, data: null }
  const broken = (problem: string): ProjectFile => ({ status: 'broken', problem, file, data: null })
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return broken('it is not valid JSON')
  }
  if (!isObject(value)) return broken('it is not a JSON object')
  for (const { key, slot } of projectSlots(policies, file)) {
    const problem = misfit(key, slot, value[key])
    if (problem !== null) return broken(problem)
  }
  return { status: 'ok', problem: null, file, data: value }
}

export interface ProjectSlot {
  /** `policy/slot`. */
  name: string
  key: string
  slot: Slot
}

/** The slots that policies keep in a project file. */
export function projectSlots(policies: readonly Policy[], file: string): ProjectSlot[] {
  return policies
    .filter(({ project }) => project === file)
    .flatMap((policy) =>
      Object.entries(policy.memory)
        .filter(([, slot]) => slot.scope === 'project')
        .map(([name, slot]) => ({ name: `${policy.name}/${name}`, key: slot.key ?? name, slot })),
    )
}

function misfit(key: string, slot: Slot, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  const fits = shapes[slot.kind]
  if (fits !== undefined && !fits(value))
    return `"${key}" is ${JSON.stringify(value).slice(0, 80)}; it must be a ${slot.kind}`
  if (slot.kind === 'enum' && slot.values !== null && !slot.values.includes(String(value))) {
    return `"${key}" is ${JSON.stringify(value).slice(0, 80)}; allowed are ${slot.values.join(', ')}`
  }
  return null
}

const shapes: Partial<Record<Slot['kind'], (value: Json) => boolean>> = {
  flag: (value) => typeof value === 'boolean',
  enum: (value) => typeof value === 'string',
  counter: (value) => typeof value === 'number',
  set: Array.isArray,
  window: Array.isArray,
  list: Array.isArray,
  map: isObject,
}

function isObject(value: unknown): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
