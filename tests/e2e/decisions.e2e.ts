import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/wait.ts'
import { ask, bash, type Night, program as run, startNight, toolResults } from './night.ts'

let night: Night
beforeAll(async () => {
  night = await startNight('decisions', { files: { 'push.sh': 'echo pushed >> pushed.txt; wc -l < pushed.txt\n' } })
})
afterAll(() => night.close())

const program = (...words: string[]) => run(night, ...words)

const push = { calls: [bash('sh push.sh')] }
const end = { text: 'That is all. BLOCKER_DIVERTER_DONE!' }

test('a refused push that a person allows once and sends on runs once, and the next one is refused', async () => {
  night.model.script('pushes', [push, end, push, push, end])
  const session = await night.session()
  await session.say('Begin pushes')
  await session.rest()
  expect(night.project.blockers()).toMatch(/- \[ \] .*sh push\.sh.*\(b1\)/)

  const said = program('answer', 'b1', '--allow', 'once', '--by', 'Anna', '--go-on')
  expect(said).toEqual({
    code: 0,
    output: expect.stringMatching(/^b1 is allowed once: bash: sh push\.sh\nses_\w+ goes on within 5 seconds/),
  })
  await until('the end of the second run', () => night.model.requests('pushes').length === 5)
  await session.rest()
  const [first, second, third] = toolResults(night, 'pushes', 4)
  expect(first).toContain('nothing is approved')
  expect(second?.trim()).toBe('1')
  expect(third).toContain('nothing is approved')
  expect(night.project.blockers()).toMatch(
    /- \[x\] .*\(b1\)\n(?: .*\n)* {2}- \*\*Answer\*\*: Allowed once \(Anna, in the terminal, /,
  )
  expect(program('grants').output).toBe('Nothing is allowed or forbidden here by a decision of yours.\n')
})

test('a command of OpenCode allows in the project, in every session, until it is taken back', async () => {
  night.model.script('elsewhere', [push, end])
  const session = await night.session()
  expect(await ask(night, session, 'allow b2 project')).toContain('b2 is allowed in this project: bash: sh push.sh')
  await session.say('Begin elsewhere')
  await session.rest()
  expect(toolResults(night, 'elsewhere', 1)[0]?.trim()).toBe('2')
  const [, number] = /^(\d+) {2}in this project {2}bash: sh push\.sh$/m.exec(program('grants').output) ?? []
  night.model.script('revoked', [push, { calls: [bash('sleep 1; echo rested')] }, push, end])
  const other = await night.session()
  const working = other.say('Begin revoked')
  await until('the first push', () => night.model.requests('revoked').length === 2)
  expect(program('grants', 'revoke', number ?? '')).toEqual({
    code: 0,
    output: 'Taken back: bash: sh push.sh\nOpen again, to be answered anew: b2\n',
  })
  expect(night.project.blockers()).toMatch(/- \[ \] .*\(b2\)/)
  await working
  await other.rest()
  const [before, , after] = toolResults(night, 'revoked', 3)
  expect(before?.trim()).toBe('3')
  expect(after).toContain('nothing is approved')
  expect(program('grants', 'revoke', number ?? '').code).toBe(1)
})

test('a question that was answered in one session is answered in the next', async () => {
  const question = {
    calls: [{ name: 'question', input: { questions: [{ question: 'Which DB?', header: 'DB', options: [] }] } }],
  }
  night.model.script('first', [question, end])
  night.model.script('second', [question, end])
  const first = await night.session()
  await first.say('Begin first')
  await first.rest()
  const [, id = ''] = /Which DB\?.*\((b\d+)\)/.exec(night.project.blockers()) ?? []
  expect(program('answer', id, 'Postgres').output).toContain(`${id} is answered: Postgres`)
  const second = await night.session()
  await second.say('Begin second')
  await second.rest()
  expect(toolResults(night, 'second', 1)[0]).toMatch(/The user has answered "Which DB\?" on \d{4}-\d\d-\d\d: Postgres/)
  expect(night.project.blockers().match(/Which DB\?/g)).toHaveLength(1)
})
