import { recordFields } from '../../core/vocabulary.ts'
import type { RecordFieldDocument, RecordKindDocument } from '../schema/records.ts'
import { booleanType, type FieldTypes, listType, mapType, numberType, orNull, stringType, type Type } from './types.ts'

/** What a field holds where something is given for it. */
function givenType(field: RecordFieldDocument): Type {
  switch (field.type) {
    case 'string':
      return stringType
    case 'enum':
      return { ...stringType, values: field.values }
    case 'boolean':
      return booleanType
    case 'integer':
    case 'number':
      return numberType
    case 'list':
      return { ...listType, item: stringType }
  }
}

/** The fields of a kind as a call gives them: all but lists may be missing, and what only rules give is no part of it. */
export const calledFields = ({ fields }: RecordKindDocument): FieldTypes =>
  typesOf(Object.fromEntries(Object.entries(fields).filter(([, { by }]) => by !== 'rule')), (field, type) =>
    field.type === 'list' ? type : orNull(type),
  )

/** An entry of a kind, with what the engine keeps of every one. */
export const entryType = ({ fields }: RecordKindDocument): Type => ({
  ...mapType,
  fields: {
    ...recordFields,
    ...typesOf(fields, (field, type) => (field.type === 'list' || field.required === true ? type : orNull(type))),
  },
})

function typesOf(
  fields: RecordKindDocument['fields'],
  change: (field: RecordFieldDocument, type: Type) => Type,
): Record<string, Type> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, givenType(field))]))
}
