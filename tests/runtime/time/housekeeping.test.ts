import { describe, expect, test } from 'vitest'
import { night, policiesFrom, project, stageOf, start } from '../stage.ts'

/** Timers, and two rules that ask about the same request one after the other. */
const patient = policiesFrom(`
version: 1
name: patient
rules:
  - id: tea
    events: [skill.requested]
    when: { "===": [{ var: event.skill }, tea] }
    then: [{ schedule: { timer: tea, after: 10m } }]
  - id: eggs
    events: [skill.requested]
    when: { "===": [{ var: event.skill }, eggs] }
    then: [{ schedule: { timer: eggs, after: 10m } }]
  - id: rings
    events: [timer.fired]
    then: [{ notify: "{{event.timer}} rang, late {{event.late}}." }, { stop: { reason: budget } }]
  - id: told
    events: [run.stopped]
    then: [{ notify: "Stopped: {{event.reason}}." }]
  - id: first
    events: [permission.asked]
    then: [{ ask: { for: 5m } }]
  - id: second
    events: [permission.asked]
    then: [{ ask: { for: 20m } }]
  - id: last
    events: [permission.asked]
    fallback: true
    then: [{ deny: Nobody came. }, { stop: { reason: blocked } }]
`)
const minute = 60_000

describe('a timer', () => {
  test('fires at its time, once, and what follows from it happens', () => {
    const { send, clock, host } = stageOf({ policies: patient })
    send('S1', 'skill.requested', { skill: 'tea', via: 'tool' })
    clock.pass(10 * minute - 1)
    expect(host.notices).toEqual([])
    clock.pass(1)
    expect(host.notices).toEqual(['tea rang, late 0.', 'Stopped: budget.'])
    clock.pass(60 * minute)
    expect(host.notices).toHaveLength(2)
  })

  test('that was due while nobody listened fires later, and says how late', () => {
    const first = stageOf({ policies: patient })
    first.send('S1', 'skill.requested', { skill: 'tea', via: 'tool' })
    first.runtime.close()
    first.clock.pass(15 * minute)
    const second = stageOf({ policies: patient, files: first.files, clock: first.clock, process: 'two' })
    second.runtime.settle(second.session('S1'))
    second.clock.pass(0)
    expect([first.host.notices, second.host.notices[0]]).toEqual([[], `tea rang, late ${5 * minute}.`])
  })

  test('fires in time beside one that is due later', () => {
    const { send, clock, host } = stageOf({ policies: patient })
    const rang = () => host.notices.filter((text) => text.includes('rang'))
    send('S1', 'skill.requested', { skill: 'tea', via: 'tool' })
    clock.pass(4 * minute)
    send('S1', 'skill.requested', { skill: 'eggs', via: 'tool' })
    clock.pass(6 * minute)
    expect(rang()).toEqual(['tea rang, late 0.'])
    clock.pass(4 * minute)
    expect(rang()).toEqual(['tea rang, late 0.', 'eggs rang, late 0.'])
  })
})

describe('a request that nobody answers', () => {
  test('is asked by one rule after the other, each for its time and none twice, then decided', () => {
    const { send, clock, host } = stageOf({ policies: patient })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    clock.pass(5 * minute)
    clock.pass(20 * minute - 1)
    expect(host.answers).toEqual([])
    clock.pass(1)
    expect(host.answers).toEqual([{ request: 'p1', verdict: { deny: 'Nobody came.' } }])
    expect(host.notices).toEqual(['Stopped: blocked.'])
    clock.pass(60 * minute)
    expect(host.answers).toHaveLength(1)
  })

  test('begins with the first rule again when it is asked again', () => {
    const { send, clock, host } = stageOf({ policies: patient })
    for (const round of [1, 2]) {
      send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
      clock.pass(25 * minute - 1)
      expect(host.answers).toHaveLength(round - 1)
      clock.pass(1)
      expect(host.answers).toHaveLength(round)
    }
  })

  test('does not hold up one that is due before it', () => {
    const { send, clock, host } = stageOf({ policies: patient })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    clock.pass(6 * minute)
    send('S1', 'permission.asked', { request: 'p2', permission: 'bash' })
    clock.pass(19 * minute)
    expect(host.answers.map(({ request }) => request)).toEqual(['p1'])
    clock.pass(6 * minute)
    expect(host.answers.map(({ request }) => request)).toEqual(['p1', 'p2'])
  })
})

describe('where nothing is due', () => {
  test('no timer of the machine runs, also after the last one rang', () => {
    const { send, clock } = stageOf({ policies: patient })
    // The first event brings the pages up to date.
    send('S1', 'user.wrote', { message: 'm0', text: 'x' })
    const waits: number[] = []
    const { after } = clock
    clock.after = (milliseconds, run) => {
      waits.push(milliseconds)
      return after(milliseconds, run)
    }
    send('S1', 'user.wrote', { message: 'm1', text: 'x' })
    expect(waits).toEqual([])
    send('S1', 'skill.requested', { skill: 'tea', via: 'tool' })
    clock.pass(60 * minute)
    expect(waits).toEqual(Array(10).fill(minute))
  })
})

test('at the end what could not be written gets a last try', () => {
  const { send, files, runtime, journal } = stageOf({ policies: policiesFrom(night) })
  files.fail('ENOSPC')
  send('S1', 'record.submitted', { kind: 'note', category: 'other', question: 'Which DB?' })
  files.fail(null)
  runtime.close()
  expect(files.read(`${project}/notes.md`)).toContain('Which DB? (n1)')
  expect(JSON.stringify(journal())).toContain('Which DB?')
})

test('what could not be written is tried again after ten seconds, though nothing else is due', () => {
  const { send, files, clock, journal } = stageOf({ policies: policiesFrom(night) })
  files.fail('ENOSPC')
  send('S1', 'user.wrote', { message: 'm1', text: 'x' })
  files.fail(null)
  clock.pass(9999)
  expect(journal()).toEqual([])
  clock.pass(1)
  expect(journal().map(({ at }) => at)).toEqual([start, start, start])
})
