import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopReason } from '../support/journal.ts'
import { serve } from '../support/serve.ts'
import { openSession, type TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import {
  ask,
  bash,
  gate,
  marker,
  type Night,
  prepare,
  program,
  readReadme,
  type Stage,
  startNight,
  toasts,
} from './night.ts'

const config = 'version: 1\npolicies: [./policies/night.yaml, ./policies/checks.yaml]\n'
const layer = (params: string) => `version: 1\nextends: builtin:blockers\nparams: { ${params} }\n`
/** The team lets its own check run. */
const checks = `version: 1
name: checks
rules:
  - id: check
    events: [permission.asked]
    when: { runsOnly: [{ var: event.command }, ["sleep 600", "sh tick.sh"]] }
    then: [allow]
`
const files = (params: string) => ({
  '.opencode/diverter.yaml': config,
  '.opencode/policies/checks.yaml': checks,
  '.opencode/policies/night.yaml': layer(params),
  'tick.sh': 'for i in 1 2 3 4 5 6 7 8 9; do echo tick $i; sleep 1; done\n',
})

const stopped = (night: Stage, session: TestSession, reason: string): Promise<unknown> =>
  until(`the stop ${reason}`, () => stopReason(night.project, session.id) === reason, {
    seen: () => night.project.journal(session.id).slice(-3),
  })

describe('the end of a run', () => {
  let night: Night
  beforeAll(async () => {
    night = await startNight('deadline', { files: files('for: 15s, ask: "echo later*", askFor: 1h'), isTrusted: true })
  })
  afterAll(() => night.close())

  test.concurrent('comes while a model stream hangs, and breaks it off', async () => {
    const { opened, open } = gate()
    night.model.script('hangs-in-words', [{ calls: [readReadme] }, { text: 'I am about', stall: opened }])
    const session = await night.session()
    await session.say('Begin hangs-in-words')
    await stopped(night, session, 'budget')
    await session.rest()
    open()
    expect(night.model.requests('hangs-in-words')).toHaveLength(2)
    expect(await ask(night, session, 'status')).toContain('Run: stopped (budget: time: 15s; begun at')
  })

  test.concurrent('comes while a tool never returns, and breaks it off', async () => {
    night.model.script('hangs-in-a-tool', [{ calls: [bash('sleep 600')] }, { text: marker }])
    const session = await night.session()
    await session.say('Begin hangs-in-a-tool')
    await stopped(night, session, 'budget')
    await session.rest()
    expect(night.model.requests('hangs-in-a-tool')).toHaveLength(1)
  })

  test.concurrent('comes while a person is waited for, whose request is written down first', async () => {
    night.model.script('waits-for-a-person', [{ calls: [bash('echo later')] }, { text: 'So far.' }])
    const session = await night.session()
    await session.say('Begin waits-for-a-person')
    await until('the request', async () => (await session.pending()).length === 1)
    expect(await ask(night, session, 'status')).toMatch(/Waits: echo later is diverted at \d\d:\d\d/)
    await stopped(night, session, 'budget')
    await session.rest()
    expect(await session.pending()).toEqual([])
    expect(night.project.blockers()).toContain('echo later')
  })

  test.concurrent('comes while OpenCode waits to try again', async () => {
    const headers = { 'retry-after': '3600' }
    night.model.script('hangs-in-a-retry', [{ calls: [readReadme] }, { status: 429, headers }])
    const session = await night.session()
    await session.say('Begin hangs-in-a-retry')
    await stopped(night, session, 'budget')
    await session.rest()
    const status = (await night.server.client.session.status()).data?.[session.id]?.type
    expect(status ?? 'idle').toBe('idle')
  })
})

describe('silence', () => {
  let night: Night
  beforeAll(async () => {
    night = await startNight('silence', { files: files('silence: 5s, toolSilence: 5s'), isTrusted: true })
  })
  afterAll(() => night.close())

  test.concurrent('of a model is told, broken off and gone on from once, then it ends the run', async () => {
    const { opened, open } = gate()
    night.model.script('silent-model', [{ calls: [readReadme] }, { text: 'Hm', stall: opened }])
    const session = await night.session()
    await session.say('Begin silent-model')
    await stopped(night, session, 'stalled')
    await session.rest()
    open()
    expect(night.model.requests('silent-model')).toHaveLength(3)
    expect(toasts(night).filter((text) => text.includes('No sign of life of the model since'))).toHaveLength(2)
  })

  test.concurrent('of a tool whose output grows is none', async () => {
    night.model.script('growing-output', [{ calls: [bash('sh tick.sh')] }, { text: marker }])
    const session = await night.session()
    await session.say('Begin growing-output')
    await stopped(night, session, 'done')
    expect(night.project.journal(session.id).filter(({ event }) => event?.type === 'session.silent')).toEqual([])
  })
})

test('a wait for a quota that would end after `until` is not begun', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const end = at(15)
  const clock = [end.getHours(), end.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  const night = await startNight('until', { files: files(`until: "${clock}"`), isTrusted: true })
  try {
    const message = `You exceeded your current quota. It will reset at ${at(30).toISOString()}.`
    night.model.script('until-in-a-wait', [{ calls: [readReadme] }, { status: 403, error: { message } }])
    const session = await night.session()
    await session.say('Begin until-in-a-wait')
    await stopped(night, session, 'budget')
    await session.rest()
    expect(night.model.requests('until-in-a-wait')).toHaveLength(2)
    expect(await ask(night, session, 'status')).toContain(`after the end of the run at ${clock})`)
  } finally {
    await night.close()
  }
})

describe('a run that is cut off', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await prepare('cut-off', { files: files('retryDelay: 3s'), isTrusted: true })
  })
  afterAll(() => stage.close())

  const begin = async (key: string) => {
    const server = await serve(stage.host, stage.project)
    const night: Night = {
      ...stage,
      server,
      session: (id) => openSession(server, id),
      close: () => server.stop(),
    }
    const { opened, open } = gate()
    stage.model.script(key, [{ calls: [readReadme] }, { text: 'Half', stall: opened }, { text: marker }])
    const session = await night.session()
    await session.say(`Begin ${key}`)
    await until('the second request', () => stage.model.requests(key).length === 2)
    return { night, session, open }
  }

  test.each(['a change of the config', 'the end of the instance'])('by %s is interrupted, not paused', async (how) => {
    const key = how.replaceAll(' ', '-')
    const { night, session, open } = await begin(key)
    try {
      const { client } = night.server
      if (how === 'a change of the config') await client.config.update({ config: { username: 'somebody' } })
      else await client.instance.dispose()
      // The next start is with the next request of a client.
      const isOver = async () =>
        (await client.session.list()).data !== undefined && stopReason(night.project, session.id) === 'interrupted'
      await until('the stop', isOver, { every: 500, seen: () => night.server.process.output().slice(-3000) })
      open()
      const events = night.project.journal(session.id).map(({ event }) => event?.type)
      expect(events).not.toContain('user.interrupted')
      expect(stage.model.requests(key)).toHaveLength(2)
    } finally {
      await night.close()
    }
  })

  test('by a kill is told at the next start with `ask`, without a word of the person', async () => {
    const { night, session, open } = await begin('killed-ask')
    await night.server.stop('SIGKILL')
    open()
    const server = await serve(stage.host, stage.project)
    try {
      await server.client.session.list()
      await stopped(stage, session, 'interrupted')
      const notices = () => toasts({ ...night, server })
      await until('the notice', () => notices().some((text) => text.includes('/blockers resume goes on')))
      expect(stage.model.requests('killed-ask')).toHaveLength(2)
    } finally {
      await server.stop()
    }
  })

  test('by a kill goes on by itself with `auto`', async () => {
    stage.project.write('.opencode/policies/night.yaml', layer('retryDelay: 3s, resume: auto'))
    program(stage, 'trust')
    const { night, session, open } = await begin('killed-auto')
    await night.server.stop('SIGKILL')
    open()
    const server = await serve(stage.host, stage.project)
    try {
      await server.client.session.list()
      await stopped(stage, session, 'done')
      expect(stage.model.requests('killed-auto')).toHaveLength(3)
      expect(stage.model.requests('killed-auto')[2]?.messages.at(-1)?.text).toContain('The work was interrupted')
    } finally {
      await server.stop()
    }
  })
})
