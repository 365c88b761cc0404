import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProject } from '../support/project.ts'
import { serve } from '../support/serve.ts'
import { openSession } from '../support/session.ts'
import { ask, blocker, type Night, prepare } from './night.ts'

let night: Night
beforeAll(async () => {
  const stage = await prepare('config-place', {
    files: { '.opencode/diverter.yaml': 'version: 1\nbuiltin: [blockers]\n' },
    options: { completionMarker: 'ALL_OF_IT_IS_DONE', maxReprompts: 1, params: { maxPrompts: 7 } },
  })
  const folder = join(stage.project.directory, 'packages/app')
  mkdirSync(folder, { recursive: true })
  const project = openProject(folder, stage.host.home)
  const server = await serve(stage.host, project)
  night = {
    ...stage,
    project,
    server,
    session: (existing) => openSession(server, existing),
    close: async () => {
      await server.stop()
      await stage.close()
    },
  }
})
afterAll(() => night.close())

test('OpenCode in a subfolder takes the config above and the options of opencode.json, and writes where it was started', async () => {
  const logged = blocker({ category: 'question', question: 'Which colour?', context: 'x', blocksProgress: false })
  night.model.script('config-place', [{ calls: [logged] }, { text: 'ALL_OF_IT_IS_DONE' }])
  const session = await night.session()
  await session.say('Begin config-place')
  await session.rest()
  const status = await ask(night, session, 'STATUS please')
  expect(status).toContain('Run: stopped (done')
  expect(status).toContain('Policies: guard, phases, blockers (set')
  expect(status).toContain('0 used, 7 left')
  expect(status).toMatch(/^opencode-diverter \d+\.\d+\.\d+, OpenCode \d+\.\d+\.\d+$/m)
  expect(status).toMatch(/^Config: \/.*\/config-place\/\.opencode\/diverter\.yaml, options in opencode\.json$/m)
  expect(status).toContain(
    'Problem: opencode.json: Cannot use option maxReprompts: 1 does not fit: at least 2 is wanted',
  )
  expect(status).toContain('Ignored: "please". /blockers status takes nothing behind it.')
  expect(night.project.blockers()).toContain('Which colour?')
  expect(night.project.journal().length).toBeGreaterThan(0)
})
