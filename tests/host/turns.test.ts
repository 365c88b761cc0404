import { describe, expect, it } from 'vitest'
import { stage } from './stage.ts'

async function working(options: Parameters<typeof stage>[0] = {}) {
  const host = stage(options)
  host.opened()
  await host.user('msg_1')
  host.begin('msg_2')
  return host
}

describe('the end of a turn', () => {
  it('is told at the step, at once, with the text, and not again by any idle (F1-11, F3-07)', async () => {
    const host = await working()
    host.text('msg_2', 'All is done.')
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('step.ended')).toMatchObject([
      { message: 'msg_2', finish: 'stop', last: true, tokens: 123, cost: 0.5 },
    ])
    expect(host.engine.of('turn.ended')).toMatchObject([
      { message: 'msg_2', text: 'All is done.', finish: 'stop', empty: false, calls: 0, progress: false },
    ])
    host.finished('msg_2', { finish: 'stop' })
    for (let times = 0; times < 4; times++) host.idle()
    expect(host.engine.of('turn.ended')).toHaveLength(1)
  })

  it('a step is empty with neither text nor calls (F4-09)', async () => {
    const host = await working()
    host.stepEnd('msg_2', 'unknown')
    host.begin('msg_3')
    host.text('msg_3', 'Words.')
    host.stepEnd('msg_3', 'unknown')
    host.begin('msg_4')
    host.tool('msg_4', 'call_1', 'read', { filePath: 'a' }, 'content')
    host.stepEnd('msg_4', 'unknown')
    expect(host.engine.of('step.ended').map(({ empty }) => empty)).toEqual([true, false, false])
  })

  it('is only a step while tools go on, whatever their number', async () => {
    const host = await working()
    host.tool('msg_2', 'call_1', 'read', { filePath: 'a' }, 'content')
    host.stepEnd('msg_2', 'tool-calls')
    expect(host.engine.types()).toEqual(['session.opened', 'user.wrote', 'tool.finished', 'step.ended'])
    expect(host.engine.of('step.ended')).toMatchObject([{ last: false, calls: 1, progress: true }])
  })

  it('counts calls and progress over all steps of the turn, and begins anew after it (F1-06, F2-06)', async () => {
    const host = await working()
    host.tool('msg_2', 'call_1', 'read', { filePath: 'a' }, 'content')
    host.stepEnd('msg_2', 'tool-calls')
    host.finished('msg_2', { finish: 'tool-calls' })
    host.begin('msg_3')
    host.stepEnd('msg_3', 'stop')
    host.finished('msg_3', { finish: 'stop' })
    await host.user('msg_4', [{ type: 'text', text: 'on', metadata: { diverter: 'm' } }])
    host.begin('msg_5')
    host.stepEnd('msg_5', 'stop')
    expect(host.engine.of('turn.ended')).toMatchObject([
      { message: 'msg_3', text: '', empty: false, calls: 1, progress: true },
      { message: 'msg_5', text: '', empty: true, calls: 0, progress: false },
    ])
  })

  it('joins adjacent text parts without anything between, others by a line break (F1-08)', async () => {
    const host = await working()
    host.text('msg_2', 'Done.\nBLOCKER_DIVERTER_', 'p1')
    host.text('msg_2', 'DONE!', 'p2')
    host.part('msg_2', { id: 'p3', type: 'reasoning', text: 'hidden' })
    host.text('msg_2', 'After', 'p4')
    host.part('msg_2', { id: 'p5', type: 'text', text: 'not for people', synthetic: true })
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('turn.ended')[0]?.text).toBe('Done.\nBLOCKER_DIVERTER_DONE!\nAfter')
  })

  it('with nothing but reasoning is empty, whatever the reasoning says (F1-05, F2-05)', async () => {
    const host = await working()
    host.part('msg_2', { id: 'p1', type: 'reasoning', text: 'All finished. BLOCKER_DIVERTER_DONE!' })
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('turn.ended')).toMatchObject([{ text: '', empty: true, progress: false }])
  })

  it('is never told for a summary, and once more for a turn that a compaction left standing', async () => {
    const host = await working()
    host.text('msg_2', 'Half')
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    host.begin('msg_9', { summary: true })
    host.text('msg_9', 'Summary with BLOCKER_DIVERTER_DONE!')
    host.stepEnd('msg_9', 'stop')
    host.send('session.compacted', { sessionID: 'ses_1' })
    host.idle()
    expect(host.engine.of('turn.ended').map(({ message }) => message)).toEqual(['msg_2', 'msg_2'])
    expect(host.engine.of('step.ended').at(-1)).toMatchObject({ message: 'msg_9', last: false, progress: false })
    expect(host.engine.of('context.compacted')).toEqual([{ type: 'context.compacted', auto: false }])
  })

  it("is not told on top of the host's own word after a compaction (F4-06)", async () => {
    const host = await working()
    host.text('msg_2', 'Half')
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    host.begin('msg_3', { summary: true })
    host.stepEnd('msg_3', 'stop')
    host.finished('msg_3', { finish: 'stop' })
    host.send('session.compacted', { sessionID: 'ses_1' })
    await host.user('msg_4', [{ type: 'text', text: 'Continue', synthetic: true }])
    host.begin('msg_5')
    host.text('msg_5', 'And the rest')
    host.stepEnd('msg_5', 'stop')
    host.finished('msg_5', { finish: 'stop' })
    host.idle()
    expect(host.engine.of('turn.ended').map(({ message }) => message)).toEqual(['msg_2', 'msg_5'])
    expect(host.engine.of('user.wrote')).toHaveLength(1)
  })

  it('what the host keeps up to date afterwards is neither the person nor work (F3-05, F3-15)', async () => {
    const host = await working()
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    host.idle()
    const before = host.engine.events.length
    const late = (id: string, role: string, time: object) =>
      host.send('message.updated', { info: { id, sessionID: 'ses_1', role, time } })
    late('msg_1', 'user', { created: 10 })
    late('msg_2', 'assistant', { created: 10, completed: 20 })
    late('msg_9', 'user', { created: host.tick() })
    host.part('msg_9', { id: 'msg_9-text', type: 'text', text: 'Do it', synthetic: true })
    host.idle()
    expect(host.engine.events).toHaveLength(before)
    expect(host.engine.runtime.session('ses_1').busy).toBe(false)
  })

  it('comes from the idle after a bare reject, with finish tool-calls', async () => {
    const host = await working()
    host.tool(
      'msg_2',
      'call_1',
      'bash',
      { command: 'x' },
      'The user rejected permission to use this specific tool call.',
      false,
    )
    host.stepEnd('msg_2', 'tool-calls')
    host.idle()
    expect(host.engine.of('turn.ended'), 'the run is not over').toHaveLength(0)
    host.finished('msg_2', { finish: 'tool-calls' })
    host.idle()
    host.idle()
    expect(host.engine.of('turn.ended')).toMatchObject([{ message: 'msg_2', finish: 'tool-calls', progress: false }])
  })

  it('is settled with the runtime at each rest, so that a prompt that waits may go', async () => {
    const host = await working()
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    expect(host.engine.other).toEqual([])
    host.idle()
    expect(host.engine.other).toEqual(['settle ses_1'])
  })

  it('counts nothing from before what the person writes at rest, and all of it if they write into the work', async () => {
    const host = await working()
    host.tool('msg_2', 'c1', 'read', { filePath: 'a' }, 'content')
    await host.user('msg_3')
    host.begin('msg_4')
    host.stepEnd('msg_4', 'stop')
    host.finished('msg_4', { finish: 'stop' })
    host.idle()
    host.begin('msg_5')
    host.tool('msg_5', 'c2', 'read', { filePath: 'b' }, 'content')
    host.finished('msg_5', { error: { name: 'APIError', data: {} } })
    host.idle()
    await host.user('msg_6')
    host.begin('msg_7')
    host.stepEnd('msg_7', 'stop')
    expect(host.engine.of('turn.ended')).toMatchObject([
      { message: 'msg_4', calls: 1, progress: true },
      { message: 'msg_7', calls: 0, progress: false },
    ])
  })

  it('is not decided for an agent that could not be instructed', async () => {
    const host = await working({ answer: () => ({ instructions: ['x'] }) })
    const system = Object.freeze(['You are an agent.']) as string[]
    await host.hooks['experimental.chat.system.transform']?.({ sessionID: 'ses_1', model: {} as never }, { system })
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('turn.ended')).toEqual([])
    expect(host.engine.of('step.ended')).toHaveLength(1)
  })

  it('has no text that the host hides from the model or the person', async () => {
    const host = await working()
    host.part('msg_2', { id: 'p1', type: 'text', text: 'not for the model', ignored: true })
    host.part('msg_2', { id: 'p2', type: 'text', text: 'Words.' })
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('turn.ended')[0]?.text).toBe('Words.')
  })

  it('is no end if a message came in meanwhile: the host goes on by itself', async () => {
    const host = await working()
    await host.user('msg_3')
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('turn.ended')).toHaveLength(0)
    expect(host.engine.of('step.ended')).toMatchObject([{ last: false }])
  })

  it("is nothing after the user's own shell command, which calls no model", async () => {
    const host = stage()
    host.opened()
    await host.user('msg_1')
    host.tick()
    host.send('message.updated', {
      info: { id: 'msg_2', sessionID: 'ses_1', role: 'assistant', time: { created: host.tick() } },
    })
    host.tool('msg_2', 'call_1', 'bash', { command: 'ls' }, 'a')
    host.finished('msg_2')
    host.idle()
    expect(host.engine.types()).toEqual(['session.opened', 'user.wrote'])
  })

  it('tells each tool call once, and nothing of outputs that are pruned later', async () => {
    const host = await working()
    host.tool('msg_2', 'call_1', 'bash', { command: 'ls' }, 'a')
    host.tool('msg_2', 'call_1', 'bash', { command: 'ls' }, 'a')
    host.tool('msg_0', 'call_0', 'bash', { command: 'ls' }, 'a')
    expect(host.engine.of('tool.finished')).toHaveLength(1)
  })
})

