import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopReason } from '../support/journal.ts'
import { until } from '../support/wait.ts'
import { ask, bash, marker, type Night, startNight, toasts, userMessages, write } from './night.ts'

const blockers = `version: 1
extends: builtin:blockers
params: { evidence: [sh check.sh], evidenceTries: 4 }
`

const commands = `version: 1
name: commands
rules:
  - id: commands
    events: [permission.asked]
    when: { runsOnly: [{ var: event.command }, [sh check.sh, tail -1, "sed -i s/bad/good/ state.txt", "sh format.sh"]] }
    then: [allow]
`

let night: Night
beforeAll(async () => {
  night = await startNight('evidence', {
    isTrusted: true,
    files: {
      '.opencode/policies/blockers.yaml': blockers,
      '.opencode/policies/commands.yaml': commands,
      'state.txt': 'bad\n',
      'check.sh': 'grep -q good state.txt\n',
      'format.sh': 'echo formatted >> other.txt\n',
    },
  })
})
afterAll(() => night.close())

const claim = { text: marker }

test('the marker ends the run only behind a check that ended well after the last file was written', async () => {
  night.model.script('shown', [
    { calls: [write('notes.txt', 'begun')] },
    claim,
    { calls: [bash('sh check.sh | tail -1')] }, // ends well, though the check fails
    claim,
    { calls: [bash('sed -i s/bad/good/ state.txt')] },
    { calls: [bash('sh check.sh')] },
    { calls: [write('notes.txt', 'more')] },
    claim,
    { calls: [bash('sh check.sh')] },
    { calls: [bash('sh format.sh')] }, // no call names what it writes
    claim,
    { calls: [bash('sh check.sh')] },
    claim,
  ])
  const session = await night.session()
  await session.say('Begin shown')
  await session.rest()
  const [, ...prompts] = await userMessages(session)
  expect(prompts).toHaveLength(4)
  for (const { text } of prompts) expect(text).toContain('- sh check.sh\nRun each of them alone')
  expect(stopReason(night.project, session.id)).toBe('done')
  const said = await until('the end is said', async () => toasts(night).find((text) => text.includes('verified by')))
  expect(said).toMatch(/^The run stopped: done \(verified by sh check\.sh, \d\d:\d\d\)\. Open blockers: 0\.$/)
  expect(await ask(night, session, 'export --summary')).toMatch(
    /Finished \(done: verified by sh check\.sh, \d\d:\d\d\)/,
  )
})

test('a run that only claims stops as unverified, and an entry waits', async () => {
  night.model.script('claimed', [{ calls: [write('claims.txt', 'x')] }, claim, claim, claim, claim, claim])
  const session = await night.session()
  await session.say('Begin claimed')
  await session.rest()
  expect(await userMessages(session)).toHaveLength(5)
  expect(stopReason(night.project, session.id)).toBe('unverified')
  await until('the entry', () => Promise.resolve(night.project.blockers().includes('has not shown it by sh check.sh')))
})
