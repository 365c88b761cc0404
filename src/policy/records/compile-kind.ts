import type { RecordField, RecordKind } from '../../core/records/kind.ts'
import type { TextCompiler } from '../compile/text.ts'
import type { ConstantReader } from '../compile/constants.ts'
import type { RecordFieldDocument, RecordKindDocument } from '../schema/records.ts'
import type { Path } from '../yaml/tree.ts'
import { sectionsOf } from './named-kind.ts'

const defaultCooldown = 30_000
const defaultRecords = 50

/** A kind of record ready to be used. */
export function compileKind(
  kind: RecordKindDocument,
  path: Path,
  constants: ConstantReader,
  compiler: TextCompiler,
): RecordKind {
  const { file, title, cooldown } = kind
  const max = kind.max === undefined ? defaultRecords : constants.value(kind.max, [...path, 'max'])
  return {
    file,
    tool: kind.tool ?? null,
    fields: Object.fromEntries(
      Object.entries(kind.fields).map(([name, field]) => [
        name,
        compileField(name, field, [...path, 'fields', name], compiler),
      ]),
    ),
    title,
    label: kind.label ?? [],
    same: kind.same ?? title,
    answer: kind.answer === undefined ? null : { options: kind.answer === true ? null : kind.answer },
    cooldown: cooldown === undefined ? defaultCooldown : constants.duration(cooldown, [...path, 'cooldown']),
    max: typeof max === 'number' ? max : defaultRecords,
    beyond: kind.beyond ?? null,
    sections: sectionsOf(kind).map(({ id, title: heading, checked, when }, index) => ({
      id,
      title: heading,
      checked: checked ?? false,
      when: when === undefined ? null : compiler.expression(when, [...path, 'sections', index, 'when']),
    })),
  }
}

function compileField(name: string, field: RecordFieldDocument, path: Path, { expression }: TextCompiler): RecordField {
  const { required = false } = field
  return {
    type: field.type,
    values: field.type === 'enum' ? field.values : [],
    required: typeof required === 'boolean' ? required : expression(required, [...path, 'required']),
    description: field.description ?? '',
    as: field.by === 'rule' ? null : (field.as ?? name),
    shown: field.shown ?? null,
    beside: field.beside ?? null,
  }
}
