import { eventFrom } from '../support/event.ts'
import { describe, expect, test } from 'vitest'
import { fold } from '../../src/core/fold.ts'
import { type Change, emptyTree } from '../../src/core/state.ts'
import { night, policiesFrom, project, settled, stageOf } from './stage.ts'

const policies = policiesFrom(night)
const page = `${project}/notes.md`

describe('one event', () => {
  test('the lines are written in one transaction before the answer, the answer before the page, the notice last', () => {
    const { send, host, session } = stageOf({ policies })
    const outcome = send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'ls' })
    expect(outcome.verdict).toEqual({ outcome: 'deny', by: 'night/divert', reason: 'Nobody is here for bash.' })
    expect(host.answers).toEqual([{ request: 'p1', verdict: { deny: 'Nobody is here for bash.' } }])
    expect(host.order).toEqual(['store', 'answer', 'notify', 'page'])
    expect(session('S1').requests.size).toBe(0)
  })

  test('an allow is answered, a pass and an ask leave the request open', () => {
    const { send, host, session } = stageOf({ policies })
    send('S1', 'permission.asked', { request: 'p1', permission: 'safe' })
    send('S1', 'permission.asked', { request: 'p2', permission: 'wait' })
    send('S1', 'command.run', { name: 'night', action: 'off' })
    send('S1', 'permission.asked', { request: 'p3', permission: 'bash' })
    expect(host.answers).toEqual([{ request: 'p1', verdict: 'allow' }])
    expect([...session('S1').requests.keys()]).toEqual(['p2', 'p3'])
    send('S1', 'request.settled', { request: 'p2', kind: 'permission', reply: 'once', by: 'user' })
    expect([...session('S1').requests.keys()]).toEqual(['p3'])
  })

  test('the changes in the journal, folded in order, are the memory', () => {
    const { send, runtime, session, journal, arrive } = stageOf({ policies })
    send('S1', 'tool.finished', { tool: 'edit', ok: true })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'ls' })
    send('S1', 'turn.ended', { text: 'a' })
    arrive()
    send('S1', 'turn.ended', { text: 'DONE' })
    runtime.answer(session('S1'), 'n1', { decision: 'words', text: 'yes', via: 'dialog', by: null })
    const changes = journal().flatMap((line) => (line['changes'] ?? []) as Change[])
    expect(changes.reduce(fold, emptyTree)).toEqual(runtime.state(session('S1')))
  })

  test('F3-13: events of a session whose root is not known, or without an id, are left alone', () => {
    const { runtime, host, send } = stageOf({ policies })
    runtime.session('S2').parent = 'S9'
    expect(send('S2', 'permission.asked', { request: 'p1', permission: 'bash' }).verdict.outcome).toBe('pass')
    expect(send('', 'permission.asked', { request: 'p1', permission: 'bash' }).verdict.outcome).toBe('pass')
    expect(host.answers).toEqual([])
    expect(host.logged.join()).toContain('its root is not known')
  })

  test('children share memory and journal of their root, other roots do not', () => {
    const { send, session, journal, runtime } = stageOf({ policies })
    session('S1c', { parent: 'S1' })
    session('S2')
    send('S1', 'command.run', { name: 'night', action: 'off' })
    expect(send('S1c', 'permission.asked', { request: 'p1', permission: 'bash' }).verdict.outcome).toBe('pass')
    expect(send('S2', 'permission.asked', { request: 'p2', permission: 'bash' }).verdict.outcome).toBe('deny')
    expect(journal('S1').some((line) => line['session'] === 'S1c')).toBe(true)
    expect(runtime.state(session('S2'))?.records.map(({ id }) => id)).toEqual(['n1'])
  })

  test('what the host asks at each step is written down only when the answer changes', () => {
    const { send, journal } = stageOf({ policies })
    for (let step = 0; step < 5; step++) {
      expect(send('S1', 'context.requested', { purpose: 'agent' }).instructions).toEqual(['Nobody is present.'])
    }
    send('S1', 'command.run', { name: 'night', action: 'off' })
    expect(send('S1', 'context.requested', { purpose: 'agent' }).instructions).toEqual([])
    const queries = journal().filter((line) => JSON.stringify(line).includes('context.requested'))
    expect(queries).toHaveLength(2)
  })

  test('a session is instructed while its policy instructs it', () => {
    const { send, runtime, session } = stageOf({ policies })
    expect(runtime.instructed(session('S1'))).toBe(true)
    send('S1', 'command.run', { name: 'night', action: 'off' })
    expect(runtime.instructed(session('S1'))).toBe(false)
  })

  test('switching on decides again what still waits, in the whole tree', () => {
    const { send, host, session } = stageOf({ policies })
    session('S1c', { parent: 'S1' })
    send('S1', 'command.run', { name: 'night', action: 'off' })
    send('S1c', 'permission.asked', { request: 'p1', permission: 'bash' })
    expect(send('S1', 'command.run', { name: 'night', action: 'on' }).reply).toBe('On.')
    expect(host.answers.map(({ request }) => request)).toEqual(['p1'])
    expect(session('S1c').requests.size).toBe(0)
  })

  test('time does not go back by the little by which clocks are corrected', () => {
    const { send, clock, decided } = stageOf({ policies })
    clock.pass(60_000)
    send('S1', 'tool.finished')
    const before = clock.now()
    clock.now = () => before - 4000
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    expect(decided.every(({ at }) => at === before)).toBe(true)
  })

  test('nothing that fails inside reaches the host', () => {
    let fail = false
    const broken = () => {
      if (fail) throw new Error('the policies are gone')
      return policies
    }
    const { send, host } = stageOf({ policies: broken })
    fail = true
    expect(send('S1', 'permission.asked', { request: 'p1', permission: 'bash' }).verdict.outcome).toBe('pass')
    expect(host.notices).toEqual([
      expect.stringMatching(/^Cannot work on an event: the policies are gone \(fault [0-9a-f]{6}\)$/),
    ])
    expect(host.logged).toEqual([
      expect.stringMatching(/: Error: the policies are gone\n {4}at .*create-runtime.test.ts/),
    ])
  })
})

