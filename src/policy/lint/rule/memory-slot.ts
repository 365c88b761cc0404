import type { Json } from '../../../core/event.ts'
import type { SlotDocument } from '../../schema/parts.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import { paramName } from '../../write-out.ts'
import type { Check } from '../context.ts'

/** Slots whose settings do not go together. */
export const memorySlot: Check = {
  code: 'memory-slot',
  run: ({ document, problem }) =>
    Object.entries(document.memory ?? {}).flatMap(([name, slot]) =>
      faultsOf(slot, document.project !== undefined).map(([key, message]) => {
        const path = key === null ? ['memory', name] : ['memory', name, key]
        return problem(path, `The slot "${name}" ${message}`, { key: true })
      }),
    ),
}

function faultsOf(slot: SlotDocument, hasProject: boolean): [keyof SlotDocument | null, string][] {
  const { kind, scope, key, values, span, initial } = slot
  const faults: [keyof SlotDocument | null, string][] = []
  if (kind === 'enum' && !values) faults.push([null, 'is an enum and needs values'])
  if (kind !== 'enum' && values) faults.push(['values', `is a ${kind}: only an enum has values`])
  if (kind === 'window' && span === undefined) faults.push([null, 'is a window and needs a span, such as 5m'])
  if (kind !== 'window' && span !== undefined) faults.push(['span', `is a ${kind}: only a window has a span`])
  if (scope === 'project' && key === undefined) faults.push([null, 'has scope project and needs a key'])
  if (scope === 'project' && !hasProject)
    faults.push(['scope', 'has scope project, but the policy names no project file: add project: { file: … }'])
  if (scope !== 'project' && key !== undefined) faults.push(['key', 'has a key: only slots of scope project have one'])
  if (kind === 'list' && scope !== 'project')
    faults.push([null, 'is a list, which others write: it needs scope project'])
  if (initial !== undefined && paramName(initial) === null && !fits(initial, slot))
    faults.push(['initial', notInitial(initial, slot)])
  return faults
}

function notInitial(initial: Json, { kind, values = [] }: SlotDocument): string {
  if (kind !== 'enum') return `is a ${kind}, and its initial value does not fit`
  const meant = typeof initial === 'string' ? suggest(initial, values) : ''
  return `is an enum and never ${JSON.stringify(initial)}${meant}; allowed are ${listNames(values)}`
}

function fits(initial: Json, { kind, values }: SlotDocument): boolean {
  switch (kind) {
    case 'flag':
      return typeof initial === 'boolean'
    case 'counter':
      return typeof initial === 'number'
    case 'enum':
      return typeof initial === 'string' && (values ?? [initial]).includes(initial)
    case 'value':
      return true
    case 'map':
      return typeof initial === 'object' && initial !== null && !Array.isArray(initial)
    case 'set':
    case 'window':
    case 'list':
      return Array.isArray(initial)
  }
}
