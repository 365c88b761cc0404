import { compileDocument } from '../policy/compile/compile.ts'
import { expandedText } from '../policy/layers/expanded.ts'
import { resolvedText } from '../policy/layers/origin.ts'
import { impliedRules } from '../policy/records/implied-rules.ts'
import type { ResolvedDocument } from '../policy/layers/resolve.ts'
import { type CommandIo, exit } from './io/io.ts'
import { jsonText } from './io/json-text.ts'
import { type FoundPolicy, namedPolicy, projectPolicies } from './policies/named-policy.ts'

export interface ShowOptions {
  /** The whole as one file that decides the same. */
  expanded?: boolean
  /** The whole after all layers, each value on a line. */
  resolved?: boolean
  /** With the file and line that each value comes from. */
  origin?: boolean
  /** The whole as data: a list of policies, whatever was named. */
  json?: boolean
}

/**
 * Shows a policy after all its layers, or without a name all that are in force: what may be set and its rules, or
 * the whole in one of the forms of the options.
 */
export function showCommand(policy: string | undefined, options: ShowOptions, io: CommandIo): number {
  const found = policy === undefined ? projectPolicies(io) : namedPolicy(policy, io)
  if (typeof found === 'number') return found
  if (options.json === true) {
    io.write(jsonText([found].flat().map(({ document }) => document)))
    return exit.clean
  }
  const texts = [found].flat().map((each) => textOf(each, options))
  if (options.expanded || isWhole(options)) io.write(texts.join('---\n'), 'data')
  else io.write(texts.join('\n'))
  return exit.clean
}

const isWhole = ({ resolved, origin }: ShowOptions): boolean => resolved === true || origin === true

function textOf({ document, tree }: FoundPolicy, options: ShowOptions): string {
  if (options.expanded) return expandedText(document)
  return isWhole(options) ? resolvedText(tree, options.origin === true) : overview(document)
}

function overview(document: ResolvedDocument): string {
  const { policy } = compileDocument(document)
  const params = Object.entries(document.params ?? {}).map(([name, { description }]) => [
    name,
    JSON.stringify(policy?.shown[name] ?? null),
    description ?? '',
  ])
  const records = Object.entries(document.records ?? {}).map(([name, { file, tool }]) => [name, file, tool ?? ''])
  const all = [...document.rules, ...impliedRules(document)]
  const rules = all.flatMap(({ id, section, events, mode, because, description }, index) => [
    ...(section === undefined || section === all[index - 1]?.section
      ? []
      : [[`section ${section}`, '', document.sections?.[section]?.description ?? '']]),
    [
      id,
      events.join(', '),
      mode === undefined || mode === 'enforce'
        ? (description ?? '')
        : `${mode}${because === undefined ? '' : `: ${because}`}`,
    ],
  ])
  const heading = `${document.name} (order ${policy?.order ?? ''}, ${document.mode ?? 'enforce'})`
  const parts = [
    [heading, ...(document.description === undefined ? [] : [document.description])],
    ['Params', ...lined(params)],
    ...(records.length === 0 ? [] : [['Records', ...lined(records)]]),
    ['Rules', ...lined(rules)],
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function lined(rows: readonly string[][]): string[] {
  const width = (column: number): number => Math.min(40, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const widths = [width(0), width(1)]
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
