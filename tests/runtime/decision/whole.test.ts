import { describe, expect, test } from 'vitest'
import { policiesFrom, project, stageOf, type TestStage } from '../stage.ts'

/** Refuses without an entry, so that the entry is owed by what follows; ends the run where it is told to. */
const policies = policiesFrom(`
version: 1
name: owing
memory:
  over: { kind: counter, scope: tree }
commands:
  owing: { description: Owing, actions: [stop] }
records:
  note:
    file: notes.md
    tool: Note something.
    title: question
    answer: true
    fields: { question: { type: string, required: true } }
rules:
  - id: begin
    events: [tool.finished]
    then: [arm]
  - id: wait
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, wait] }
    then: [{ ask: { for: 1m } }]
  - id: refuse
    events: [permission.asked]
    then: [{ deny: No. }, { stop: { reason: blocked } }, { notify: Refused. }]
  - id: owed
    events: [request.refused]
    then: [{ record: { question: "{{event.subject}}", fingerprint: { var: event.fingerprint } } }, { notify: Written. }]
  - id: later
    events: [turn.ended]
    then: [{ prompt: { text: Go on., after: 1h } }]
  - id: over
    events: [run.stopped]
    then: [{ add: { over: 1 } }, { notify: "Over after {{memory.over}}." }]
`)
const page = `${project}/notes.md`
const ask = { request: 'p1', permission: 'bash', command: 'rm -r build' }

/** The events that the night has decisions on. */
const decided = (stage: TestStage): string[] =>
  stage.journal().flatMap(({ line, event }) => (line === 'decision' && isEvent(event) ? event.type : []))

const isEvent = (value: unknown): value is { type: string } =>
  typeof value === 'object' && value !== null && 'type' in value

const all = ['permission.asked', 'request.refused', 'run.stopped']

describe('a decision and what follows from it', () => {
  test('are one transaction, after which the host is answered and all is done in order', () => {
    const stage = stageOf({ policies })
    stage.send('S1', 'tool.finished')
    stage.host.order.length = 0
    expect(stage.send('S1', 'permission.asked', ask).verdict.outcome).toBe('deny')
    expect(stage.host.order).toEqual(['store', 'answer', 'notify', 'notify', 'page', 'notify'])
    expect(stage.host.notices).toEqual(['Refused.', 'Written.', 'Over after 1.'])
    expect(decided(stage).slice(-3)).toEqual(all)
    expect(stage.files.read(page)).toContain('rm -r build')
  })

  test('are told one by one, each with the run as it was after it', () => {
    const pausing = policiesFrom(`
version: 1
name: pausing
rules:
  - { id: begin, events: [tool.finished], then: [arm] }
  - { id: refuse, events: [permission.asked], then: [{ deny: No. }] }
  - { id: rest, events: [request.refused], then: [{ pause: { reason: user } }] }
`)
    const stage = stageOf({ policies: pausing })
    stage.send('S1', 'tool.finished')
    stage.send('S1', 'permission.asked', ask)
    expect(stage.decided.map(({ event, run }) => [event.type, run.state])).toEqual([
      ['tool.finished', 'armed'],
      ['permission.asked', 'armed'],
      ['request.refused', 'paused'],
    ])
  })

  test.each([1, 2, 3, 4])('stand all or not at all where the process dies at commit %i', (deadly) => {
    const stage = stageOf({ policies })
    const commits = countCommits(stage, deadly)
    stage.send('S1', 'tool.finished')
    stage.send('S1', 'permission.asked', ask)
    stage.send('S1', 'permission.asked', { ...ask, request: 'p2' })
    const told = decided(stage).filter((type) => type !== 'tool.finished')
    const whole = [[], all, [...all, 'permission.asked', 'request.refused']]
    expect(whole).toContainEqual(told)
    expect(stage.host.answers).toHaveLength(whole.findIndex(({ length }) => length === told.length))
    expect(commits.count).toBe(deadly < 4 ? deadly : 3)
    const again = stageOf({ policies, files: stage.files, process: 'two' })
    expect(again.send('S1', 'permission.asked', ask).verdict.outcome).toBe('deny')
    expect(again.runtime.state(again.session('S1'))?.records).toHaveLength(1)
  })

  test('stand as a whole where the process dies right after the commit', () => {
    const stage = stageOf({ policies })
    stage.send('S1', 'tool.finished')
    const dying = stageOf({ policies, files: stage.files, process: 'two', answer: dies })
    dying.send('S1', 'permission.asked', ask)
    expect(dying.host.notices).not.toContain('Written.')
    expect(decided(stage).slice(-3)).toEqual(all)
    const again = stageOf({ policies, files: stage.files, process: 'three' })
    again.clock.pass(6000)
    again.send('S1', 'tool.finished')
    expect(again.files.read(page)).toContain('rm -r build')
  })

  test('wait together where the store takes nothing', () => {
    const stage = stageOf({ policies })
    stage.send('S1', 'tool.finished')
    stage.files.fail('ENOSPC')
    expect(stage.send('S1', 'permission.asked', ask).verdict.outcome).toBe('deny')
    expect(decided(stage)).toEqual(['tool.finished'])
    stage.files.fail(null)
    stage.clock.pass(10_000)
    expect(decided(stage).slice(-3)).toEqual(all)
    expect(stage.files.read(page)).toContain('rm -r build')
  })

  test('are decided again all of them where another process was faster', () => {
    const stage = stageOf({ policies })
    const other = stageOf({ policies, files: stage.files, process: 'two' })
    stage.send('S1', 'tool.finished')
    let isFirst = true
    stage.meddle().commit.before = () => {
      if (!isFirst) return
      isFirst = false
      other.send('S1', 'permission.asked', { ...ask, request: 'p2' })
    }
    stage.send('S1', 'permission.asked', ask)
    // The other one has ended the run and made the entry: here both are seen.
    const chain = ['permission.asked', 'request.refused']
    expect(decided(stage).slice(-5)).toEqual([...all, ...chain])
    const state = stage.runtime.state(stage.session('S1'))
    expect(state?.records).toMatchObject([{ id: 'n1', seen: 2 }])
    expect(state?.slots.tree['owing/over']).toBe(1)
  })
})