describe('asks that a person may answer for a while', () => {
  test('nobody came: decided again without the rule that asked', () => {
    const { send, clock, host, runtime, session } = stageOf({ policies })
    send('S1', 'permission.asked', { request: 'p1', permission: 'wait', command: 'git push' })
    clock.pass(14 * 60_000)
    expect(host.answers).toEqual([])
    clock.pass(60_000)
    expect(host.answers).toEqual([{ request: 'p1', verdict: { deny: 'Nobody is here for wait.' } }])
    expect(runtime.state(session('S1'))?.waits).toEqual({})
  })

  test('a person came: nothing more happens', () => {
    const { send, clock, host } = stageOf({ policies })
    send('S1', 'permission.asked', { request: 'p1', permission: 'wait' })
    send('S1', 'request.settled', { request: 'p1', kind: 'permission', reply: 'once', by: 'user' })
    clock.pass(3_600_000)
    expect(host.answers).toEqual([])
  })

  test('in opencode run nobody can come', () => {
    const { send, host } = stageOf({ policies, mode: 'run' })
    const outcome = send('S1', 'permission.asked', { request: 'p1', permission: 'wait' })
    expect(outcome.verdict.outcome).toBe('deny')
    expect(host.answers).toHaveLength(1)
  })
})

describe('failed effects', () => {
  test('an answer that cannot be given is said once, and the request stays open', async () => {
    const { send, host, session } = stageOf({ policies, answer: async () => ({ ok: false, error: 'gone' }) })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    await settled()
    expect(host.notices).toEqual(['Refused bash.', 'Failed answer: gone.'])
    expect(session('S1').requests.has('p1')).toBe(true)
  })

  test('F7-10: a full disk is told truthfully, kept in memory, and written when there is room', () => {
    const { send, files, host, clock, journal } = stageOf({ policies })
    send('S1', 'tool.finished')
    const lines = journal().length
    files.fail('ENOSPC')
    const outcome = send('S1', 'record.submitted', {
      kind: 'note',
      category: 'other',
      question: 'Which DB?',
      context: 'c',
    })
    const reason = 'Cannot write to the store: the disk is full; free some space; it is tried again'
    expect(outcome.reply).toBe(`Great (not yet on disk: ${reason})!`)
    expect(host.notices).toEqual([reason, `Failed record: ${reason}.`])
    expect(send('S1', 'command.run', { name: 'night', action: 'status' }).reply).toContain('lines wait to be written')
    expect(files.read(page)).toBeNull()
    files.fail(null)
    clock.pass(10_000)
    expect(files.read(page)).toContain('Which DB? (n1)')
    expect(journal().length).toBeGreaterThan(lines + 1)
    const sequence = journal().map((line) => line['seq'])
    expect(sequence).toEqual(sequence.map((_, at) => at + 1))
  })

  test('a folder in the place of the page is told once, and the entries come when it is gone', () => {
    const inside = `${project}/blockers.md/inside`
    const { send, files, host, clock } = stageOf({
      policies: policiesFrom(night.replace('file: notes.md', 'file: blockers.md')),
    })
    files.replace(inside, 'x')
    const submit = (question: string) =>
      send('S1', 'record.submitted', { kind: 'note', category: 'other', question }).reply
    const reason =
      'Cannot use the file "blockers.md": it is a folder; allowed are relative paths of plain files inside the project'
    expect(submit('Which DB?')).toBe('Great!')
    expect(submit('Which region?')).toBe('Great!')
    expect(host.notices).toEqual([`${reason}. What belongs there is kept, and it is tried again`])
    const status = () => send('S1', 'command.run', { name: 'night', action: 'status' }).reply
    expect(status()).toContain(`Last problem: ${reason}`)
    clock.pass(60_000)
    files.remove(inside)
    clock.pass(10_000)
    expect(files.read(`${project}/blockers.md`)?.match(/\(n\d\)$/gm)).toEqual(['(n1)', '(n2)'])
    expect(submit('Which name?')).toBe('Great!')
  })
})

