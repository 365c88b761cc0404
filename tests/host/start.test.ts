import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claim } from '../../src/host/process/claim.ts'
import { readOptions } from '../../src/policy/options/read.ts'
import { server } from '../../src/host/plugin.ts'
import { setup } from '../../src/host2/setup.ts'
import entry from '../../src/server.ts'
import { fakeClient } from './fakes.ts'

describe('the options of the plugin', () => {
  it('are on and in the usual place by default', () => {
    for (const nothing of [undefined, null, {}]) {
      expect(readOptions(nothing)).toEqual({ options: { enabled: true, config: null, settings: [] }, problems: [] })
    }
    expect(
      readOptions({
        enabled: false,
        config: 'x.yaml',
        settings: [],
      }).options,
    ).toEqual({
      enabled: false,
      config: 'x.yaml',
      settings: [],
    })
  })

  it('wrong ones are said and the default holds', () => {
    const { options, problems } = readOptions({ enabled: 'off', config: '', maxBlockers: 3 })
    expect(options).toEqual({ enabled: true, config: null, settings: [] })
    expect(problems).toHaveLength(3)
    expect(problems[0]).toBe('Cannot use option enabled: "off"; allowed are true and false, true holds')
    expect(readOptions([1]).problems).toHaveLength(1)
  })
})

describe('the claim on a project', () => {
  it('is held once, by folder, and given back', () => {
    const release = claim('/claimed/a')
    expect(claim('/claimed/a')).toBeNull()
    const other = claim('/claimed/b')
    expect(other).not.toBeNull()
    release?.()
    const again = claim('/claimed/a')
    expect(again).not.toBeNull()
    again?.()
    other?.()
  })
})

describe('the plugin in a project', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'plugin-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  const start = (options?: unknown) => {
    const client = fakeClient()
    return {
      client,
      hooks: server({ client: client.raw, directory, worktree: directory } as never, options),
    }
  }

  it('exports an id and an entry for each kind of host alone', () => {
    expect(entry).toEqual({ id: 'opencode-diverter', server, setup })
  })

  it('asks the host for nothing while it starts', async () => {
    const { client, hooks } = start()
    const { dispose, ...others } = await hooks
    expect(client.calls).toEqual([])
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining(['event', 'chat.message', 'tool.execute.before', 'tool']),
    )
    await dispose?.()
  })

  it('switched off it has no hooks', async () => {
    expect(await start({ enabled: false }).hooks).toEqual({})
  })

  it('loaded twice the second does nothing but say so, once (F3-14)', async () => {
    const first = await start().hooks
    const { client, hooks } = start()
    const second = await hooks
    expect(Object.keys(second)).toEqual(['event'])
    for (let times = 0; times < 2; times++) {
      await second.event?.({ event: { type: 'session.created', properties: { info: { id: 's' } } } as never })
    }
    expect(client.named('toast').map(({ options }) => options['body'])).toMatchObject([{ variant: 'warning' }])
    await first.dispose?.()
    const third = await start().hooks
    expect(Object.keys(third)).toContain('tool')
    await third.dispose?.()
  })

  it('says what is wrong with its options as soon as a session begins', async () => {
    const { client, hooks } = start({ enabled: 'off' })
    const running = await hooks
    await running.event?.({ event: { type: 'session.created', properties: { info: { id: 's', title: '' } } } as never })
    expect(JSON.stringify(client.named('toast'))).toContain('Cannot use option enabled')
    await running.dispose?.()
  })

  it('lets no tool of the agent write into the folder of the store', async () => {
    const running = await start().hooks
    await running.event?.({ event: { type: 'session.created', properties: { info: { id: 's', title: '' } } } as never })
    const write = (filePath: string) =>
      running['tool.execute.before']?.(
        { tool: 'write', sessionID: 's', callID: filePath },
        { args: { filePath, content: 'x' } },
      )
    await expect(write(join(directory, 'notes.txt'))).resolves.toBeUndefined()
    const state = process.env['OPENCODE_DIVERTER_STATE'] ?? ''
    for (const name of ['nights.db', 'nights.key', 'deep/x'])
      await expect(write(join(state, name)), name).rejects.toThrow('binds this session and is not yours to change')
    await running.dispose?.()
  })
})
