import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, bash, marker, type Night, startNight, toolResults } from './night.ts'

let night: Night
beforeAll(async () => {
  night = await startNight('broken-policy', {
    files: {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/ours.yaml]\n',
      '.opencode/policies/ours.yaml': 'version: 1\nextends: builtin:blockers\nparams: { markr: NOBODY_KNOWS_THIS }\n',
    },
  })
})
afterAll(() => night.close())

test('with a broken project policy the built-in rules are in force, and it is said', async () => {
  night.model.script('broken-policy', [{ calls: [bash('echo broken-policy')] }, { text: marker }])
  const session = await night.session()
  await session.say('Begin broken-policy')
  await session.rest()
  expect(toolResults(night, 'broken-policy', 1)[0]).toContain('echo broken-policy')
  expect(night.project.blockers()).toContain('echo broken-policy')
  expect(await ask(night, session, 'status')).toContain('ours.yaml')
  const toasts = night.server.events().filter((event) => event.type === 'tui.toast.show')
  expect(toasts.map((event) => String(event.properties['message'])).join('\n')).toContain('ours.yaml')
})