describe('errors and interruptions', () => {
  const aborted = { name: 'MessageAbortedError', data: { message: 'Aborted' } }

  /** Those that were told when it is known that the host goes on. */
  const interruptions = (host: Awaited<ReturnType<typeof working>>) => {
    host.clock.pass(250)
    return host.engine.of('user.interrupted')
  }

  it('an abort by a host that then disposes the instance is nobody’s word', async () => {
    const host = await working()
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.idle()
    await host.hooks.dispose?.()
    expect(interruptions(host)).toEqual([])
  })

  it('ESC is told before what the person does next', async () => {
    const host = await working()
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.idle()
    await host.user('msg_3')
    expect(host.engine.types().slice(2)).toEqual(['user.interrupted', 'user.wrote'])
    expect(interruptions(host)).toHaveLength(1)
  })

  it('an aborted child has ended, and the session above it goes on', async () => {
    const host = await working()
    host.opened('ses_2', { parentID: 'ses_1' })
    host.send('session.error', { sessionID: 'ses_2', error: aborted })
    expect(interruptions(host)).toEqual([])
    expect(host.engine.runtime.session('ses_2').brokenOff).toBe(false)
  })

  it('an abort by the person is told once, and neither idle is the end of a turn (F3-01)', async () => {
    const host = await working()
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.idle()
    expect(host.engine.runtime.session('ses_1').busy, 'the run is not over at the first idle').toBe(true)
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.finished('msg_2', { error: aborted })
    host.idle()
    host.clock.pass(249)
    expect(host.engine.types(), 'maybe the host ends').toEqual(['session.opened', 'user.wrote'])
    expect(host.engine.runtime.session('ses_1').brokenOff, 'and nothing is sent').toBe(true)
    host.clock.pass(1)
    expect(host.engine.types()).toEqual(['session.opened', 'user.wrote', 'user.interrupted'])
    expect(host.engine.runtime.session('ses_1').busy).toBe(false)
  })

  it('an abort of one session is none of another that is at work too (F3-02)', async () => {
    const host = await working()
    host.opened('ses_2')
    await host.user('msg_9', undefined, 'ses_2')
    host.send('session.status', { sessionID: 'ses_2', status: { type: 'busy' } })
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.finished('msg_2', { error: aborted })
    host.idle()
    host.clock.pass(250)
    const told = host.engine.events.filter(({ event }) => event.type === 'user.interrupted')
    expect(told.map(({ session }) => session)).toEqual(['ses_1'])
    expect(host.engine.runtime.session('ses_2').busy).toBe(true)
  })

  it('an abort that stands on the message alone is told', async () => {
    const host = await working()
    host.finished('msg_2', { error: aborted })
    host.idle()
    expect(interruptions(host)).toHaveLength(1)
    expect(host.engine.of('turn.ended')).toHaveLength(0)
  })

  const waits = { type: 'retry', attempt: 1, message: 'Too Many Requests', next: 9 }

  it('an abort while the host waits to try again is told, though the host says nothing of it', async () => {
    const host = await working()
    host.send('session.status', { sessionID: 'ses_1', status: waits })
    host.finished('msg_2')
    host.idle()
    host.idle()
    host.clock.pass(250)
    expect(host.engine.types().slice(2)).toEqual(['host.retrying', 'user.interrupted'])
  })

  it('neither our own abort of a waiting host nor a shell command after a retry is an interruption', async () => {
    const ours = await working()
    ours.send('session.status', { sessionID: 'ses_1', status: waits })
    void ours.port().abort(ours.engine.runtime.session('ses_1'))
    ours.finished('msg_2')
    ours.idle()
    expect(interruptions(ours)).toEqual([])
    const later = await working()
    later.send('session.status', { sessionID: 'ses_1', status: waits })
    later.stepEnd('msg_2', 'stop')
    later.finished('msg_2', { finish: 'stop' })
    later.idle()
    later.begin('msg_3')
    later.finished('msg_3')
    later.idle()
    expect(interruptions(later)).toEqual([])
  })

  const promptLeaves = (host: Awaited<ReturnType<typeof working>>) => {
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    void host.port().prompt(host.engine.runtime.session('ses_1'), 'Go on', 'm1', null)
  }
  const promptArrives = async (host: Awaited<ReturnType<typeof working>>) => {
    await host.user('msg_3', [{ type: 'text', text: 'Go on', metadata: { diverter: 'm1' } }])
    host.begin('msg_4')
  }

  it('ESC at rest, while our prompt is on its way, is told, and what arrives is aborted', async () => {
    const host = await working()
    promptLeaves(host)
    host.idle()
    expect(interruptions(host), 'the turn is over').toHaveLength(0)
    host.idle()
    expect(interruptions(host)).toHaveLength(1)
    expect(host.client.named('session.abort')).toHaveLength(0)
    await promptArrives(host)
    expect(host.client.named('session.abort')).toHaveLength(1)
  })

  it('ESC before our prompt arrives at the working session aborts what arrives, once', async () => {
    const host = await working()
    promptLeaves(host)
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.idle()
    await promptArrives(host)
    host.begin('msg_5')
    expect(interruptions(host)).toHaveLength(1)
    expect(host.client.named('session.abort')).toHaveLength(1)
  })

  it('after an error, and for a prompt that arrived, resting twice is nobody’s word', async () => {
    const failed = await working()
    failed.finished('msg_2', { error: { name: 'APIError', data: {} } })
    failed.send('session.error', { sessionID: 'ses_1', error: { name: 'APIError', data: {} } })
    failed.idle()
    void failed.port().prompt(failed.engine.runtime.session('ses_1'), 'Try again', 'm1', null)
    failed.idle()
    const arrived = await working()
    promptLeaves(arrived)
    await promptArrives(arrived)
    arrived.stepEnd('msg_4', 'stop')
    arrived.finished('msg_4', { finish: 'stop' })
    arrived.idle()
    arrived.idle()
    for (const host of [failed, arrived]) {
      expect(interruptions(host)).toEqual([])
      expect(host.client.named('session.abort')).toEqual([])
    }
  })

  it('a prompt that could not be sent, or the person’s own word, makes nothing unwanted', async () => {
    const lost = await working({ client: { 'session.promptAsync': () => ({ error: new Error('gone') }) } })
    promptLeaves(lost)
    await Promise.resolve()
    await new Promise(setImmediate)
    lost.idle()
    lost.idle()
    expect(interruptions(lost)).toEqual([])
    const spoken = await working()
    promptLeaves(spoken)
    spoken.idle()
    spoken.idle()
    await spoken.user('msg_3')
    spoken.begin('msg_4')
    expect(spoken.client.named('session.abort')).toEqual([])
  })

  it('our own abort is nobody’s word, in the children neither', async () => {
    const host = await working()
    host.opened('ses_2', { parentID: 'ses_1' })
    void host.port().abort(host.engine.runtime.session('ses_1'))
    host.send('session.error', { sessionID: 'ses_2', error: aborted })
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    host.finished('msg_2', { error: aborted })
    host.idle()
    expect(interruptions(host)).toHaveLength(0)
    await host.user('msg_3')
    host.begin('msg_4')
    host.send('session.error', { sessionID: 'ses_1', error: aborted })
    expect(interruptions(host), 'the next one is the person again').toHaveLength(1)
  })

  it('a failed turn is told once and is no end of a turn', async () => {
    const host = await working()
    const error = { name: 'APIError', data: { message: 'bad key', statusCode: 401, isRetryable: false } }
    host.send('session.error', { sessionID: 'ses_1', error })
    host.send('session.error', { sessionID: 'ses_1', error })
    host.idle()
    host.finished('msg_2', { error })
    host.idle()
    expect(host.engine.types().slice(2)).toEqual(['turn.failed'])
    expect(host.engine.of('turn.failed')).toMatchObject([{ kind: 'auth', status: 401, retryable: false }])
  })

  it('a message that failed is no end of a turn, however it was left and told again', async () => {
    const host = await working()
    const error = { name: 'UnknownError', data: { message: 'the answer was filtered' } }
    host.text('msg_2', 'Half an answer')
    host.finished('msg_2', { error, finish: 'stop' })
    host.finished('msg_2', { finish: 'stop' })
    host.idle()
    expect(host.engine.of('turn.ended')).toEqual([])
  })

  it('an error that ends the host’s waiting is a failure and nobody’s interruption', async () => {
    const host = await working()
    const error = { name: 'APIError', data: { message: 'no credit', statusCode: 402, isRetryable: false } }
    host.send('session.status', { sessionID: 'ses_1', status: waits })
    host.send('session.error', { sessionID: 'ses_1', error })
    host.finished('msg_2', { error })
    host.idle()
    host.idle()
    expect(host.engine.types().slice(2)).toEqual(['host.retrying', 'turn.failed'])
  })

  it('an overflow that the host mends by a compaction is no failure; one that stays is', async () => {
    const overflow = { name: 'ContextOverflowError', data: { message: 'too long' } }
    const mended = await working()
    mended.send('session.error', { sessionID: 'ses_1', error: overflow })
    mended.send('session.compacted', { sessionID: 'ses_1' })
    expect(mended.engine.types().slice(2)).toEqual(['context.compacted'])
    expect(mended.engine.of('context.compacted')).toMatchObject([{ auto: true }])
    const stays = await working()
    stays.send('session.error', { sessionID: 'ses_1', error: overflow })
    stays.finished('msg_2', { error: overflow })
    stays.idle()
    expect(stays.engine.of('turn.failed')).toMatchObject([{ kind: 'overflow' }])
  })

  it('a failure is told at once; an overflow waits for the rest', async () => {
    const host = await working()
    host.send('session.error', { sessionID: 'ses_1', error: { name: 'APIError', data: {} } })
    expect(host.engine.types().slice(2)).toEqual(['turn.failed'])
    const full = await working()
    full.send('session.error', { sessionID: 'ses_1', error: { name: 'ContextOverflowError', data: {} } })
    expect(full.engine.types().slice(2)).toEqual([])
  })

  it('an answer without an end after a failed wait is not cut short by anybody', async () => {
    const host = await working()
    const error = { name: 'APIError', data: {} }
    host.send('session.status', { sessionID: 'ses_1', status: waits })
    host.send('session.error', { sessionID: 'ses_1', error })
    host.finished('msg_2', { error })
    host.idle()
    host.begin('msg_3')
    host.finished('msg_3')
    host.idle()
    expect(interruptions(host)).toEqual([])
  })

  it('an error that meets our prompt on its way makes it no unwanted one', async () => {
    const host = await working()
    promptLeaves(host)
    host.send('session.error', { sessionID: 'ses_1', error: { name: 'APIError', data: {} } })
    host.idle()
    host.idle()
    await promptArrives(host)
    expect(interruptions(host)).toEqual([])
    expect(host.client.named('session.abort')).toEqual([])
  })

  it('an abort that an older message is told with again is no new one', async () => {
    const host = await working()
    host.stepEnd('msg_2', 'tool-calls')
    host.finished('msg_2', { finish: 'tool-calls' })
    host.begin('msg_3')
    host.finished('msg_2', { error: aborted })
    expect(interruptions(host)).toEqual([])
  })

  it('an overflow is told once, not at each rest, and not once more after an abort', async () => {
    const host = await working()
    host.send('session.error', { sessionID: 'ses_1', error: { name: 'ContextOverflowError', data: {} } })
    host.finished('msg_2', { error: { name: 'ContextOverflowError', data: {} } })
    host.idle()
    host.begin('msg_3')
    host.finished('msg_3', { error: aborted })
    host.idle()
    host.clock.pass(250)
    expect(host.engine.types().slice(2)).toEqual(['turn.failed', 'user.interrupted'])
  })

  it('the retries of a later turn begin anew', async () => {
    const host = await working()
    const retry = (attempt: number) =>
      host.send('session.status', { sessionID: 'ses_1', status: { ...waits, attempt, next: attempt } })
    retry(1)
    host.stepEnd('msg_2', 'tool-calls')
    host.finished('msg_2', { finish: 'tool-calls' })
    host.begin('msg_3')
    host.clock.pass(5000)
    const since = host.clock.now()
    retry(2)
    host.clock.pass(5000)
    retry(3)
    expect(host.engine.of('host.retrying').slice(1)).toMatchObject([
      { attempt: 2, since },
      { attempt: 3, since },
    ])
    host.stepEnd('msg_3', 'stop')
    host.finished('msg_3', { finish: 'stop' })
    host.begin('msg_4')
    host.clock.pass(5000)
    retry(1)
    host.clock.pass(5000)
    retry(1)
    expect(host.engine.of('host.retrying').at(-1)).toMatchObject({ attempt: 1, since: host.clock.now() - 5000 })
  })

  it('our own abort ends no turn, not even one that ends by itself meanwhile; the next one ends', async () => {
    const host = await working()
    void host.port().abort(host.engine.runtime.session('ses_1'))
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    host.idle()
    expect(host.engine.of('turn.ended')).toEqual([])
    await host.user('msg_3', [{ type: 'text', text: 'on', metadata: { diverter: 'm' } }])
    host.begin('msg_4')
    host.stepEnd('msg_4', 'stop')
    expect(host.engine.of('turn.ended')).toMatchObject([{ message: 'msg_4' }])
  })

  it('an abort of ours that the host refuses changes nothing', async () => {
    const host = await working({ client: { 'session.abort': () => ({ error: new Error('gone') }) } })
    await host.port().abort(host.engine.runtime.session('ses_1'))
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('turn.ended')).toHaveLength(1)
  })

  it('a retry tells when the first one was (F4-01)', async () => {
    const host = await working()
    const retry = (attempt: number, next: number) =>
      host.send('session.status', {
        sessionID: 'ses_1',
        status: { type: 'retry', attempt, message: 'Too Many Requests', next },
      })
    const since = host.clock.now()
    retry(1, 1)
    retry(1, 1)
    host.clock.pass(60_000)
    retry(2, 2)
    expect(host.engine.of('host.retrying')).toEqual([
      { type: 'host.retrying', attempt: 1, message: 'Too Many Requests', since, next: 1 },
      { type: 'host.retrying', attempt: 2, message: 'Too Many Requests', since, next: 2 },
    ])
  })
})

