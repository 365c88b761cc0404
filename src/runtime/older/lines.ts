import type { Effect } from '../../core/decision.ts'
import type { FieldValues, Json } from '../../core/event.ts'
import type { Change } from '../../core/state.ts'
import { fieldNamesOnce } from '../../policy/records/older.ts'
import { upgradedRecord } from './records.ts'

/** The changes of a line with the entries as this version has them. */
export const upgradedChanges = (changes: Change[]): Change[] =>
  changes.some(hasEntry) ? changes.map(upgradedChange) : changes

/** What a line says was done with entries, which an older one says in the fields of a blocker. */
export const upgradedEffects = (effects: Effect[], changes: readonly Change[]): Effect[] =>
  effects.some(isOlder) ? effects.map((effect) => upgradedEffect(effect, changes)) : effects

const hasEntry = ({ change }: Change): boolean =>
  change === 'record.added' || change === 'record.dropped' || change === 'shadow'

const isOlder = (effect: Effect): boolean => effect.effect === 'record' && !Object.hasOwn(effect, 'title')

function upgradedChange(change: Change): Change {
  switch (change.change) {
    case 'record.added':
      return { ...change, record: upgradedRecord(change.record) }
    case 'record.dropped': {
      const { title = textAt(change, 'question') ?? '' }: { title?: string } = change
      return { change: 'record.dropped', kind: change.kind, title }
    }
    case 'shadow':
      return { ...change, of: upgradedChange(change.of) }
    default:
      return change
  }
}

/** What an entry says is known of one that came with the line, else only what the effect said of it. */
function upgradedEffect(effect: Effect, changes: readonly Change[]): Effect {
  if (effect.effect !== 'record' || !isOlder(effect)) return effect
  const { by, result, id, section, seen } = effect
  const added = changes.flatMap((change) =>
    change.change === 'record.added' && change.record.id === id ? change.record : [],
  )[0]
  const said: FieldValues = added ?? Object.fromEntries(Object.entries(effect))
  const fields = fieldNamesOnce.flatMap((name): [string, Json][] => {
    const value = said[name] ?? null
    return value === null || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]]
  })
  const title = textAt(effect, 'question') ?? ''
  const kind = added?.kind ?? ''
  return { effect: 'record', result, id, kind, section, title, fields: Object.fromEntries(fields), seen, by }
}

/** A text that an older version wrote under this name. */
function textAt(written: object, name: string): string | null {
  const value: unknown = Reflect.get(written, name)
  return typeof value === 'string' ? value : null
}