describe('what comes with a change of memory', () => {
  test('is written with it: a wait that ends the run', () => {
    const stage = stageOf({ policies, mode: 'run' })
    stage.send('S1', 'tool.finished')
    const commits = countCommits(stage)
    stage.send('S1', 'turn.ended', { text: 'later' })
    expect(commits.count).toBe(2)
    expect(stage.journal().slice(-2)).toMatchObject([{ line: 'change' }, { event: { type: 'run.stopped' } }])
  })

  test('is written with it: a request that nobody answered', () => {
    const stage = stageOf({ policies })
    stage.send('S1', 'tool.finished')
    stage.send('S1', 'permission.asked', { ...ask, permission: 'wait' })
    const commits = countCommits(stage)
    stage.clock.pass(60_000)
    expect(commits.count).toBe(1)
    expect(decided(stage).slice(-3)).toEqual(all)
  })
})

/** A project file that both a decision and what follows from it change. */
const counting = policiesFrom(`
version: 1
name: counting
project: { file: .opencode/state/counts.json }
memory:
  refusals: { kind: counter, scope: project, key: refusals }
rules:
  - id: refuse
    events: [permission.asked]
    then: [{ deny: No. }, { add: { refusals: 1 } }]
  - id: again
    events: [request.refused]
    then: [{ add: { refusals: 10 } }, { notify: "{{memory.refusals}}" }]
`)

describe('project memory', () => {
  const file = `${project}/.opencode/state/counts.json`

  test('has what was decided and what follows, which sees what was decided before it', () => {
    const stage = stageOf({ policies: counting })
    stage.send('S1', 'permission.asked', ask)
    expect(stage.host.notices).toEqual(['11'])
    expect(JSON.parse(stage.files.read(file) ?? '')).toMatchObject({ refusals: 11 })
    stage.files.replace(file, '{"refusals": 100}')
    stage.send('S1', 'permission.asked', ask)
    expect(JSON.parse(stage.files.read(file) ?? '')).toMatchObject({ refusals: 111 })
    const again = stageOf({ policies: counting, files: stage.files, process: 'two' })
    for (const one of [stage, again])
      expect(one.runtime.state(one.session('S1'))?.slots.project).toEqual({ 'counting/refusals': 111 })
  })

  test('has none of it where the process dies at the commit', () => {
    const stage = stageOf({ policies: counting })
    stage.meddle().commit.before = dies
    stage.send('S1', 'permission.asked', ask)
    expect([stage.files.read(file), stage.journal()]).toEqual([null, []])
  })
})

/** Counts the commits of a stage, which from the deadly one on takes no other. */
function countCommits(stage: TestStage, deadly = Number.POSITIVE_INFINITY): { count: number } {
  const commits = { count: 0 }
  stage.meddle().commit.before = () => {
    if (commits.count >= deadly) dies()
    commits.count += 1
    if (commits.count >= deadly) dies()
  }
  return commits
}

function dies(): never {
  throw new Error('killed')
}
