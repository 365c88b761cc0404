import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, bash, blocker, marker, type Night, registered, startNight, toolResults } from './night.ts'

/** It would allow every command, and needs an OpenCode that there is not. */
const newer = `version: 1
name: newer
requires: { opencode: ">=99" }
rules:
  - id: shell
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, bash] }
    then: [allow]
`

let night: Night
beforeAll(async () => {
  night = await startNight('bad-input', {
    files: {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/ours.yaml, ./policies/newer.yaml]\n',
      '.opencode/policies/ours.yaml': 'version: 1\nextends: builtin:blockers\nparams: { markr: NOBODY_KNOWS_THIS }\n',
      '.opencode/policies/newer.yaml': newer,
      '.opencode/plugin/opencode-loop.js': 'export const Loop = async () => ({})\n',
    },
  })
})
afterAll(() => night.close())

test('with broken and unfit project policies the built-in rules are in force, and it is said', async () => {
  night.model.script('broken-policy', [{ calls: [bash('echo broken-policy')] }, { text: marker }])
  const session = await night.session()
  await session.say('Begin broken-policy')
  await session.rest()
  expect(toolResults(night, 'broken-policy', 1)[0]).toContain('echo broken-policy')
  expect(night.project.blockers()).toContain('echo broken-policy')
  const status = await ask(night, session, 'status')
  expect(status).toContain('ours.yaml')
  expect(status).toMatch(/newer\.yaml:3: The policy needs OpenCode >=99, and this is \d+\.\d+/)
  expect(status).toContain('opencode-loop is loaded too')
  // F5-01: what the plugin needs of OpenCode is there.
  expect(status).not.toMatch(/has no \w+\.|Failing/)
  const toasts = night.server.events().filter((event) => event.type === 'tui.toast.show')
  expect(toasts.map((event) => String(event.properties['message'])).join('\n')).toContain('ours.yaml')
})

test('while blockers.md cannot be written the person is told so, and nothing is lost (F7-10)', async () => {
  const log = (name: string) =>
    blocker({ category: 'security', question: `Is ${name} safe?`, context: 'x', blocksProgress: true })
  night.model.script('no-page', [
    { calls: [log('no-page-one')] },
    { text: marker },
    { calls: [log('no-page-two')] },
    { text: marker },
  ])
  night.project.remove('blockers.md')
  night.project.write('blockers.md/in-the-way.txt', 'x')
  const session = await night.session()
  await session.say('Begin no-page')
  await session.rest()
  const [told = ''] = toolResults(night, 'no-page', 1)
  expect(told).toBe(registered)
  const toasts = night.server.events().filter((event) => event.type === 'tui.toast.show')
  expect(toasts.map((event) => String(event.properties['message'])).join('\n')).toContain('What belongs there is kept')

  night.project.remove('blockers.md')
  await session.say('And now the second part')
  await session.rest()
  expect(toolResults(night, 'no-page', 3).at(-1)).toBe(registered)
  expect(night.project.blockers()).toContain('Is no-page-one safe?')
  expect(night.project.blockers()).toContain('Is no-page-two safe?')
})
