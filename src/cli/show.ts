import { compileDocument } from '../policy/compile.ts'
import { expandedText } from '../policy/expanded.ts'
import type { ResolvedDocument } from '../policy/resolve.ts'
import { type CommandIo, exit } from './io.ts'
import { namedPolicy } from './named-policy.ts'

/** Shows a policy after all its layers: what may be set and its rules, or with `expanded` the whole as one file. */
export function showCommand(policy: string, options: { expanded?: boolean }, io: CommandIo): number {
  const document = namedPolicy(policy, io)
  if (typeof document === 'number') return document
  io.write(options.expanded ? expandedText(document) : overview(document))
  return exit.clean
}

function overview(document: ResolvedDocument): string {
  const { policy } = compileDocument(document)
  const params = Object.entries(document.params ?? {}).map(([name, { description }]) => [
    name,
    JSON.stringify(policy?.shown[name] ?? null),
    description ?? '',
  ])
  const rules = document.rules.map(({ id, events, mode, because, description }) => [
    id,
    events.join(', '),
    mode === undefined || mode === 'enforce'
      ? (description ?? '')
      : `${mode}${because === undefined ? '' : `: ${because}`}`,
  ])
  const heading = `${document.name} (order ${policy?.order ?? ''}, ${document.mode ?? 'enforce'})`
  const parts = [
    [heading, ...(document.description === undefined ? [] : [document.description])],
    ['Params', ...lined(params)],
    ['Rules', ...lined(rules)],
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function lined(rows: readonly string[][]): string[] {
  const width = (column: number): number => Math.min(40, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const widths = [width(0), width(1)]
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
