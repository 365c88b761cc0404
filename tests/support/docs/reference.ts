import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runProgram } from '../../../src/cli/program.ts'
import { createSources } from '../../../src/cli/policies/sources.ts'
import { operators } from '../../../src/core/operators/table.ts'
import { helperArguments } from '../../../src/core/template/helpers.ts'
import {
  type EventSpec,
  events,
  facts,
  items,
  memory,
  modes,
  paramTypes,
  reasons,
  recordFields,
  roots,
  scopes,
  stepNames,
  stepSpec,
  verdicts,
} from '../../../src/core/vocabulary.ts'
import { type ResolvedDocument, resolveDocument } from '../../../src/policy/layers/resolve.ts'
import type { ParamDocument } from '../../../src/policy/schema/parts.ts'
import { memoryIo } from '../memory-io.ts'
import { cell, code, type DocTable } from './tables.ts'

/** The policies that ship, as they are in force without a project's own files. */
export const policyNames = ['guard', 'phases', 'blockers'] as const

/** Every table of the pages, by its name. */
export async function referenceTables(root: string): Promise<Record<string, DocTable>> {
  const policies = policyNames.map((name) => shipped(root, name))
  return {
    program: await programTable(root),
    'slash commands': {
      columns: ['command'],
      rows: policies.flatMap(slashCommands).map((command) => [code(command)]),
      byHand: ['what it does'],
    },
    policies: {
      columns: ['policy', 'order', 'what it is for'],
      rows: policies.map(({ name, order, description }) => [code(name), String(order ?? ''), cell(description ?? '')]),
      byHand: ['in force'],
    },
    ...Object.fromEntries(
      policies.map((policy) => [`params of ${policy.name}`, paramTable(policy, written(root, policy.name))]),
    ),
    events: eventTable(),
    ...Object.fromEntries(
      Object.entries({ session: roots.session, run: roots.run, record: recordFields, question: items.question }).map(
        ([name, fields]) => [`fields of ${name}`, fieldTable(fields)],
      ),
    ),
    facts: {
      columns: ['source', 'arguments', 'gives'],
      rows: Object.entries(facts).map(([name, { arguments: taken, gives }]) => [
        code(name),
        taken.map(code).join(', '),
        fieldList(gives),
      ]),
      byHand: ['what it is'],
    },
    verdicts: byName(verdicts, ['meaning']),
    steps: {
      columns: ['step', 'answers'],
      rows: stepNames.map((name) => [code(name), stepSpec(name).answers ? 'yes' : 'no']),
      byHand: ['written', 'what it does'],
    },
    memory: {
      columns: ['kind', 'steps'],
      rows: Object.entries(memory).map(([kind, steps]) => [code(kind), steps.map(code).join(', ') || 'none']),
      byHand: ['what it holds'],
    },
    scopes: byName(scopes, ['meaning']),
    modes: byName(modes, ['meaning']),
    reasons: byName(reasons, ['meaning']),
    'param types': byName(paramTypes, ['written']),
    operators: {
      columns: ['operator', 'takes', 'gives', 'null'],
      rows: Object.entries(operators).map(([name, { min, max, takes, gives, nulls }]) => [
        code(name),
        `${takes.join(', ')} (${countOf(min, max)})`,
        gives,
        nulls ? 'fine' : 'error',
      ]),
      byHand: ['meaning'],
    },
    helpers: {
      columns: ['helper', 'arguments'],
      rows: Object.entries(helperArguments).map(([name, [min, max]]) => [code(name), countOf(min, max)]),
      byHand: ['gives'],
    },
  }
}

const byName = (names: readonly string[], byHand: string[]): DocTable => ({
  columns: ['name'],
  rows: names.map((name) => [code(name)]),
  byHand,
})

function countOf(min: number, max: number | null): string {
  if (max === null) return `${min} or more`
  return min === max ? String(min) : `${min} to ${max}`
}

/** A policy that ships, after its workflow was written out. */
export function shipped(root: string, name: string): ResolvedDocument {
  const { find } = createSources(root)
  const source = find(`builtin:${name}`, null)
  if (typeof source === 'string') throw new Error(`Cannot read ${name}: ${source}`)
  const { document, problems } = resolveDocument(source, find)
  if (document === null) throw new Error(`Cannot use ${name}: ${problems[0]?.message}`)
  return document
}

function slashCommands({ commands = {} }: ResolvedDocument): string[] {
  return Object.entries(commands).flatMap(([name, { actions }]) =>
    actions === undefined ? [`/${name}`] : actions.map((action) => `/${name} ${action}`),
  )
}

/** Name and first line of help of each command of the program. */
async function programTable(root: string): Promise<DocTable> {
  const io = memoryIo(root)
  await runProgram(['--help'], '0.0.0', io)
  const list = io.output().split('Commands:\n')[1] ?? ''
  const commands = list
    .replaceAll(/\n {4,}/g, ' ')
    .split('\n')
    .map((line) => /^ {2}(\S+).*? {2,}(\S.*)$/.exec(line)?.slice(1) ?? [])
    .filter(([name = 'help']) => name !== 'help')
  return {
    columns: ['command', 'what it does'],
    rows: commands.map(([name = '', description = '']) => [code(name), cell(description)]),
    byHand: [],
  }
}

/** Names of params in the file itself: a workflow adds some of its own. */
function written(root: string, name: string): string[] {
  const { params = {} } = parse(readFileSync(join(root, 'policies', `${name}.yaml`), 'utf8')) as { params?: object }
  return Object.keys(params)
}

function paramTable({ params = {} }: ResolvedDocument, names: readonly string[]): DocTable {
  return {
    columns: ['param', 'type', 'default', 'what it sets'],
    rows: Object.entries(params)
      .filter(([name]) => names.includes(name))
      .map(([name, param]) => [
        code(name),
        typeOf(param),
        param.default === undefined || param.default === null ? 'none' : code(shown(param.default)),
        cell(param.description ?? ''),
      ]),
    byHand: [],
  }
}

const shown = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value).replaceAll('","', '", "')

function typeOf(param: ParamDocument): string {
  const limits = [
    ...('values' in param ? [param.values.map(code).join(' ')] : []),
    ...('of' in param ? [`of ${param.of}`] : []),
    ...('min' in param ? [`from ${param.min}`] : []),
    ...('max' in param ? [`to ${param.max}`] : []),
    ...('minItems' in param ? [`with ${param.minItems} or more`] : []),
    ...('minLength' in param ? [`each ${param.minLength} characters or more`] : []),
    ...('merge' in param && param.merge === 'append' ? ['values are added'] : []),
    ...(param.optional ? ['may be null'] : []),
  ]
  return cell([param.type, ...limits].join(', '))
}

function eventTable(): DocTable {
  const all: [string, EventSpec][] = Object.entries(events)
  return {
    columns: ['event', 'verdicts', 'fields'],
    rows: all.map(([name, { verdicts: taken = [], fields }]) => [
      code(name),
      taken.join(' ') || 'none',
      fieldList(fields) || 'none',
    ]),
    byHand: ['when'],
  }
}

const fieldTable = (fields: Record<string, string>): DocTable => ({
  columns: ['field', 'type'],
  rows: Object.entries(fields).map(([name, type]) => [code(name), typeName(type)]),
  byHand: ['meaning'],
})

const fieldList = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, type]) => `${code(name)} ${typeName(type)}`)
    .join(', ')

/** `a|b` reads as a/b, and what may be null keeps its question mark. */
const typeName = (type: string): string => type.replaceAll('|', '/').replaceAll('<', ' of ').replaceAll('>', '')
