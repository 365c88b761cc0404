import type { Json } from '../../core/event.ts'
import { type RecordKind, type ToolField, toolFields } from '../../core/records/kind.ts'

export type FieldSchema = { [key: string]: Json }

/** What the agent is told of a record tool's fields, as JSON Schema. The host only shows it and checks nothing. */
export function recordToolFields(name: string, kind: Pick<RecordKind, 'fields'>): Record<string, FieldSchema> {
  const own = toolFields(kind).map(({ field }) => [field.as, schemaOf(field)] as const)
  const id = `${name.charAt(0).toLowerCase()}3`
  const ref = `The id of an entry that was logged for you, such as ${id}, if this belongs to it`
  return { ...Object.fromEntries(own), ref: { type: 'string', description: ref } }
}

/** The whole schema. The host by itself would require every field; what depends on others is checked by us. */
export function recordToolSchema(name: string, kind: Pick<RecordKind, 'fields'>): FieldSchema {
  const required = toolFields(kind).flatMap(({ field }) => (field.required === true ? field.as : []))
  return { type: 'object', properties: recordToolFields(name, kind), required }
}

function schemaOf({ type, values, description }: ToolField): FieldSchema {
  const said = description === '' ? {} : { description }
  switch (type) {
    case 'enum':
      return { type: 'string', enum: [...values], ...said }
    case 'list':
      return { type: 'array', items: { type: 'string' }, ...said }
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
      return { type, ...said }
  }
}