describe('sessions and todos', () => {
  it('events of sessions that we never heard of, or without an id, are nothing (F3-13)', () => {
    const host = stage()
    for (const sessionID of ['', undefined, 'ses_9']) {
      host.send('session.idle', { sessionID })
      host.send('todo.updated', { sessionID, todos: [] })
      host.send('session.error', { sessionID, error: {} })
      host.send('permission.asked', { id: 'per_1', sessionID, permission: 'bash', patterns: [], metadata: {} })
    }
    expect(host.engine.events).toEqual([])
  })

  it('a changed list of todos is progress, the same list again is nothing', async () => {
    const host = await working()
    const todos = (status: string) =>
      host.send('todo.updated', { sessionID: 'ses_1', todos: [{ content: 'a', status }] })
    todos('pending')
    todos('pending')
    todos('completed')
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.of('todos.changed')).toEqual([
      { type: 'todos.changed', open: 1, total: 1 },
      { type: 'todos.changed', open: 0, total: 1 },
    ])
    expect(host.engine.of('turn.ended')[0]?.progress).toBe(true)
  })

  it('a session is opened once; a child of that name is no fork; a title may change', async () => {
    const host = stage()
    host.opened('ses_1', { title: 'Work' })
    host.opened('ses_1', { title: 'Work' })
    host.opened('ses_1c', { parentID: 'ses_1', title: 'Part (fork #1)' })
    host.send('session.updated', { info: { id: 'ses_1', title: 'Shop' } })
    host.send('session.updated', { info: { id: 'ses_1' } })
    expect(host.engine.of('session.opened').map(({ origin }) => origin)).toEqual(['created', 'created'])
    expect(host.engine.runtime.session('ses_1').title).toBe('Shop')
  })

  it('a compaction that the host began by itself is told as such, once', async () => {
    const host = await working()
    host.part('msg_1', { id: 'p1', type: 'compaction', auto: true })
    host.send('session.compacted', { sessionID: 'ses_1' })
    host.part('msg_1', { id: 'p2', type: 'compaction', auto: false })
    host.send('session.compacted', { sessionID: 'ses_1' })
    host.send('session.error', { sessionID: 'ses_1', error: { name: 'ContextOverflowError', data: {} } })
    host.send('session.compacted', { sessionID: 'ses_1' })
    host.send('session.compacted', { sessionID: 'ses_1' })
    expect(host.engine.of('context.compacted').map(({ auto }) => auto)).toEqual([true, false, true, false])
  })

  it('a fork and a deletion are told', () => {
    const host = stage()
    host.opened('ses_2', { title: 'Work (fork #1)' })
    host.send('session.deleted', { info: { id: 'ses_2' } })
    expect(host.engine.events.map(({ event }) => event)).toEqual([
      { type: 'session.opened', origin: 'forked' },
      { type: 'session.closed' },
    ])
  })

  it('a deleted session is forgotten with those below it, so that no late word of them is an event', async () => {
    const host = await working()
    host.opened('ses_1c', { parentID: 'ses_1' })
    host.opened('ses_2', { title: 'Another' })
    host.send('session.deleted', { info: { id: 'ses_1' } })
    const before = host.engine.events.length
    for (const sessionID of ['ses_1', 'ses_1c']) {
      host.send('permission.asked', { id: 'per_1', sessionID, permission: 'bash', patterns: [], metadata: {} })
      host.send('session.error', { sessionID, error: { name: 'APIError', data: {} } })
      host.send('todo.updated', { sessionID, todos: [{ content: 'x', status: 'pending' }] })
      host.idle(sessionID)
    }
    host.send('session.deleted', { info: { id: 'ses_1' } })
    host.stepEnd('msg_2', 'stop')
    expect(host.engine.events).toHaveLength(before)
    host.port().notify(host.engine.runtime.session('ses_2'), 'Careful', 'info')
    expect(host.client.named('toast').at(-1)?.options['body']).toMatchObject({ title: 'opencode-diverter' })
    host.send('todo.updated', { sessionID: 'ses_2', todos: [{ content: 'x', status: 'pending' }] })
    expect(host.engine.events.at(-1)).toMatchObject({ session: 'ses_2', event: { type: 'todos.changed' } })
  })

  it('a deleted child takes nothing from its parent, a session that begins anew has seen nothing', async () => {
    const host = await working()
    host.opened('ses_1c', { parentID: 'ses_1' })
    const read = (message: string, call: string) => host.tool(message, call, 'read', { filePath: 'a' }, 'content')
    read('msg_2', 'c1')
    host.send('session.deleted', { info: { id: 'ses_1c' } })
    read('msg_2', 'c2')
    host.send('session.deleted', { info: { id: 'ses_1' } })
    host.opened()
    host.begin('msg_3')
    read('msg_3', 'c3')
    expect(host.engine.of('tool.finished').map(({ repeated }) => repeated)).toEqual([false, true, false])
  })

  it('a new run has seen nothing yet', async () => {
    let fresh = false
    const host = await working({
      answer: () => ({
        changes: fresh ? [{ change: 'run', to: 'ready', reason: null, detail: null, at: 0, fresh: true }] : [],
      }),
    })
    const read = (call: string) => host.tool('msg_2', call, 'read', { filePath: 'a' }, 'content')
    read('c1')
    read('c2')
    fresh = true
    host.send('todo.updated', { sessionID: 'ses_1', todos: [{ content: 'x', status: 'pending' }] })
    fresh = false
    read('c3')
    expect(host.engine.of('tool.finished').map(({ repeated }) => repeated)).toEqual([false, true, false])
  })
})

