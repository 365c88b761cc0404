import { describe, expect, test } from 'vitest'
import { night, policiesFrom, stageOf } from './stage.ts'

describe('a session that was deleted', () => {
  const later = night.replace(
    '  - id: switch-on',
    `  - id: look-again
    events: [skill.requested]
    then: [{ schedule: { timer: look, after: 10m } }]
  - id: looked
    events: [timer.fired]
    then: [{ notify: "Looked." }]
  - id: switch-on`,
  )

  /** A run that goes on, with a child that asks and one that works; a prompt, a wait and timers stand. */
  function busy() {
    const stage = stageOf({ policies: policiesFrom(later) })
    const child = stage.session('S1c', { parent: 'S1', busy: true })
    stage.session('S1d', { parent: 'S1c' })
    stage.send('S1', 'tool.finished')
    stage.send('S1d', 'permission.asked', { request: 'p1', permission: 'wait' })
    stage.send('S1d', 'skill.requested', { skill: 'x', via: 'tool' })
    stage.send('S1', 'turn.ended', { text: 'a' })
    return { ...stage, child, lines: () => JSON.stringify(stage.journal()) }
  }

  test('holds up no prompt of its tree, and nobody waits for its requests and timers', () => {
    const { send, host, child, clock, runtime, session } = busy()
    child.busy = false
    clock.pass(60_000)
    expect(host.prompts).toEqual([])
    send('S1d', 'session.closed')
    clock.pass(30_000)
    expect(host.prompts.map(({ session }) => session)).toEqual(['S1'])
    expect(runtime.state(session('S1'))).toMatchObject({ waits: {}, timers: {}, records: [] })
    clock.pass(3_600_000)
    expect(host.answers).toEqual([])
    expect(host.notices).toEqual([])
  })

  test('takes those below it with it: they hold up nothing either', () => {
    const { send, host, child, clock, runtime } = busy()
    child.busy = false
    send('S1c', 'session.closed')
    clock.pass(60_000)
    expect(host.prompts.map(({ session }) => session)).toEqual(['S1'])
    expect(runtime.session('S1d')).toMatchObject({ parent: undefined, requests: new Map() })
  })

  test('gets no prompt more, and no late word of a child brings its run back', () => {
    const { send, host, child, clock, runtime, lines } = busy()
    child.busy = false
    for (const session of ['S1d', 'S1c', 'S1']) send(session, 'session.closed')
    const before = lines()
    for (const session of ['S1', 'S1c', 'S1d']) {
      expect(send(session, 'permission.asked', { request: 'p2', permission: 'bash' }).verdict.outcome).toBe('pass')
      expect(send(session, 'turn.ended', { text: 'b' }).decision.changes).toEqual([])
      runtime.settle(runtime.session(session))
      runtime.arrived(runtime.session(session), 'm', 'mark')
    }
    runtime.session('S1d').parent = 'S1'
    send('S1d', 'turn.ended', { text: 'c' })
    clock.pass(24 * 3_600_000)
    expect(lines()).toBe(before)
    expect([host.prompts, host.answers, host.notices, host.aborted]).toEqual([[], [], [], []])
  })

  test('leaves others as they are', () => {
    const { send, host, session, runtime } = busy()
    send('S1c', 'session.closed')
    expect(runtime.state(session('S1'))).toMatchObject({ waits: { p1: {} }, timers: { look: {} } })
    session('S2')
    send('S2', 'tool.finished')
    send('S1', 'session.closed')
    send('S2', 'turn.ended', { text: 'a' })
    expect(host.prompts.map(({ session }) => session)).toEqual(['S2'])
    expect(runtime.state(session('S2'))?.run.prompts).toBe(1)
  })
})
