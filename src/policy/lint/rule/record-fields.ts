import { events, facts, recordFields } from '../../../core/vocabulary.ts'
import { hearsCallsAlone, recordKeys } from '../../records/keys.ts'
import { unheardKinds } from '../../records/implied-rules.ts'
import { kindNamed } from '../../records/named-kind.ts'
import type { ResolvedDocument } from '../../layers/resolve.ts'
import type { RecordFieldDocument, RecordKindDocument } from '../../schema/records.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import type { Path } from '../../yaml/tree.ts'
import type { Check, Finding, LintContext } from '../context.ts'

/** What the engine itself says of every record and of every call of its tool. */
const reserved: readonly string[] = [
  'type',
  ...Object.keys(recordFields),
  ...Object.keys(events['record.submitted'].fields),
  ...recordKeys,
]

/** Names of fields that the engine uses itself, and two fields of one name in the tool. */
export const fieldName: Check = {
  code: 'field-name',
  run: ({ document, problem }) =>
    everyKind(document).flatMap(({ kind, path }) => {
      const entries = Object.entries(kind.fields)
      const inTool = entries.map(([name, { as, by }]) => (by === 'rule' ? null : (as ?? name)))
      return entries.flatMap(([name, { as, by }], index): Finding[] => {
        const at = [...path, 'fields', name]
        if (reserved.includes(name))
          return [
            problem(at, `Cannot name a field ${name}: the engine says this of every record; take another name`, {
              key: true,
            }),
          ]
        const tool = as ?? name
        const where = as === undefined ? at : [...at, 'as']
        if (by === 'rule')
          return as === undefined
            ? []
            : [problem(where, `Cannot name ${name} in the tool: only rules give it; leave out one of as and by`)]
        const part = { key: as === undefined }
        if (tool === 'ref')
          return [problem(where, 'Cannot name a field ref in the tool: it names an entry there', part)]
        if (inTool.indexOf(tool) === index) return []
        return [problem(where, `Two fields are called ${tool} in the tool: give this one another name with as`, part)]
      })
    }),
}

/** What a kind says of its fields that they do not bear out. */
export const fieldForm: Check = {
  code: 'field-form',
  run: ({ document, problem }) =>
    everyKind(document).flatMap(({ kind, path }) => [
      ...lineProblems('title', kind.title, kind, path, problem),
      ...(kind.same === undefined ? [] : lineProblems('same', kind.same, kind, path, problem)),
      ...(kind.label ?? []).flatMap((name, index) => labelProblem(name, kind, [...path, 'label', index], problem)),
      ...answerProblem(kind, path, problem),
      ...Object.entries(kind.fields).flatMap(([name, field]) =>
        besideProblem(name, field, kind, [...path, 'fields', name, 'beside'], problem),
      ),
    ]),
}

type Say = LintContext['problem']

function lineProblems(what: 'title' | 'same', name: string, kind: RecordKindDocument, path: Path, say: Say): Finding[] {
  const field = fieldOf(kind, name)
  if (field === null) return [say([...path, what], noField(name, kind))]
  if (field.type === 'string' && field.required === true) return []
  return [
    say(
      [...path, what],
      `Cannot use ${name} as ${what}: it is a string with required: true, so that each entry has one`,
    ),
  ]
}

function labelProblem(name: string, kind: RecordKindDocument, path: Path, say: Say): Finding[] {
  const field = fieldOf(kind, name)
  if (field === null) return [say(path, noField(name, kind))]
  if (field.type === 'string' || field.type === 'enum') return []
  return [say(path, `Cannot use ${name} as a label: it is a ${field.type}; allowed are string and enum`)]
}

function answerProblem({ answer, ...kind }: RecordKindDocument, path: Path, say: Say): Finding[] {
  if (answer === undefined || answer === true) return []
  const field = fieldOf(kind, answer)
  if (field === null) return [say([...path, 'answer'], noField(answer, kind))]
  if (field.type === 'list') return []
  return [
    say([...path, 'answer'], `Cannot choose from ${answer}: it is a ${field.type}; write a list, or true for words`),
  ]
}

