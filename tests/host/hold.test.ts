import type { Hooks } from '@opencode-ai/plugin'
import { expect, it } from 'vitest'
import { emptyRun, emptyTree, type TreeState } from '../../src/core/state.ts'
import { takeOver } from '../../src/host/process/handed-over.ts'
import { leavingRun } from '../../src/host/process/leaving.ts'
import { stage } from './stage.ts'

const armed: TreeState = { ...emptyTree, run: { ...emptyRun, state: 'armed' } }
const pending = { turn: 't', text: 'Go on', due: 0, byClock: false, why: null, by: 'a/b' }
const ended = (reason: 'done' | 'error'): TreeState => ({
  ...emptyTree,
  run: { ...emptyRun, state: 'stopped', reason },
})
const told = async (hooks: Hooks | null, type: string, properties: object) =>
  hooks?.event?.({ event: { type, properties } as never })
const text = (words: string) => ({
  part: { type: 'text', text: words, messageID: 'msg_2', sessionID: 'ses_1', time: { start: 1, end: 2 } },
})

async function leaving({ json = false, allows = false } = {}) {
  const printed: string[] = []
  let succeeded = 0
  const host = stage({
    mode: 'run',
    leaving: { print: (line) => printed.push(line), json, allows, succeed: () => (succeeded += 1) },
  })
  host.opened()
  await host.user('msg_1')
  const state = (now: TreeState) => void host.engine.states.set('ses_1', now)
  const pass = async () => {
    for (let step = 0; step < 4; step++) {
      host.clock.pass(500)
      await Promise.resolve()
    }
  }
  return { ...host, printed, succeeded: () => succeeded, state, pass }
}

it.each(['done', 'error'] as const)(
  'opencode run is held while a prompt is to come, until the run has ended (%s)',
  async (reason) => {
    const host = await leaving()
    host.send('session.status', { sessionID: 'ses_1', status: { type: 'idle' } })
    expect(host.engine.runtime.session('ses_1').leaving, 'nothing is sent now').toBe(true)
    host.state({ ...armed, pending })
    const disposed = host.hooks.dispose?.()
    expect(host.engine.runtime.session('ses_1').leaving).toBe(false)
    expect(host.engine.other).toContain('settle ses_1')
    const heir = takeOver('/project')
    await told(host.hooks, 'message.part.updated', text('heard twice'))
    await told(heir, 'message.part.updated', text(' Half of it. \n'))
    await told(heir, 'session.status', { sessionID: 'ses_1', status: { type: 'idle' } })
    expect(host.engine.runtime.session('ses_1').leaving, 'it stays from here on').toBe(false)
    await host.pass()
    expect(host.engine.other).not.toContain('close')
    host.state(ended(reason))
    await host.pass()
    await disposed
    expect(host.printed).toEqual(['Half of it.\n'])
    expect(host.client.named('post').map(({ options }) => options['url'])).toEqual(['/instance/dispose'])
    expect(host.engine.other).toContain('close')
    expect(host.succeeded()).toBe(reason === 'done' ? 1 : 0)
    expect(host.said).toEqual([
      'opencode-diverter: the run goes on where OpenCode would leave; what the agent says follows\n',
      reason === 'done'
        ? 'opencode-diverter:\nFinished (done).\n'
        : `opencode-diverter:
Not finished: the run stopped (error).

Next: /blockers resume sets the run going again.

To go on: opencode run --session ses_1 --command blockers resume
`,
    ])
  },
)

it.each([
  ['the run has ended', ended('done')],
  ['nothing is to be sent', armed],
])('opencode run is not held where %s', async (_why, state) => {
  const host = await leaving()
  host.state(state)
  await host.hooks.dispose?.()
  expect(takeOver('/project')).toBeNull()
  expect(host.engine.other).toContain('close')
  expect(host.said.join('')).not.toContain('goes on where')
})

it.each([
  [false, { reply: 'reject', message: 'OpenCode runs without a person here who could allow it' }],
  [true, { reply: 'once' }],
])('while it is held, what is asked gets the answer that opencode run gives (--auto: %s)', async (allows, body) => {
  const host = await leaving({ allows })
  host.state({ ...armed, pending })
  const disposed = host.hooks.dispose?.()
  await told(takeOver('/project'), 'permission.asked', {
    id: 'per_1',
    sessionID: 'ses_1',
    permission: 'bash',
    patterns: ['ls'],
    metadata: {},
    always: [],
  })
  expect(host.client.named('post')[0]?.options).toMatchObject({ path: { requestID: 'per_1' }, body })
  host.state(ended('done'))
  await host.pass()
  await disposed
})

it('with --format json it prints what opencode run prints', async () => {
  const host = await leaving({ json: true })
  host.state({ ...armed, pending })
  const disposed = host.hooks.dispose?.()
  const heir = takeOver('/project')
  const part = (more: object) => ({ part: { sessionID: 'ses_1', messageID: 'msg_2', ...more } })
  await told(heir, 'message.part.updated', part({ type: 'step-start' }))
  await told(heir, 'message.part.updated', part({ type: 'tool', tool: 'read', state: { status: 'running' } }))
  await told(heir, 'message.part.updated', part({ type: 'tool', tool: 'read', state: { status: 'completed' } }))
  await told(heir, 'message.part.updated', text('All of it.'))
  await told(heir, 'message.part.updated', {
    part: { type: 'text', text: 'of a helper', sessionID: 'ses_2', time: { end: 1 } },
  })
  await told(heir, 'session.error', { sessionID: 'ses_1', error: { name: 'APIError' } })
  expect(host.printed.map((line) => JSON.parse(line))).toMatchObject([
    { type: 'step_start', sessionID: 'ses_1' },
    { type: 'tool_use', part: { tool: 'read' } },
    { type: 'text', part: { text: 'All of it.' } },
    { type: 'error', error: { name: 'APIError' } },
  ])
  host.state(ended('done'))
  await host.pass()
  await disposed
})

it('a process that stays is none that leaves', () => {
  const of = (...words: string[]) => leavingRun({ argv: ['opencode', '/$bunfs/root', ...words] })
  expect(of('serve')).toBeNull()
  expect(of()).toBeNull()
  expect(of('run', '-i', 'Do it')).toBeNull()
  expect(of('run', '--interactive')).toBeNull()
  expect(of('run', 'Do it')).toMatchObject({ json: false, allows: false })
  expect(of('run', '--format', 'json', '--auto', 'Do it')).toMatchObject({ json: true, allows: true })
})
