import type { Json } from '../core/event.ts'
import { events, type ParamType, roots } from '../core/vocabulary.ts'
import type { ResolvedDocument } from './layers/resolve.ts'

/** A part of a JSON Schema. */
type Schema = Record<string, unknown>

/** What a schema offers without refusing anything else, so that lint alone says what is wrong. */
interface Offer {
  definitions: Record<string, Schema>
  /** For the definition of a rule, and of a section. */
  rule: Schema[]
  policy: Schema[]
  layer: Schema[]
}

/**
 * What an editor offers beyond the shape of a file: names behind `var` by the events of a rule, and in a file that
 * extends a built-in policy its params with their values, paths for `override`, ids for `insert` and its own names.
 */
export function editorHelp(builtins: readonly ResolvedDocument[]): Offer {
  const anywhere = [...namesOf('session', roots.session), ...namesOf('run', roots.run), 'now', 'entry']
  const ofEvent = Object.entries(events).map(([event, { fields }]) => [event, namesOf('event', fields)] as const)
  const all = [...new Set(ofEvent.flatMap(([, names]) => names))]
  const offers: Record<string, Names> = {
    'any-event': { var: [...anywhere, ...all] },
    ...Object.fromEntries(ofEvent.map(([event, names]) => [event, { var: [...anywhere, ...names] }])),
    ...Object.fromEntries(builtins.map((one) => [one.name, namesIn(one, [...anywhere, ...all])])),
  }
  const isBuiltin = { required: ['extends'], properties: { extends: { enum: builtins.map(extending) } } }
  return {
    definitions: Object.fromEntries(Object.entries(offers).map(([of, names]) => [`Reads-${of}`, reads(of, names)])),
    rule: [
      { if: { not: { required: ['events'] } }, then: inRule('any-event') },
      ...ofEvent.map(([event]) => ({
        if: { required: ['events'], properties: { events: { contains: { const: event } } } },
        then: inRule(event),
      })),
    ],
    policy: [inConditions('any-event')],
    // The language server offers of two such schemas for one place those of the first alone.
    layer: [{ if: { not: isBuiltin }, then: inConditions('any-event') }, ...builtins.map(layerOf)],
  }
}

type Names = Readonly<Record<string, readonly string[]>>

const namesOf = (root: string, fields: Readonly<Record<string, string>>): string[] =>
  Object.keys(fields).map((name) => `${root}.${name}`)

const namesIn = ({ params, memory, facts, conditions }: ResolvedDocument, others: readonly string[]): Names => ({
  var: [
    ...Object.keys(params ?? {}).map((name) => `params.${name}`),
    ...Object.keys(memory ?? {}).map((name) => `memory.${name}`),
    ...Object.keys(facts ?? {}).map((name) => `facts.${name}`),
    ...others,
  ],
  cond: Object.keys(conditions ?? {}),
})

const extending = ({ name }: ResolvedDocument): string => `builtin:${name}`

const offer = (of: string): Schema => ({ $ref: `#/definitions/Reads-${of}` })

/** Wherever a value may stand below, these names behind these keys. The keys themselves are offered by the shape. */
function reads(of: string, names: Names): Schema {
  const keys = Object.entries(names).map(([key, examples]) => [key, { examples, doNotSuggest: true }])
  return { properties: Object.fromEntries(keys), additionalProperties: offer(of), items: offer(of) }
}

const inRule = (of: string): Schema => ({ properties: { when: offer(of), limit: offer(of), then: offer(of) } })

const inConditions = (of: string): Schema => ({
  properties: { conditions: offer(of), facts: offer(of), active: offer(of) },
})

function layerOf(document: ResolvedDocument): Schema {
  const { name } = document
  const ids = { examples: document.rules.map(({ id }) => id) }
  return {
    if: { required: ['extends'], properties: { extends: { const: extending(document) } } },
    then: {
      properties: {
        params: { properties: mapped(document.params ?? {}, paramOf) },
        override: { properties: paths(document), additionalProperties: offer(name) },
        insert: { items: { properties: { before: ids, after: ids } } },
        conditions: offer(name),
        facts: offer(name),
        active: offer(name),
      },
    },
  }
}

type Param = NonNullable<ResolvedDocument['params']>[string]

/** Types whose values an editor can tell apart; of the others lint says what is wrong. */
const plainTypes: Partial<Record<ParamType, string>> = { boolean: 'boolean', integer: 'integer', number: 'number' }

function paramOf(param: Param): Schema {
  const { type, description, default: value, optional = false } = param
  const plain = plainTypes[type]
  return {
    ...(description === undefined ? {} : { description }),
    ...(value === undefined ? {} : { default: value }),
    ...(plain === undefined ? {} : { type: optional ? [plain, 'null'] : plain }),
    ...('min' in param && typeof param.min === 'number' ? { minimum: param.min } : {}),
    ...('max' in param && typeof param.max === 'number' ? { maximum: param.max } : {}),
    ...(type === 'enum' ? { enum: [...param.values, ...(optional ? [null] : [])] } : {}),
  }
}

/** The parts of a policy that a line under `override` may name, with what they are. */
function paths(document: ResolvedDocument): Record<string, Schema> {
  const { rules, sections, conditions, templates, facts, memory, commands, records } = document
  const parts: Record<string, Readonly<Record<string, Json | object | string>>> = {
    sections: sections ?? {},
    conditions: conditions ?? {},
    templates: templates ?? {},
    facts: facts ?? {},
    memory: memory ?? {},
    commands: commands ?? {},
    records: records ?? {},
  }
  return {
    ...Object.fromEntries(rules.map(({ id, description }) => [`rules.${id}`, described(description)])),
    ...Object.fromEntries(
      Object.entries(parts).flatMap(([part, named]) => Object.keys(named).map((name) => [`${part}.${name}`, {}])),
    ),
  }
}

const described = (description: string | undefined): Schema => ({
  ...(description === undefined ? {} : { description }),
  properties: {
    mode: { enum: ['enforce', 'observe', 'disabled'] },
    because: { type: 'string', description: 'Why the rule is disabled or only observes.' },
  },
})

const mapped = <From>(values: Readonly<Record<string, From>>, make: (value: From) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]))
