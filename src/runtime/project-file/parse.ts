import type { ProjectFile } from '../../core/decision.ts'
import type { Json } from '../../core/event.ts'
import type { Policy, Slot } from '../../core/policy.ts'
import { projectSlots } from './slots.ts'

const shownValue = 80

/**
 * What the text of a project file says; policies name the keys that must fit their slots. Missing and empty
 * are the same. A broken file is never changed: the problem says what to repair.
 */
export function parseProject(file: string, text: string | null, policies: readonly Policy[]): ProjectFile {
  const content = text?.replace(/^\uFEFF/, '') ?? ''
  if (content.trim() === '') return { status: 'absent', problem: null, file, data: null }
  const broken = (problem: string): ProjectFile => ({
    status: 'broken',
    problem: `${file}: ${problem}`,
    file,
    data: null,
  })
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Each engine words its reason in its own way, and the same file must be told the same everywhere.
    return broken('it is not valid JSON; mend the text, or remove the file')
  }
  if (!isObject(value)) {
    const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
    return broken(`it holds ${found}, and a map in { } is wanted; put the keys back, or remove the file`)
  }
  for (const { key, slot } of projectSlots(policies, file)) {
    const problem = misfit(key, slot, Object.hasOwn(value, key) ? value[key] : undefined)
    if (problem !== null) return broken(problem)
  }
  return { status: 'ok', problem: null, file, data: value }
}

function misfit(key: string, slot: Slot, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  const found = `"${key}" is ${JSON.stringify(value).slice(0, shownValue)}`
  if (slot.kind === 'enum' && slot.values !== null && !slot.values.some((allowed) => allowed === value)) {
    return `${found}; allowed are ${slot.values.join(', ')}`
  }
  const shape = shapes[slot.kind]
  return shape === undefined || shape.fits(value) ? null : `${found}; ${shape.wanted} is wanted`
}

const list = { fits: (value: Json): boolean => Array.isArray(value), wanted: 'a list' }

const shapes: Partial<Record<Slot['kind'], { fits: (value: Json) => boolean; wanted: string }>> = {
  flag: { fits: (value) => typeof value === 'boolean', wanted: 'true or false' },
  counter: { fits: (value) => typeof value === 'number', wanted: 'a number' },
  enum: { fits: (value) => typeof value === 'string', wanted: 'a text' },
  set: list,
  window: list,
  list,
  map: { fits: isObject, wanted: 'a map' },
}

function isObject(value: unknown): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
