import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { checkFile } from '../../src/policy/check-file.ts'
import { repository } from '../support/host.ts'
import { figuresOf, measure, type Row } from './measure.ts'

/** Lint of 200 rules: in this process against parsing the same YAML, and as a command against an empty Node. */
export function lintRows(): Row[] {
  const text = policyOf(200)
  const folder = mkdtempSync(join(tmpdir(), 'diverter-lint-'))
  try {
    const file = join(folder, 'policy.yaml')
    writeFileSync(file, text)
    const { problems } = checkFile({ name: file, text }, () => 'there is none')
    if (problems.length > 0) throw new Error(`Cannot measure: the policy has a problem, ${problems[0]?.message}`)
    const empty = startTimes(() => ['-e', '0'])
    const command = startTimes(() => ['dist/cli.js', 'lint', file])
    const many = join(folder, 'many')
    mkdirSync(many)
    for (let index = 0; index < 10; index++) writeFileSync(join(many, `policy-${index}.yaml`), policyOf(200, index))
    const ten = startTimes(() => ['dist/cli.js', 'lint', many])
    return [
      {
        name: 'lint of 200 rules',
        figures: measure(20, () => checkFile({ name: file, text }, () => 'there is none')),
        baseline: { name: 'parsing the YAML', figures: measure(20, () => parse(text)) },
        goal: null,
      },
      {
        name: 'lint of 200 rules, cold, as a command',
        figures: command,
        baseline: { name: 'an empty node', figures: empty },
        goal: { text: 'at most 1 s', met: command.median <= 1000 },
      },
      {
        name: 'lint of 2,000 rules in ten files, as a command',
        figures: ten,
        baseline: { name: 'an empty node', figures: empty },
        goal: { text: 'at most 4 s', met: ten.median <= 4000 },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function startTimes(given: () => string[]) {
  const durations = Array.from({ length: 10 }, () => {
    const begun = performance.now()
    const { status, stderr } = spawnSync(process.execPath, given(), { cwd: repository, encoding: 'utf8' })
    if (status !== 0) throw new Error(`Cannot measure: the command failed, ${stderr}`)
    return performance.now() - begun
  })
  return figuresOf(durations)
}

/** A policy of so many rules; `file` makes its name another one. */
export function policyOf(rules: number, file = 0): string {
  const lines = Array.from({ length: rules }, (_, index) =>
    [
      `  - id: rule-${index}`,
      '    events: [permission.asked]',
      `    when: { and: [{ "===": [{ var: event.permission }, bash] }, { runs: [{ var: event.command }, ["tool-${index} *"]] }] }`,
      '    then:',
      `      - deny: "Nobody is here for {{event.permission}}, rule ${index}."`,
      '      - add: { refused: 1 }',
    ].join('\n'),
  )
  return [
    'version: 1',
    `name: many-${file}`,
    'memory:',
    '  refused: { kind: counter, scope: tree }',
    'rules:',
    ...lines,
    '',
  ].join('\n')
}
