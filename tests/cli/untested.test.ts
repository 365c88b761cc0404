import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trustCommand } from '../../src/cli/trust/trust.ts'
import { runProgram } from '../../src/cli/program.ts'
import { rulesInGolden } from '../../src/policy/cases/untested.ts'
import { memoryIo } from '../support/memory-io.ts'

const rule = (id: string, command: string) =>
  `  - { id: ${id}, events: [permission.asked], when: { runs: [{ var: event.command }, "${command}"] }, then: [ask] }\n`
const night = `version: 1\nname: night\nrules:\n${rule('push', 'git push *')}${rule('publish', 'npm publish *')}`
const config = 'version: 1\nbuiltin: []\npolicies: [policies/night.yaml]\n'
const folder = '.opencode/policies/tests'
const oneCase = `name: a push waits
policies: [../night.yaml]
steps:
  - permission.asked: { request: p1, permission: bash, command: git push }
    expect: { verdict: ask }
`
const project = {
  '.opencode/diverter.yaml': config,
  '.opencode/policies/night.yaml': night,
  [`${folder}/a.yaml`]: oneCase,
}

function folderOf(files: Record<string, string>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'untested-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return cwd
}

async function run(cwd: string, ...words: string[]) {
  const io = { ...memoryIo(cwd), readInput: () => night }
  // The people of a project trust it.
  trustCommand({}, memoryIo(cwd))
  return { code: await runProgram(words, '0.1.0', io), output: io.output() }
}

/** The findings of lint after the golden files of these files were written. */
async function lint(files: Record<string, string>, ...words: string[]) {
  const cwd = folderOf(files)
  await run(cwd, 'test', '-u')
  const { code, output } = await run(cwd, 'lint', '--format', 'compact', ...words)
  return { code, found: output.split('\n').filter((line) => line !== '') }
}

describe('a rule that no case exercises', () => {
  const missed = `.opencode/policies/night.yaml:5:11: warning: No case exercises rule "publish": write one in which it matches, then run: npx opencode-diverter test -u [untested-rule]`

  test('is a warning where the policy has cases', async () => {
    expect(await lint(project)).toEqual({ code: 1, found: [missed] })
  })

  test('is found however the policy is named', async () => {
    expect(await lint(project, '.opencode/policies/night.yaml')).toEqual({ code: 1, found: [missed] })
    expect(await lint(project, '.opencode/policies')).toEqual({ code: 1, found: [missed] })
    const unsaved = ['--stdin', '--stdin-filename', '.opencode/policies/night.yaml']
    expect(await lint(project, ...unsaved)).toEqual({ code: 1, found: [missed] })
  })

  test('is none once a case exercises it, also where it only observes', async () => {
    const step = '  - permission.asked: { request: p2, permission: bash, command: npm publish }\n'
    expect(await lint({ ...project, [`${folder}/a.yaml`]: oneCase + step })).toEqual({ code: 0, found: [] })
    const observing = night.replace('id: publish,', 'id: publish, mode: observe,')
    const files = { ...project, '.opencode/policies/night.yaml': observing, [`${folder}/a.yaml`]: oneCase + step }
    expect(await lint(files)).toEqual({ code: 0, found: [] })
  })

  test('counts cases that lint is given, wherever they lie', async () => {
    const cwd = folderOf({ 'night.yaml': night, 'cases/a.yaml': oneCase })
    await run(cwd, 'test', '-u', 'cases')
    expect((await run(cwd, 'lint', 'night.yaml')).code).toBe(0)
    expect((await run(cwd, 'lint', 'night.yaml', 'cases')).output).toContain('night.yaml:5:11  warning  No case')
  })

  test('is none if it is disabled, or what a built-in policy brings unchanged', async () => {
    const disabled = night.replace('id: publish,', 'id: publish, mode: disabled, because: not yet,')
    expect(await lint({ ...project, '.opencode/policies/night.yaml': disabled })).toEqual({ code: 0, found: [] })
    const extending = 'version: 1\nextends: builtin:guard\n'
    const files = { ...project, '.opencode/policies/night.yaml': extending }
    const guarded =
      'name: c\npolicies: [builtin:guard]\nworld: { own: [x] }\nsteps: [{ tool.called: { tool: edit, access: write, paths: [x] } }]\n'
    expect(await lint({ ...files, [`${folder}/a.yaml`]: guarded })).toEqual({ code: 0, found: [] })
  })

  test('is none of a policy outside the project, which only has the same name', async () => {
    const other = join(folderOf({ 'night.yaml': night }), 'night.yaml')
    expect(await lint(project, other)).toEqual({ code: 0, found: [] })
  })

  test('is a rule of others if this project changes it', async () => {
    const changed =
      'version: 1\nextends: builtin:blockers\noverride:\n  rules.switch-off: { when: { "===": [{ var: memory.divert }, "off"] } }\n'
    const files = {
      ...project,
      '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [policies/blockers.yaml]\n',
      '.opencode/policies/blockers.yaml': changed,
      [`${folder}/a.yaml`]: oneCase.replace('../night', '../blockers').replace('verdict: ask', 'verdict: deny'),
    }
    const { found } = await lint(files)
    expect(found).toEqual([
      expect.stringMatching(/^\.opencode\/policies\/blockers\.yaml:4:\d+: warning: .*"switch-off"/),
    ])
  })

  test('can be ignored by a comment with a reason, and by a setting', async () => {
    const ignored = night.replace(
      '  - { id: publish',
      '  # lint-ignore untested-rule: it needs a registry\n  - { id: publish',
    )
    expect(await lint({ ...project, '.opencode/policies/night.yaml': ignored })).toEqual({ code: 0, found: [] })
    const setting = `${config}lint: { untested-rule: { severity: "off", because: no time } }\n`
    expect(await lint({ ...project, '.opencode/diverter.yaml': setting })).toEqual({ code: 0, found: [] })
  })
})

