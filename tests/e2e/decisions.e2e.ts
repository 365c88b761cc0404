import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../support/host.ts'
import { until } from '../support/wait.ts'
import { bash, type Night, startNight, toolResults } from './night.ts'

let night: Night
beforeAll(async () => {
  night = await startNight('decisions', { files: { 'push.sh': 'echo pushed >> pushed.txt; cat pushed.txt\n' } })
})
afterAll(() => night.close())

test('a refused push that a person allows once and sends on runs once, and the next one is refused', async () => {
  night.model.script('pushes', [
    { calls: [bash('sh push.sh')] },
    { text: 'That is all. BLOCKER_DIVERTER_DONE!' },
    { calls: [bash('sh push.sh')] },
    { calls: [bash('sh push.sh')] },
    { text: 'That is all. BLOCKER_DIVERTER_DONE!' },
  ])
  const session = await night.session()
  await session.say('Begin pushes')
  await session.rest()
  const page = night.project.blockers()
  expect(page).toMatch(/- \[ \] .*sh push\.sh/)
})