describe('a prompt of ours that nobody answers', () => {
  const ours = [{ id: 'prt_1', type: 'text', text: 'Go on', metadata: { diverter: 'mark' } }]

  async function orphaned(stored: object[]) {
    const host = await working({
      client: { 'session.messages': () => ({ data: stored }) },
    })
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    await host.user('msg_3', ours)
    host.idle()
    return host
  }

  it('is sent again in its own place, once', async () => {
    const host = await orphaned([{ info: { id: 'msg_3', role: 'user' }, parts: ours }])
    host.clock.pass(250)
    host.idle()
    host.clock.pass(250)
    await expect.poll(() => host.client.named('session.promptAsync')).toHaveLength(1)
    expect(host.client.named('session.promptAsync')[0]?.options).toMatchObject({
      path: { id: 'ses_1' },
      body: {
        messageID: 'msg_3',
        agent: 'worker',
        model: { providerID: 'mock', modelID: 'm1' },
        variant: 'high',
        parts: [{ id: 'prt_1', type: 'text', text: 'Go on', metadata: { diverter: 'mark' } }],
      },
    })
  })

  it('is left alone if the session went on, or another message is the last', async () => {
    const wentOn = await orphaned([{ info: { id: 'msg_3', role: 'user' }, parts: ours }])
    wentOn.begin('msg_4')
    wentOn.clock.pass(250)
    const other = await orphaned([{ info: { id: 'msg_4', role: 'assistant' }, parts: [] }])
    other.clock.pass(250)
    await Promise.resolve()
    expect(wentOn.client.named('session.messages')).toHaveLength(0)
    expect(other.client.named('session.messages')).toHaveLength(1)
    expect([...wentOn.client.named('session.promptAsync'), ...other.client.named('session.promptAsync')]).toEqual([])
  })
})