describe('a policy without cases', () => {
  test('keeps its comment where no case is at hand', async () => {
    const comment = '  # lint-ignore untested-rule: only a real host shows it\n  - { id: publish'
    const files = { 'night.yaml': night.replace('  - { id: publish', comment) }
    expect(await lint(files, 'night.yaml')).toEqual({ code: 0, found: [] })
  })

  test('is one note for a whole project without any, and nothing for a file', async () => {
    const files = {
      '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [policies/night.yaml, policies/day.yaml]\n',
      '.opencode/policies/night.yaml': night,
      '.opencode/policies/day.yaml': night.replace('name: night', 'name: day'),
    }
    const { code, found } = await lint(files)
    expect(code).toBe(0)
    expect(found).toEqual([expect.stringMatching(/night\.yaml:2:1: note: There is no case .*\[untested-policy\]$/)])
    expect(await lint(files, '.opencode/policies')).toEqual({ code: 0, found: [] })
  })

  test('is told of golden files where cases lack them', async () => {
    const cwd = folderOf(project)
    const { code, output } = await run(cwd, 'lint', '--format', 'compact')
    expect({ code, output }).toEqual({
      code: 0,
      output:
        '.opencode/policies/night.yaml:2:1: note: There is no case that exercises a rule: one case has no golden file yet: run npx opencode-diverter test -u [untested-policy]\n',
    })
  })

  test('is a note of its own where other policies have cases', async () => {
    const files = {
      ...project,
      '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [policies/night.yaml, policies/day.yaml]\n',
      '.opencode/policies/day.yaml': night.replace('name: night', 'name: day'),
    }
    const { found } = await lint(files)
    expect(found).toEqual([
      expect.stringMatching(/day\.yaml:2:1: note: No case exercises this policy: .*\[untested-policy\]$/),
      expect.stringContaining('[untested-rule]'),
    ])
  })

  test('is nothing if it has no rules of its own', async () => {
    const files = {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [policies/blockers.yaml]\n',
      '.opencode/policies/blockers.yaml': 'version: 1\nextends: builtin:blockers\nparams: { until: "07:00" }\n',
    }
    expect(await lint(files)).toEqual({ code: 0, found: [] })
  })
})

test('a golden file names rules in its lists, and neither in texts, effects nor errors', () => {
  const golden = `- at: +0s
  event: permission.asked
  verdict: deny
  by: a/by
  reason: |-
    Look here:
      rules:
    - a/text
  rules:
    - a/matched
    - "a/observed (observed: deny, record)"
  effects:
    - effect: record
      by: a/effect
  errors:
    - "a/erred: no"
  run: ready
- at: +1s
  event: turn.ended
  verdict: pass
  rules: []
  run: ready
`
  expect(rulesInGolden(golden)).toEqual(['a/matched', 'a/observed'])
})
