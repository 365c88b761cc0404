import { type CheckCode, checks } from '../../policy/checks.ts'
import type { Problem } from '../../policy/problem.ts'
import { type Report, slashed } from './report.ts'

/** SARIF 2.1.0, which code scanning services take. */
export function sarifReport({ problems, version }: Report): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'opencode-diverter', version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) => resultOf(problem, codes.indexOf(problem.code))),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleOf(code: CheckCode): object {
  const { severity, finds } = checks[code]
  return {
    id: code,
    shortDescription: { text: finds },
    help: { text: `${finds}. Page: docs/lint/${code}.md` },
    defaultConfiguration: { level: severity },
  }
}

function resultOf({ code, severity, message, file, line, column }: Problem, ruleIndex: number): object {
  const artifactLocation = {
    uri: encodeURI(slashed(file).replace(/\p{Cs}/gu, '\ufffd')).replace(/[?#]/g, encodeURIComponent),
  }
  const region = { startLine: line, ...(column > 0 ? { startColumn: column } : {}) }
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, ...(line > 0 ? { region } : {}) } }],
  }
}
