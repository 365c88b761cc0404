import { ceilings } from '../../core/limits/ceilings.ts'
import type { EventType, Json } from '../../core/event.ts'
import { events, facts, type memory, roots } from '../../core/vocabulary.ts'
import { defaultEntries } from '../compile/compile.ts'
import { done, failed, type Outcome } from '../problems/fault.ts'
import { kindNamed, kindOfRule } from '../records/named-kind.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RecordKindDocument } from '../schema/records.ts'
import { listNames, suggest } from '../problems/suggest.ts'
import { calledFields, entryType } from './record-types.ts'
import {
  anyType,
  booleanType,
  durationType,
  type FieldTypes,
  fieldType,
  listType,
  mapType,
  numberType,
  orNull,
  stringType,
  type Type,
  timeType,
  unify,
  upTo,
} from './types.ts'

/** What an expression or a text may read where it stands. */
export interface Scope {
  /** The rule that asks, null where no rule does. */
  rule: string | null
  /** The events of the rule; a field must exist in all of them. Null: there is no event. */
  events: readonly EventType[] | null
  /** The kind of record whose calls the rule hears; null: of any kind. */
  kind: string | null
  /** More names, such as `item` or those of `with`. */
  names: Readonly<Record<string, Type>>
  /** True where only `names` may be read. */
  closed: boolean
}

/** The types of everything that a document declares. */
export interface Declared {
  params: Readonly<Record<string, Type>>
  memory: Readonly<Record<string, Type>>
  facts: Readonly<Record<string, FieldTypes>>
  kinds: Readonly<Record<string, RecordKindDocument>>
}

export function declaredIn(document: ResolvedDocument): Declared {
  const slotTypes: Record<keyof typeof memory, Type> = {
    flag: booleanType,
    value: anyType,
    enum: stringType,
    counter: numberType,
    set: listType,
    map: mapType,
    window: listType,
    list: listType,
  }
  return {
    params: mapValues(document.params ?? {}, paramType),
    memory: mapValues(document.memory ?? {}, ({ kind, values, scope, max }) => {
      if (kind === 'enum' && values) return { ...stringType, values }
      // What lies in the project file may have been written by others, who know no limit.
      const isBounded = (kind === 'window' || kind === 'set') && scope !== 'project'
      return isBounded ? upTo(slotTypes[kind], max ?? defaultEntries) : slotTypes[kind]
    }),
    facts: {
      ...mapValues(document.facts ?? {}, (fact) =>
        'records' in fact ? recordsGive(document, fact.records['kind']) : givesOf(Object.keys(fact)[0] ?? ''),
      ),
      project: facts.project.gives,
    },
    kinds: document.records ?? {},
  }
}

/** The type of the variable at a dotted path, or why there is none. */
export function readVariable(path: string, scope: Scope, declared: Declared): Outcome<Type> {
  const [root = '', ...rest] = path.split('.')
  const own = Object.hasOwn(scope.names, root) ? scope.names[root] : undefined
  if (own) return readFields(own, rest, path)
  const known = rootNames(scope)
  if (!known.includes(root))
    return failed(`there is no "${root}" here${suggest(root, known) || `; there are ${listNames(known)}`}`)
  if (root === 'now') return rest.length === 0 ? done(timeType) : failed('now is a number')
  if (root === 'entry') return rest.length === 0 ? done(fieldType('id?')) : failed('entry is an id')
  const [name, ...more] = rest
  if (name === undefined) return failed(`say which part of ${root}, as in ${root}.name`)
  const type = root === 'event' ? eventField(name, scope, declared) : memberOf(root, name, declared)
  return type.ok ? readFields(type.value, more, path) : type
}

function rootNames(scope: Scope): string[] {
  const shared = scope.closed ? [] : ['memory', 'params', 'facts', 'session', 'run', 'now', 'entry']
  return [...(scope.closed || scope.events === null ? [] : ['event']), ...shared, ...Object.keys(scope.names)]
}

/** With no events, as in a condition that no rule uses, the field of any event will do. */
function eventField(name: string, { events: given, kind }: Scope, declared: Declared): Outcome<Type> {
  const isAnywhere = given === null || given.length === 0
  const fieldsOf = (type: EventType | undefined): FieldTypes => ({
    ...(type === undefined ? {} : events[type].fields),
    ...(type === 'record.submitted' ? callFields(kind, isAnywhere, declared) : {}),
  })
  const types = isAnywhere ? eventTypes.filter((type) => Object.hasOwn(fieldsOf(type), name)) : given
  if (types.length === 0) return failed(`no event has "${name}"`)
  const found = types.map((type) => ({ type, written: ownField(fieldsOf(type), name) }))
  const without = found.filter(({ written }) => written === undefined).map(({ type }) => type)
  if (without.length > 0) {
    // A policy that declares no kind knows of another's only the name.
    if (types.length === 1 && kind !== null && declared.kinds[kind] === undefined) return done(anyType)
    const shared = Object.keys(fieldsOf(types[0])).filter((field) =>
      types.every((type) => Object.hasOwn(fieldsOf(type), field)),
    )
    const hint = suggest(name, shared) || (shared.length > 0 ? `; there are ${listNames(shared)}` : '')
    return failed(`${without.join(' and ')} ${without.length > 1 ? 'have' : 'has'} no "${name}"${hint}`)
  }
  return done(unify(found.map(({ written }) => fieldType(written ?? 'json'))))
}

