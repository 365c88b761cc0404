import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createSources } from '../../src/cli/policies/sources.ts'
import { loadProject } from '../../src/policy/config.ts'
import { projectAlone } from '../../src/policy/layers/layering.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { runCase } from '../../src/rehearse/run-case.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'tests/policies/fixtures/edits'

const permission = (command: string, expected: string) =>
  `  - permission.asked: { request: p1, permission: bash, command: ${command}, patterns: [x] }\n    expect: ${expected}\n`
const chosen = (category: string, expected: string) =>
  `  - record.submitted: { kind: blocker, category: ${category}, question: a or b?, context: c, chosen: a }\n    expect: ${expected}\n`
const diverting = '  - command.run: { name: blockers, action: "on" }\n'

interface Edit {
  wish: string
  file: string
  /** How many lines the file has in all, with its two lines of heading. */
  lines: number
  /** Steps of a case that show what the edit does. */
  steps: string
  more?: string
}

const edits: readonly Edit[] = [
  {
    wish: 'change the marker',
    file: '1-marker.yaml',
    lines: 3,
    steps: `${diverting}  - says: "Done. BLOCKER_DIVERTER_DONE!"\n    expect: { prompts: 1 }\n  - says: "Done. ALL_TASKS_FINISHED"\n    expect: { run: stopped (done) }\n`,
  },
  {
    wish: 'allow npm test',
    file: '2-allow-npm-test.yaml',
    lines: 3,
    steps:
      permission('npm test tests/a', '{ verdict: allow, records: 0 }') + permission('npm publish', '{ verdict: deny }'),
  },
  {
    wish: 'ask for git push',
    file: '3-ask-for-git-push.yaml',
    lines: 3,
    steps: `${permission('git push origin main', '{ verdict: ask }')}  - wait: 15m\n    expect: { verdict: deny }\n`,
  },
  {
    wish: 'stop at 07:00',
    file: '4-until-seven.yaml',
    lines: 3,
    more: 'clock: 2026-02-13T06:59:00Z\n',
    steps: `${diverting}  - says: working\n    expect: { prompts: 1 }\n  - wait: 1m\n    expect: { run: stopped (budget), says: "until 07:00" }\n`,
  },
  {
    wish: 'other section titles',
    file: '5-section-titles.yaml',
    lines: 5,
    steps: chosen('question', '{ file: { blockers.md: "Decided by the agent" } }'),
  },
  {
    wish: 'add a category',
    file: '6-category.yaml',
    lines: 4,
    steps: chosen('naming', '{ records: 1, says: "category: naming" }'),
  },
  {
    wish: 'a hint on every refusal',
    file: '7a-hint-everywhere.yaml',
    lines: 3,
    steps: permission('chmod +x a', '{ verdict: deny, says: "Scripts run with `bash x.sh`, not with chmod." }'),
  },
  {
    wish: 'a hint for one command',
    file: '7b-hint-for-one-command.yaml',
    lines: 7,
    steps: permission('chmod +x a', '{ verdict: deny, by: hints/chmod, says: "Use `bash x.sh`, not chmod." }'),
  },
  {
    wish: 'add a phase',
    file: '8-phase.yaml',
    lines: 7,
    more: 'world: { files: { .opencode/state/active_task_graph.json: \'{"current_phase":"architecture"}\' } }\n',
    steps:
      '  - skill.requested: { skill: task-planner }\n    expect: { verdict: deny, says: "Next: run security-review (review)" }\n',
  },
]

describe('a likely edit', () => {
  test('has its file and its case', () => {
    const files = readdirSync(join(root, folder)).filter((name) => name !== '9-narrow-a-rule.yaml')
    expect(edits.map(({ file }) => file)).toEqual(files.sort())
  })

  test.each(edits)('takes no more lines than promised: $wish', ({ file, lines }) => {
    const text = readFileSync(join(root, folder, file), 'utf8')
    expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(lines)
    expect(text.startsWith('version: 1\n')).toBe(true)
  })

  test.each(edits)('is clean in a project: $wish', ({ file }) => {
    const config = { name: 'diverter.yaml', text: `version: 1\npolicies: [./${folder}/${file}]\n` }
    const loaded = loadProject(config, sourcesOf({}), projectAlone)
    expect(loaded.problems).toEqual([])
    expect(loaded.sources).toContain(`${folder}/${file}`)
  })

  test.each(edits)('does what is wanted: $wish', ({ wish, file, steps, more = '' }) => {
    const text = `name: ${wish}\npolicies: [./${folder}/${file}]\n${more}steps:\n${steps}`
    const { failures, golden } = runCase({ name: 'case.yaml', text }, createSources(root).find)
    expect(failures).toEqual([])
    expect(golden).not.toBeNull()
  })

  test.each(edits)('is what makes its case hold: $wish', ({ wish, file, steps, more = '' }) => {
    const policy = file === '8-phase.yaml' ? 'builtin:phases' : 'builtin:blockers'
    const text = `name: ${wish}\npolicies: [${policy}]\n${more}steps:\n${steps}`
    expect(runCase({ name: 'case.yaml', text }, createSources(root).find).failures).not.toEqual([])
  })

  test('that adds a category offers it to the agent beside the others', () => {
    const categories = (references: string[]) =>
      loadPolicies(references, sourcesOf({})).policies[0]?.records['blocker']?.fields['category']?.values
    const before = categories(['builtin:blockers'])
    expect(categories([`./${folder}/6-category.yaml`])).toEqual([...(before ?? []), 'naming'])
  })
})