describe('the page', () => {
  const logged = (question: string) =>
    eventFrom('record.submitted', { kind: 'note', category: 'other', question }, () => 'm')

  test('follows when the host has its answer, once for all that came', () => {
    const { runtime, session, files, host, clock } = stageOf({ policies })
    expect(runtime.handle(session('S1'), logged('Which DB?')).reply).toBe('Great!')
    runtime.handle(session('S1'), logged('Which region?'))
    expect(files.read(page)).toBeNull()
    clock.pass(0)
    expect(files.read(page)?.match(/\(n\d\)$/gm)).toEqual(['(n1)', '(n2)'])
    expect(host.order.filter((one) => one === 'page')).toHaveLength(1)
  })

  test('is not lost on close, and then written by no late timer', () => {
    const { runtime, session, files, host, clock } = stageOf({ policies })
    runtime.handle(session('S1'), logged('Which DB?'))
    runtime.close()
    clock.pass(0)
    expect(files.read(page)).toContain('Which DB? (n1)')
    expect(host.order.filter((one) => one === 'page')).toHaveLength(1)
  })

  test('is made by the next process where a kill came first', () => {
    const killed = stageOf({ policies })
    killed.runtime.handle(killed.session('S1'), logged('Which DB?'))
    const next = stageOf({ policies, files: killed.files, process: 'two' })
    next.send('S1', 'tool.finished')
    expect(next.files.read(page)).toContain('Which DB? (n1)')
  })
})

