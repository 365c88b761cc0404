import type { Problem } from '../../policy/problems/problem.ts'
import { countOf, placeText, type Report, slashed } from './report.ts'

/** A test suite a file and a test case a problem; a file without findings is one passed case. */
export function junitReport({ problems, files }: Report): string {
  const names = [...new Set([...files, ...problems.map(({ file }) => file)])]
  const suites = names.map((name) =>
    suite(
      name,
      problems.filter(({ file }) => file === name),
    ),
  )
  const failures = problems.length - countOf(problems, 'note')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="opencode-diverter lint" tests="${suites.reduce((sum, { tests }) => sum + tests, 0)}" failures="${failures}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>\n',
  ].join('\n')
}

function suite(file: string, problems: readonly Problem[]): { tests: number; text: string } {
  const name = escaped(slashed(file))
  const cases = problems.length === 0 ? [`    <testcase classname="${name}" name="lint"/>`] : problems.map(testCase)
  const failures = problems.length - countOf(problems, 'note')
  const open = `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}">`
  return { tests: cases.length, text: [open, ...cases, '  </testsuite>'].join('\n') }
}

function testCase(problem: Problem): string {
  const { code, severity, message, file } = problem
  const place = placeText(problem)
  const open = `    <testcase classname="${escaped(slashed(file))}" name="${escaped(`${code} at ${place}`)}">`
  const text = escaped(`${place}: ${message}`)
  const body =
    severity === 'note'
      ? `      <system-out>${text}</system-out>`
      : `      <failure type="${severity}" message="${escaped(message)}">${text}</failure>`
  return [open, body, '    </testcase>'].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** XML 1.0 has no form for most control characters and for lone surrogates. */
export function escaped(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\r\n]/g, (sign) => entities[sign] ?? sign)
}
