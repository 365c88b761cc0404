import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../support/serve.ts'
import { openSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import { ask, bash, marker, prepare, readReadme, type Stage, userMessages } from './night.ts'

let stage: Stage
beforeAll(async () => {
  stage = await prepare('restart')
})
afterAll(() => stage.close())

test('a kill in the middle loses neither toggle nor counters nor blockers', async () => {
  let release: () => void = () => undefined
  const hold = new Promise<void>((resolve) => {
    release = resolve
  })
  stage.model.script('killed-on', [
    { calls: [readReadme] },
    { text: 'Half of it, perhaps.' },
    { calls: [bash('echo killed-on-before')] },
    { text: 'Never finished.', hold },
  ])
  const first = await serve(stage.host, stage.project)
  const night = { ...stage, server: first, session: (id?: string) => openSession(first, id) }
  const off = await night.session()
  await ask(night, off, 'off')
  const on = await night.session()
  await on.say('Begin killed-on')
  await until('the fourth step', () => stage.model.requests('killed-on').length === 4)
  await until('the blocker', () => stage.project.blockers().includes('echo killed-on-before'))
  await first.stop('SIGKILL')
  release()

  stage.model.script('killed-off', [{ calls: [bash('echo killed-off')] }, { text: 'That is all.' }])
  stage.model.script('killed-on', [{ calls: [bash('echo killed-on-after')] }, { text: marker }])
  const second = await serve(stage.host, stage.project)
  try {
    const again = { ...stage, server: second, session: (id?: string) => openSession(second, id) }
    const stillOff = await again.session(off.id)
    await stillOff.say('Begin killed-off')
    await until('the prompt', async () => (await stillOff.pending()).length === 1)
    expect(stage.project.blockers()).not.toContain('killed-off')

    const stillOn = await again.session(on.id)
    const status = await ask(again, stillOn, 'status')
    expect(status).toMatch(/\bon\b/)
    expect(status, 'one prompt was sent before the kill').toMatch(/\b1\b/)
    expect(await ask(again, stillOn, 'list')).toContain('echo killed-on-before')
    await stillOn.say('Go on with killed-on')
    await stillOn.rest()
    expect(stage.project.blockers()).toContain('echo killed-on-before')
    expect(stage.project.blockers()).toContain('echo killed-on-after')
    expect((await userMessages(stillOn)).filter((message) => message.text.includes(marker))).toHaveLength(1)
  } finally {
    await second.stop()
  }
})
