import { type CheckCode, checks } from '../../policy/problems/checks.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import { checkPage } from './check-page.ts'
import { type Report, slashed } from './report.ts'
import { jsonText } from '../io/json-text.ts'

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
  return jsonText(log)
}

function ruleOf(code: CheckCode): object {
  const { severity, finds } = checks[code]
  return {
    id: code,
    shortDescription: { text: finds },
    help: helpOf(checkPage(code)),
    defaultConfiguration: { level: severity },
  }
}

/** The page without its title and severity, which stand beside it, and without links to other pages. */
function helpOf(page: string): { text: string; markdown: string } {
  const sections = page
    .replace(/\[([\w-]+)\]\([\w-]+\.md\)/g, '`$1`')
    .split('\n\n')
    .slice(2)
  const examples = sections.findIndex((section) => section.startsWith('## '))
  return { text: sections.slice(0, examples).join('\n\n'), markdown: sections.join('\n\n') }
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