describe('a new process', () => {
  test('finds memory, open waits, timers and the pending prompt again', () => {
    const first = stageOf({ policies })
    first.send('S1', 'tool.finished')
    first.send('S1', 'permission.asked', { request: 'p1', permission: 'wait' })
    first.send('S1', 'request.settled', { request: 'p1', kind: 'permission', reply: 'once', by: 'user' })
    first.send('S1', 'turn.ended', { text: 'later' })
    first.send('S1', 'permission.asked', { request: 'p2', permission: 'wait' })
    const before = first.runtime.state(first.session('S1'))
    first.runtime.close()
    first.clock.pass(20 * 60_000)
    expect(first.host.prompts).toEqual([])

    const second = stageOf({ policies, files: first.files, clock: first.clock, process: 'two' })
    expect(second.runtime.state(second.session('S1'))).toEqual(before)
    second.runtime.settle(second.session('S1'))
    second.clock.pass(60_000)
    expect(second.host.answers.map(({ request }) => request)).toEqual(['p2'])
    expect(second.host.prompts.map(({ text }) => text)).toEqual(['Go on later.'])
  })

  test('knows a root by its journal, with agent and model', () => {
    const first = stageOf({ policies })
    first.session('S1', { agent: 'review', variant: 'high' })
    first.send('S1', 'tool.finished')
    const second = stageOf({ policies, files: first.files, process: 'two' })
    const session = Object.assign(second.runtime.session('S1'), {
      parent: undefined,
      agent: null,
      model: null,
      hasTask: false,
    })
    expect(second.runtime.state(session)?.run.state).toBe('armed')
    expect(session).toMatchObject({ parent: null, agent: 'review', variant: 'high', hasTask: true })
  })

  test('goes on with the set that the session began with; reload takes the new one and says so', () => {
    const changed = policiesFrom(night.replace('Nobody is here for', 'No one for'))
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    const second = stageOf({ policies: changed, files: first.files, process: 'two' })
    const reason = () => second.send('S1', 'permission.asked', { request: 'p2', permission: 'bash' }).verdict
    expect(reason()).toMatchObject({ reason: 'Nobody is here for bash.' })
    expect(second.send('S1', 'command.run', { name: 'night', action: 'status' }).reply).toContain(
      `the files now say ${changed.hash}, /blockers reload takes it`,
    )
    expect(second.send('S1', 'command.run', { name: 'night', action: 'reload' }).reply).toBe(
      `The session now decides by set ${changed.hash} (before: ${policies.hash}).\nPolicies: night changed.`,
    )
    expect(reason()).toMatchObject({ reason: 'No one for bash.' })
    const third = stageOf({ policies, files: first.files, process: 'three' })
    expect(third.send('S1', 'permission.asked', { request: 'p3', permission: 'bash' }).verdict).toMatchObject({
      reason: 'No one for bash.',
    })
  })

  test('uses the current set if the stored one is gone or was changed, and says so', () => {
    const changed = policiesFrom(night.replace('Nobody is here for', 'No one for'))
    const first = stageOf({ policies })
    first.send('S1', 'tool.finished')
    first.store.sql(`UPDATE sets SET documents = '${JSON.stringify(changed.documents).replaceAll("'", "''")}'`)
    const second = stageOf({ policies: changed, files: first.files, process: 'two' })
    expect(second.send('S1', 'permission.asked', { request: 'p1', permission: 'bash' }).verdict).toMatchObject({
      reason: 'No one for bash.',
    })
    expect(second.host.logged.join()).toContain('was changed')
  })

  test('two processes on one tree see what the other decided', () => {
    const first = stageOf({ policies })
    const second = stageOf({ policies, files: first.files, clock: first.clock, process: 'two' })
    first.send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'a' })
    second.send('S1', 'permission.asked', { request: 'p2', permission: 'bash', command: 'b' })
    first.send('S1', 'permission.asked', { request: 'p3', permission: 'bash', command: 'c' })
    second.send('S1', 'tool.finished')
    const ids = (stage: typeof first) => stage.runtime.state(stage.session('S1'))?.records.map(({ id }) => id)
    expect(ids(first)).toEqual(['n1', 'n2', 'n3'])
    expect(ids(second)).toEqual(['n1', 'n2', 'n3'])
  })

  test('leaves nothing in the project but the page', () => {
    const { send, files } = stageOf({ policies })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    expect([...files.all().keys()]).toEqual([page])
  })
})

describe('answers of a person', () => {
  test('are kept, stand in the entry with author and date, and change no other byte', () => {
    const { send, runtime, session, files } = stageOf({ policies })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'ls' })
    files.append(page, 'my own note\r\n')
    const before = files.read(page) ?? ''
    const given = { decision: 'words', text: 'Go ahead', via: 'dialog', by: null } as const
    expect(runtime.answer(session('S1'), 'n1', given)).toMatchObject({ result: 'kept', page: null })
    const answer = '  - **Answer**: Go ahead (you, in a dialog, 2026-02-12 22:00)'
    const plain = (text: string | null) => text?.replaceAll('\r\n', '\n')
    expect(plain(files.read(page))).toBe(
      plain(before.replace('- [ ]', '- [x]').replace('night/divert', `night/divert\n${answer}`)),
    )
    expect(files.read(page)?.endsWith('\nmy own note\r\n')).toBe(true)
    expect(runtime.state(session('S1'))?.records[0]).toMatchObject({ status: 'answered', answer: 'Go ahead' })
    expect(runtime.answer(session('S1'), 'n9', given)).toMatchObject({ result: 'refused', code: 'unknown' })
  })

  test('are kept although the entry was taken out of the page, where it stays out', () => {
    const { send, runtime, session, files } = stageOf({ policies })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'ls' })
    files.replace(page, (files.read(page) ?? '').replace(/- \[ \][^\n]*\n[^\n]*\n/, ''))
    expect(
      runtime.answer(session('S1'), 'n1', { decision: 'words', text: 'x', via: 'dialog', by: null }),
    ).toMatchObject({ result: 'kept', page: null })
    expect(files.read(page)).not.toContain('(n1)')
    expect(runtime.state(session('S1'))?.records[0]?.status).toBe('answered')
  })
})

