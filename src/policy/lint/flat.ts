import type { Json } from '../../core/event.ts'
import { limitSlots } from '../compile/limit-slots.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { Path } from '../yaml/tree.ts'

/** A document in which each rule says its whole condition itself, and memory has the counts of limits. */
export interface FlatDocument {
  document: ResolvedDocument
  /** Where that stands which has a path in the flat document. */
  written: (path: Path) => Path
}

/** A condition with the path of where it is written. */
interface Part {
  value: Json
  path: Path
}

/** What must hold before a rule is asked, its own condition last: that the policy is active, and what its section wants. */
export function flatten(document: ResolvedDocument): FlatDocument {
  const parts = document.rules.map((rule, index) => partsOf(rule, index, document))
  const rules = document.rules.map((rule, index): RuleDocument => {
    const [first, ...more] = parts[index] ?? []
    if (first === undefined) return rule
    return { ...rule, when: more.length === 0 ? first.value : { and: [first, ...more].map(({ value }) => value) } }
  })
  return {
    document: { ...document, memory: { ...document.memory, ...countedBy(document) }, rules },
    written: (path) => {
      const [root, index, key, operator, place, ...rest] = path
      const found = root === 'rules' && key === 'when' ? (parts[Number(index)] ?? []) : []
      const [only] = found
      if (found.length === 1 && only !== undefined) return [...only.path, ...path.slice(3)]
      if (found.length < 2 || only === undefined) return path
      const part = operator === 'and' ? found[Number(place)] : undefined
      return part === undefined ? ['rules', Number(index), 'id'] : [...part.path, ...rest]
    },
  }
}

/** The slots in which limits count, which texts and conditions read like any other. */
function countedBy({ rules }: ResolvedDocument): NonNullable<ResolvedDocument['memory']> {
  const slots = Object.entries(limitSlots(rules))
  // What holds them and what clears them is said by the limit, and checked there.
  return Object.fromEntries(
    slots.map(([name, { slot }]) => {
      const { clears: _, ...rest } = slot
      return [name, slot.kind === 'window' ? { ...rest, span: '1h' } : rest]
    }),
  )
}

function partsOf({ section, active, when }: RuleDocument, index: number, document: ResolvedDocument): Part[] {
  const around = section === undefined ? undefined : document.sections?.[section]
  const isAlways = active === 'always' || around?.active === 'always'
  const given: [Json | undefined, Path][] = [
    [isAlways ? undefined : document.active, ['active']],
    [around?.when, ['sections', section ?? '', 'when']],
    [when, ['rules', index, 'when']],
  ]
  return given.flatMap(([value, path]) => (value === undefined ? [] : [{ value, path }]))
}
