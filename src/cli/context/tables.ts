import type { EventType } from '../../core/event.ts'
import { type OperatorSpec, operators } from '../../core/expression.ts'
import type { Policy } from '../../core/policy.ts'
import type { RecordKind } from '../../core/records/kind.ts'
import { helperArguments } from '../../core/template/helpers.ts'
import {
  type EventSpec,
  events,
  facts,
  items,
  memory,
  recordFields,
  roots,
  type StepName,
  stepNames,
  stepSpec,
} from '../../core/vocabulary.ts'
import { takes } from '../../policy/lint/rule/step-not-taken.ts'
import type { ResolvedDocument } from '../../policy/layers/resolve.ts'

/** One line: a name, its type, and a word about it. */
export interface Row {
  name: string
  type: string
  note: string
}

export interface Table {
  title: string
  rows: Row[]
}

/** What the rules of an event may use whatever the policy: fields, operators, helpers, steps. */
export function eventTables(type: EventType): Table[] {
  const spec: EventSpec = events[type]
  return [
    { title: 'Event', rows: fieldRows('event', spec.fields) },
    { title: 'Session', rows: fieldRows('session', roots.session) },
    {
      title: 'Run',
      rows: [
        ...fieldRows('run', roots.run),
        { name: 'now', type: 'time', note: '' },
        { name: 'entry', type: 'id?', note: '' },
      ],
    },
  ]
}

/** What a policy adds: its memory, params and facts. */
export function policyTables(policy: Policy, document: ResolvedDocument): Table[] {
  return [
    { title: `Memory of ${policy.name}`, rows: memoryRows(policy) },
    { title: `Params of ${policy.name}`, rows: paramRows(policy, document) },
    { title: `Facts of ${policy.name}`, rows: factRows(policy) },
    ...Object.entries(policy.records).map(([name, kind]) => ({
      title: `Fields of ${name}, a kind of ${policy.name}`,
      rows: kindRows(kind),
    })),
  ].filter(({ rows }) => rows.length > 0)
}

export function languageTables(type: EventType): Table[] {
  return [
    { title: 'Fields of a record', rows: fieldRows('record', recordFields) },
    { title: 'Fields of a question', rows: fieldRows('question', items.question) },
    { title: 'Operators', rows: Object.entries(operators).map(([name, spec]) => operatorRow(name, spec)) },
    {
      title: 'Helpers in texts',
      rows: Object.entries(helperArguments).map(([name, [min, max]]) => ({
        name,
        type: `takes ${count(min, max)}`,
        note: '',
      })),
    },
    { title: 'Steps', rows: stepsOf(type).map((name) => ({ name, type: stepSpec(name).kind, note: '' })) },
  ]
}

const fieldRows = (root: string, fields: Readonly<Record<string, string>>): Row[] =>
  Object.entries(fields).map(([name, written]) => ({
    name: `${root}.${name}`,
    type: written.replace(/\?$/, ''),
    note: written.endsWith('?') ? 'may be null' : '',
  }))

function memoryRows({ memory: slots }: Policy): Row[] {
  return Object.entries(slots).map(([name, { kind, scope, values }]) => ({
    name: `memory.${name}`,
    type: values === null ? kind : values.join('|'),
    note: [`scope ${scope}`, ...(memory[kind].length > 0 ? [memory[kind].join(', ')] : ['read only'])].join('; '),
  }))
}

function paramRows({ shown }: Policy, document: ResolvedDocument): Row[] {
  return Object.entries(document.params ?? {}).map(([name, param]) => ({
    name: `params.${name}`,
    type: param.type === 'enum' ? param.values.join('|') : param.type,
    note: `now ${JSON.stringify(shown[name] ?? null)}`,
  }))
}

/** The fields of a kind, which its records and the calls of its tool have under one name. */
function kindRows({ fields }: RecordKind): Row[] {
  return Object.entries(fields).map(([name, { type, values, required, description }]) => ({
    name: `record.${name}`,
    type: type === 'enum' ? values.join('|') : type,
    note: [
      ...(type === 'list' || required === true ? [] : ['may be null']),
      ...(description === '' ? [] : [description]),
    ].join('; '),
  }))
}

function factRows(policy: Policy): Row[] {
  const declared = Object.entries(policy.facts).map(([name, { source }]) => [name, facts[source].gives] as const)
  const own = policy.project === null ? [] : [['project', facts.project.gives] as const]
  return [...declared, ...own].flatMap(([name, gives]) => fieldRows(`facts.${name}`, gives))
}

function operatorRow(name: string, { min, max, takes: kinds, gives, nulls }: OperatorSpec): Row {
  return {
    name,
    type: `takes ${count(min, max)} (${kinds.join(', ')}), gives ${gives}`,
    note: nulls ? '' : 'null is an error',
  }
}

function count(min: number, max: number | null): string {
  if (max === null) return `${min} or more`
  return min === max ? String(min) : `${min} to ${max}`
}

function stepsOf(type: EventType): StepName[] {
  const { query = false }: EventSpec = events[type]
  return stepNames.filter((name) => takes(type, name) && !(query && stepSpec(name).changes))
}
