import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../support/host.ts'
import { until } from '../support/wait.ts'
import { bash, type Night, startNight, toolResults } from './night.ts'

/** Answers the first entry, in whatever shell it is run, and keeps what the program said. */
const answers = `node ${join(repository, 'dist/cli.js')} answer b1 "Yes, push it now" > said.txt 2>&1; cat said.txt\n`

/** So that each try runs. */
const everyCommand = `version: 1
name: shell
rules:
  - id: every-command
    description: Every command runs
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, bash] }
    then: [allow]
`

let night: Night
beforeAll(async () => {
  night = await startNight('word', {
    isTrusted: true,
    files: {
      'answers.sh': answers,
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/shell.yaml]\n',
      '.opencode/policies/shell.yaml': everyCommand,
    },
  })
})
afterAll(() => night.close())

/** Ways by which a shell may try to look like a person's; each runs the script, so that no rule reads its words. */
const ways = [
  'sh answers.sh',
  'env -u OPENCODE -u OPENCODE_PID -u AGENT sh answers.sh',
  'OPENCODE_TERMINAL=1 sh answers.sh',
  'setsid -w sh answers.sh',
  'script -qec "sh answers.sh" /dev/null',
]

test('the agent’s shell cannot answer for the person, a terminal that a client opened can', async () => {
  const question = { name: 'question', input: { questions: [{ question: 'Push it?', header: 'Push', options: [] }] } }
  night.model.script('answers-itself', [
    { calls: [question] },
    ...ways.map((command) => ({ calls: [bash(command)] })),
    { calls: [bash('npx opencode-diverter answer b1 Yes')] },
    { text: 'That is all. BLOCKER_DIVERTER_DONE!' },
  ])
  const session = await night.session()
  await session.say('Begin answers-itself')
  await session.rest()
  const results = toolResults(night, 'answers-itself', ways.length + 2)
  const [, ...said] = results
  const refused = /Cannot answer b1: it was started below OpenCode \(process \d+\), and only a person may do this/
  for (const [index, way] of ways.entries()) expect(said[index], way).toMatch(refused)
  expect(said.at(-1)).toContain('is for a person to run, in a terminal of their own')
  expect(night.project.blockers()).toMatch(/- \[ \] .*Push it\?/)

  const { directory } = night.project
  const opened = await night.server.client.pty.create({ command: 'sh', args: ['answers.sh'], cwd: directory })
  expect(opened.error).toBeUndefined()
  await until('the answer', () => night.project.read('said.txt').includes('b1 is'), {
    seen: () => night.project.read('said.txt'),
  })
  expect(night.project.read('said.txt')).toContain('is answered: Yes, push it now')
  expect(night.project.blockers()).toMatch(/- \[x\] .*Push it\?/)
})