const eventTypes = Object.keys(events) as EventType[]

/** The fields of the kind whose calls a rule hears; where no rule does, those of all kinds. */
function callFields(kind: string | null, isAnywhere: boolean, { kinds }: Declared): FieldTypes {
  const named = kind === null ? undefined : kinds[kind]
  if (named !== undefined) return calledFields(named)
  return isAnywhere ? Object.assign({}, ...Object.values(kinds).map(calledFields)) : {}
}

/** Whether a variable is a field that each valid call of the kind has, so that it is not null in one. */
export function isInValidCalls(path: string, { events: heard, kind }: Scope, { kinds }: Declared): boolean {
  const fields =
    heard?.every((type) => type === 'record.submitted') === true && kind !== null ? kinds[kind]?.fields : {}
  return Object.entries(fields ?? {}).some(([name, { required }]) => path === `event.${name}` && required === true)
}

/** Names such as `constructor` are no fields, though every map has them. */
const ownField = <Kind>(fields: Readonly<Record<string, Kind>>, name: string): Kind | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

function memberOf(root: string, name: string, declared: Declared): Outcome<Type> {
  const unknown = (names: string[], what: string) =>
    failed(
      `there is no ${what} "${name}"${suggest(name, names) || (names.length > 0 ? `; there are ${listNames(names)}` : '')}`,
    )
  if (root === 'session' || root === 'run') {
    const fields: Readonly<Record<string, string>> = roots[root]
    const written = ownField(fields, name)
    if (written === undefined) return unknown(Object.keys(fields), `${root} field`)
    const type = fieldType(written)
    return done(root === 'run' && name === 'prompts' ? upTo(type, ceilings.prompts) : type)
  }
  if (root === 'facts') {
    const gives = Object.hasOwn(declared.facts, name) ? declared.facts[name] : undefined
    return gives ? done({ ...mapType, fields: gives }) : unknown(Object.keys(declared.facts), 'fact')
  }
  const members = root === 'params' ? declared.params : declared.memory
  const type = Object.hasOwn(members, name) ? members[name] : undefined
  return type ? done(type) : unknown(Object.keys(members), root === 'params' ? 'param' : 'memory slot')
}

function readFields(type: Type, keys: readonly string[], path: string): Outcome<Type> {
  const [key, ...rest] = keys
  if (key === undefined) return done(type)
  if (type.base === 'any') return done(anyType)
  if (type.base !== 'map') return failed(`"${path}" goes on behind a value that has no parts`)
  if (!type.fields) return readFields(anyType, rest, path)
  const written = ownField(type.fields, key)
  if (written === undefined) {
    const names = Object.keys(type.fields)
    return failed(`there is no "${key}"${suggest(key, names) || `; there are ${listNames(names)}`}`)
  }
  const field = fieldType(written)
  return readFields(type.nullable ? orNull(field) : field, rest, path)
}

function paramType(param: NonNullable<ResolvedDocument['params']>[string]): Type {
  const base: Record<typeof param.type, Type> = {
    boolean: booleanType,
    integer: numberType,
    number: numberType,
    string: stringType,
    enum: param.type === 'enum' ? { ...stringType, values: param.values } : stringType,
    duration: durationType,
    time: stringType,
    list: { ...listType, item: stringType },
    map: mapType,
  }
  return param.optional ? orNull(base[param.type]) : base[param.type]
}

/** What the fact gives of a kind's entries; of a kind that is not declared here anything may be read. */
function recordsGive(document: ResolvedDocument, given: Json | undefined): FieldTypes {
  const names = Object.keys(document.records ?? {})
  const name = given === undefined && names.length === 1 ? (names[0] ?? null) : given
  const kind = typeof name === 'string' ? kindNamed(document, name) : null
  const entry = kind === null ? mapType : entryType(kind)
  return { ...facts.records.gives, first: orNull(entry), latest: orNull(entry), list: { ...listType, item: entry } }
}

function givesOf(source: string): Readonly<Record<string, string>> {
  const sources: Readonly<Record<string, { gives: Readonly<Record<string, string>> }>> = facts
  return sources[source]?.gives ?? {}
}

/** What a rule may read. */
export const ruleScope = (document: ResolvedDocument, rule: ResolvedDocument['rules'][number]): Scope => ({
  rule: rule.id,
  events: rule.events,
  kind: kindOfRule(document, rule),
  names: {},
  closed: false,
})

/** Where only an entry is known: `record`. */
export const recordScope = (record: Type): Scope => ({
  rule: null,
  events: null,
  kind: null,
  names: { record },
  closed: true,
})

function mapValues<From, To>(given: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]))
}