function besideProblem(
  name: string,
  field: RecordFieldDocument,
  kind: RecordKindDocument,
  path: Path,
  say: Say,
): Finding[] {
  if (field.beside === undefined) return []
  const other = fieldOf(kind, field.beside)
  if (other === null) return [say(path, noField(field.beside, kind))]
  if (field.shown !== undefined)
    return [say(path, `Cannot show ${name} twice: it has shown; write one of shown and beside`)]
  if (other.shown === undefined)
    return [say(path, `Cannot show ${name} beside ${field.beside}: that field is not shown itself`)]
  if ((other.type === 'list') === (field.type === 'list')) return []
  return [say(path, `Cannot show ${name} beside ${field.beside}: only a list stands beside a list, item by item`)]
}

/** Fields of a kind that do not exist where a rule or a fact names them. */
export const fieldUnknown: Check = {
  code: 'field-unknown',
  run: (context) => [...unknownInSteps(context), ...unknownInFacts(context)],
}

function unknownInSteps({ document, records, problem }: LintContext): Finding[] {
  return records.flatMap(({ kind, given, path }) => {
    const declared = kindNamed(document, kind)
    if (declared === null) return []
    return Object.keys(given)
      .filter((name) => !recordKeys.includes(name) && fieldOf(declared, name) === null)
      .map((name) => problem([...path, name], noField(name, declared), { key: true }))
  })
}

const factArguments: readonly string[] = facts.records.arguments

function unknownInFacts({ document, problem }: LintContext): Finding[] {
  return Object.entries(document.facts ?? {}).flatMap(([name, fact]) => {
    if (!('records' in fact)) return []
    const { kind } = fact.records
    const only = Object.keys(document.records ?? {})
    const declared = kindNamed(document, typeof kind === 'string' ? kind : only.length === 1 ? (only[0] ?? null) : null)
    if (declared === null) return []
    return Object.keys(fact.records)
      .filter((argument) => !factArguments.includes(argument) && fieldOf(declared, argument) === null)
      .map((argument) => problem(['facts', name, 'records', argument], noField(argument, declared), { key: true }))
  })
}

/** Records that a rule writes without what each of their kind has. */
export const fieldMissing: Check = {
  code: 'field-missing',
  run: ({ document, records, problem }) => [
    ...neverGiven(document, problem),
    ...records.flatMap(({ kind, given, path }) => {
      const declared = kindNamed(document, kind)
      if (declared === null) return []
      const isCall = given['from'] !== undefined
      const missing = Object.entries(declared.fields).flatMap(([name, { required, by }]) =>
        required === true && given[name] === undefined && given['into'] === undefined && (by === 'rule' || !isCall)
          ? name
          : [],
      )
      if (missing.length === 0) return []
      return [
        problem(
          path,
          `This record lacks ${listNames(missing)}: each ${kind} has ${missing.length > 1 ? 'them' : 'it'}`,
          { key: true },
        ),
      ]
    }),
  ],
}

/** What the tool does not have, where no rule hears its calls that could give it. */
function neverGiven({ records = {}, rules }: ResolvedDocument, say: Say): Finding[] {
  return unheardKinds({ records, rules }).flatMap((kind) =>
    Object.entries(records[kind]?.fields ?? {}).flatMap(([name, { by, required }]) =>
      by === 'rule' && required === true
        ? [
            say(
              ['records', kind, 'fields', name, 'by'],
              `Nothing gives ${name}: write a rule on record.submitted with kind: ${kind} that records it`,
            ),
          ]
        : [],
    ),
  )
}

/** Rules that could hear the calls of several kinds and do not say which. */
export const kindMissing: Check = {
  code: 'kind-missing',
  run: ({ document, problem }) => {
    const names = Object.keys(document.records ?? {})
    if (names.length < 2) return []
    return document.rules.flatMap(({ kind, events: heard }, index) =>
      kind === undefined && hearsCallsAlone(heard)
        ? [
            problem(
              ['rules', index, 'events'],
              `This rule hears the calls of ${listNames(names)}: say which with kind`,
              { key: true },
            ),
          ]
        : [],
    )
  },
}

const everyKind = ({ records = {} }: ResolvedDocument): { kind: RecordKindDocument; path: Path }[] =>
  Object.entries(records).map(([name, kind]) => ({ kind, path: ['records', name] }))

const fieldOf = ({ fields }: Pick<RecordKindDocument, 'fields'>, name: string): RecordFieldDocument | null =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null

function noField(name: string, { fields }: Pick<RecordKindDocument, 'fields'>): string {
  const names = Object.keys(fields)
  return `There is no field "${name}"${suggest(name, names) || `; there are ${listNames(names)}`}`
}