test('F7-14: the same question again, in other case and spacing, is one entry on the page, counted', () => {
  const { send, files, runtime, session } = stageOf({ policies })
  for (const question of ['Which DB?', ' which  db?', 'WHICH DB?']) {
    send('S1', 'record.submitted', { kind: 'note', category: 'other', question })
  }
  expect(runtime.state(session('S1'))?.records).toMatchObject([{ id: 'n1', seen: 3, status: 'open' }])
  expect(files.read(page)?.match(/^- /gm)).toHaveLength(1)
})

test('F7-07: secrets reach neither journal nor page, export, reply, refusal, prompt, instruction nor notice', () => {
  const telling = night
    .replace('Nobody is here for {{event.permission}}', 'Nobody is here for {{event.command}}')
    .replace('"Refused {{event.permission}}."', '"Refused {{event.command}}."')
    .replace('"Great', '"Great: {{event.context}}')
    .replace('"Go on."', '"Go on after {{event.text}}."')
    .replace('"Nobody is present."', '"Nobody is present. Open: {{facts.notes.latest.question}}"')
  const { send, files, host } = stageOf({ policies: policiesFrom(telling) })
  const secret = 'sk-ant-api03-AAAAbbbbCCCC1234'
  const command = `curl -H "Authorization: Bearer ${secret}" https://x.example`
  send('S1', 'tool.finished')
  const note = { kind: 'note', category: 'other', question: `Is ${secret} ours?`, context: secret }
  const replies = [
    JSON.stringify(send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command }).verdict),
    send('S1', 'record.submitted', note).reply,
    ...send('S1', 'context.requested', { purpose: 'agent' }).instructions,
    ...['list', 'why', 'export --summary', 'export'].map((words) => {
      const [action, ...rest] = words.split(' ')
      return send('S1', 'command.run', { name: 'night', action, text: rest.join(' ') }).reply
    }),
  ]
  send('S1', 'turn.ended', { text: `I use ${secret}` })
  const answers = host.answers.map(({ verdict }) => JSON.stringify(verdict))
  const prompts = host.prompts.map(({ text }) => text)
  for (const told of [...replies.slice(0, -1), ...answers, ...prompts, host.notices.join(), files.read(page)]) {
    expect(told).toContain('REDACTED')
  }
  const everything = [...files.all().values(), ...replies, ...answers, ...prompts, ...host.notices, ...host.logged]
  expect(everything.join('\n')).not.toContain(secret)
  expect(files.read(`${project}/blockers-export.md`)).toContain('REDACTED')
})

test('F7-13: of a long text the journal keeps more than the page, bounded, with the length of the whole', () => {
  const { send, journal } = stageOf({ policies })
  const context = `begin ${'x'.repeat(200_000)} end`
  send('S1', 'record.submitted', { kind: 'note', category: 'other', question: 'Which DB?', context })
  const added = journal().flatMap((line) => (line['changes'] ?? []) as Change[])
  const kept = added.flatMap((change) => (change.change === 'record.added' ? String(change.record['context']) : []))
  expect(kept).toHaveLength(1)
  expect(kept[0]?.length).toBeGreaterThan(50_000)
  expect(kept[0]?.length).toBeLessThan(70_000)
  expect(kept[0]).toContain('200010 characters in all')
})

test.each(['../../x.md', '/etc/cron.d/x', '~/.ssh/x', 'notes/'])(
  'F7-08: a page at %s is refused once, with the reason, and the usual page is used',
  (file) => {
    const outside = policiesFrom(night.replace('file: notes.md', `file: ${JSON.stringify(file)}`))
    const { send, files, host } = stageOf({ policies: outside })
    for (const question of ['Which DB?', 'Which cloud?']) {
      send('S1', 'record.submitted', { kind: 'note', category: 'other', question })
    }
    expect(files.read(`${project}/blockers.md`)?.match(/^- \[/gm)).toHaveLength(2)
    const written = [...files.all().keys()].filter((path) => !path.includes('/.opencode/'))
    expect(written).toEqual([`${project}/blockers.md`])
    expect(host.notices.filter((text) => text.includes('blockers.md is used instead'))).toHaveLength(1)
  },
)
