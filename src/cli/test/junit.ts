import { escaped } from '../lint-report/junit.ts'
import type { CaseResult } from './one-case.ts'

/** A test suite with a test case a case; `todo` cases are skipped ones. */
export function caseJunit(results: readonly CaseResult[], others: readonly string[]): string {
  const failed = results.filter(({ result }) => result === 'failed').length + others.length
  const skipped = results.filter(({ result }) => result === 'todo').length
  const count = results.length + others.length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="opencode-diverter test" tests="${count}" failures="${failed}" skipped="${skipped}">`,
    `  <testsuite name="policies" tests="${count}" failures="${failed}" skipped="${skipped}">`,
    ...results.map(caseElement),
    ...others.map((message) => element('policies', message, failure([message]))),
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n')
}

function caseElement({ file, name, result, failures }: CaseResult): string {
  if (result === 'ok') return element(file, name, null)
  return element(file, name, result === 'todo' ? '      <skipped message="todo"/>' : failure(failures))
}

function element(file: string, name: string, body: string | null): string {
  const open = `    <testcase classname="${escaped(file)}" name="${escaped(name)}"`
  return body === null ? `${open}/>` : [`${open}>`, body, '    </testcase>'].join('\n')
}

function failure(failures: readonly string[]): string {
  const [first = ''] = failures[0]?.split('\n') ?? []
  return `      <failure message="${escaped(first)}">${escaped(failures.join('\n\n'))}</failure>`
}
