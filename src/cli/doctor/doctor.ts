import { dirname } from 'node:path'
import picocolors from 'picocolors'
import { redact } from '../../runtime/text/redact.ts'
import { oneLine } from '../../runtime/text/visible.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { storeOf } from '../night/nights.ts'
import { fileFindings } from './files.ts'
import type { Finding } from './finding.ts'
import { pluginFindings } from './plugin.ts'
import { policyFindings } from './policies.ts'
import { nodeFinding, opencodeFinding, programFinding } from './versions.ts'
import { jsonText } from '../io/json-text.ts'

export interface DoctorOptions {
  format?: 'text' | 'json'
}

/** Looks at an installation and says what it found. Gives the exit code: 0 without a problem, else 1. */
export async function doctorCommand({ format = 'text' }: DoctorOptions, io: CommandIo): Promise<number> {
  const findings = (await findingsOf(io)).map(cleaned)
  if (format === 'json') io.write(dataText(findings, io), 'data')
  else io.write(findingsText(findings, io), 'painted')
  return count(findings, 'problem') === 0 ? exit.clean : exit.findings
}

async function findingsOf(io: CommandIo): Promise<Finding[]> {
  const { cwd, surroundings, version = '' } = io
  const user = io.userFolder === undefined ? null : dirname(io.userFolder)
  const policies = policyFindings(io)
  const outside =
    surroundings === undefined
      ? []
      : [
          nodeFinding(surroundings.node),
          opencodeFinding(await surroundings.opencode()),
          ...pluginFindings({ directory: cwd, user, surroundings }, version),
        ]
  return [programFinding(version), ...outside, ...policies.findings, ...fileFindings(cwd, policies.pages, storeOf(io))]
}

/** Settings and programs of others may say anything: nothing hidden, no secret and no second line gets through. */
function cleaned(finding: Finding): Finding {
  const clean = (text: string): string => oneLine(redact(text))
  return finding.level === 'ok'
    ? { ...finding, says: clean(finding.says) }
    : { ...finding, says: clean(finding.says), todo: clean(finding.todo) }
}

const count = (findings: readonly Finding[], wanted: Finding['level']): number =>
  findings.filter(({ level }) => level === wanted).length

function dataText(findings: readonly Finding[], { version = '' }: CommandIo): string {
  const summary = {
    ok: count(findings, 'ok'),
    warnings: count(findings, 'warning'),
    problems: count(findings, 'problem'),
  }
  return jsonText({ version, findings, summary })
}

const levelWidth = 'problem'.length

function findingsText(findings: readonly Finding[], { color }: CommandIo): string {
  const colors = picocolors.createColors(color)
  const paint = { ok: colors.green, warning: colors.yellow, problem: colors.red } satisfies Record<
    Finding['level'],
    unknown
  >
  const lines = findings.flatMap(({ level, says, todo }) => [
    `${paint[level](level.padEnd(levelWidth))}  ${says}`,
    ...(todo === null ? [] : [`${' '.repeat(levelWidth)}  ${colors.bold('To do')}: ${todo}`]),
  ])
  return `${[...lines, '', sum(findings)].join('\n')}\n`
}

function sum(findings: readonly Finding[]): string {
  const found = (['problem', 'warning'] as const).flatMap((level) => {
    const number = count(findings, level)
    return number === 0 ? [] : [`${number} ${level}${number === 1 ? '' : 's'}`]
  })
  return found.length === 0 ? 'Nothing is wrong.' : found.join(', ')
}
