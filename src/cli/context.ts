import type { EventType } from '../core/event.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import { suggest } from '../policy/problems/suggest.ts'
import { eventTables, languageTables, policyTables, type Table } from './context/tables.ts'
import { type CommandIo, exit } from './io/io.ts'
import { loadSet } from './policies/load-set.ts'
import { sourcesOf } from './policies/sources.ts'
import { jsonText } from './io/json-text.ts'

export interface ContextOptions {
  /** Policies instead of the project's. */
  policies?: readonly string[]
  format?: 'text' | 'json'
}

/** Lists with types what a condition and a text may use for an event. */
export function contextCommand(event: string, options: ContextOptions, io: CommandIo): number {
  if (!isEvent(event)) {
    const names = Object.keys(events)
    io.writeError(
      `Cannot list the context of "${event}": there is no such event${suggest(event, names)}; there are ${names.join(', ')}\n`,
    )
    return exit.usage
  }
  const policies = loadSet(options.policies ?? [], sourcesOf(io), io)
  if (typeof policies === 'number') return policies
  const { verdicts = ['pass'], query = false, derived = false }: EventSpec = events[event]
  const ofPolicies = policies.set.policies.flatMap((policy) => {
    const document = policies.documents.find(({ name }) => name === policy.name)
    return document === undefined ? [] : policyTables(policy, document)
  })
  const tables = [...eventTables(event), ...ofPolicies, ...languageTables(event)]
  if (options.format === 'json') {
    io.write(jsonText({ event, verdicts, query, derived, tables }))
    return exit.clean
  }
  const notes = [
    `${event}: ${verdicts.join(', ')}`,
    ...(query ? ['It is asked at each step and may not change memory'] : []),
    ...(derived ? ['It follows from another event'] : []),
  ]
  io.write(`${[notes.join('\n'), ...tables.map(tableText)].join('\n\n')}\n`)
  return exit.clean
}

const isEvent = (name: string): name is EventType => Object.hasOwn(events, name)

function tableText({ title, rows }: Table): string {
  const wide = (cells: string[]): number => Math.min(40, Math.max(0, ...cells.map(({ length }) => length)))
  const names = wide(rows.map(({ name }) => name))
  const types = wide(rows.map(({ type }) => type))
  const lines = rows.map(({ name, type, note }) => `  ${name.padEnd(names)}  ${type.padEnd(types)}  ${note}`.trimEnd())
  return [title, ...(lines.length === 0 ? ['  (nothing)'] : lines)].join('\n')
}
