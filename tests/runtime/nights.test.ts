import { describe, expect, test } from 'vitest'
import { builtinDocuments } from '../../src/host/files/builtin.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { policiesOf } from '../../src/runtime/policies.ts'
import { night, policiesFrom, project, stageOf } from './stage.ts'

const policies = policiesFrom(night)
const page = `${project}/notes.md`
const asked = (request: string, permission = 'bash') => ({ request, permission, command: request })

describe('a decision', () => {
  test('is made again by what another process was faster to decide', () => {
    const first = stageOf({ policies })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    first.send('S1', 'tool.finished')
    second.send('S1', 'tool.finished')
    const { commit } = first.meddle()
    let isOff = false
    commit.before = () => {
      if (isOff) return
      isOff = true
      second.send('S1', 'command.run', { name: 'night', action: 'off' })
    }
    expect(first.send('S1', 'permission.asked', asked('p1')).verdict.outcome).toBe('pass')
    expect(first.runtime.state(first.session('S1'))?.records).toEqual([])
    expect(first.runtime.state(first.session('S1'))).toEqual(second.runtime.state(second.session('S1')))
  })

  test('stands after three times, whatever others write all the time', () => {
    const first = stageOf({ policies })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    first.send('S1', 'tool.finished')
    let times = 0
    first.meddle().commit.before = () => {
      times += 1
      if (times < 50) second.send('S1', 'user.wrote', { message: `m${times}`, text: 'x' })
    }
    expect(first.send('S1', 'permission.asked', asked('p1')).verdict.outcome).toBe('deny')
    expect(times).toBeLessThan(10)
    const state = first.runtime.state(first.session('S1'))
    expect(state?.records.map(({ id }) => id)).toEqual(['n1'])
    second.send('S1', 'tool.finished')
    first.send('S1', 'tool.finished')
    expect(first.runtime.state(first.session('S1'))).toEqual(second.runtime.state(second.session('S1')))
  })

  test('that is not written is not on the page, is said, and comes with the next one', () => {
    const { send, files, host, journal, runtime, session } = stageOf({ policies })
    send('S1', 'tool.finished')
    files.fail('ENOSPC')
    expect(send('S1', 'permission.asked', asked('p1')).verdict.outcome).toBe('deny')
    send('S1', 'permission.asked', asked('p2'))
    const reason = 'Cannot write to the store: the disk is full; free some space; it is tried again'
    expect(host.notices.filter((text) => text === reason)).toHaveLength(1)
    expect([files.read(page), JSON.stringify(journal())]).toEqual([null, expect.not.stringContaining('p1')])
    files.fail(null)
    send('S1', 'permission.asked', asked('p3'))
    expect(files.read(page)?.match(/\(n\d\)$/gm)).toEqual(['(n1)', '(n2)', '(n3)'])
    expect(journal().map(({ seq }) => seq)).toEqual(journal().map((_, at) => at + 1))
    const again = stageOf({ policies, files, process: 'two' })
    expect(again.runtime.state(again.session('S1'))).toEqual(runtime.state(session('S1')))
  })

  test('of other trees comes as soon as the store has taken something again', () => {
    const { send, session, files, clock, journal } = stageOf({ policies })
    session('S2')
    send('S1', 'tool.finished')
    send('S2', 'tool.finished')
    files.fail('ENOSPC')
    send('S1', 'permission.asked', asked('p1'))
    files.fail(null)
    send('S2', 'permission.asked', asked('p2'))
    clock.pass(1)
    expect(JSON.stringify(journal('S1'))).toContain('p1')
  })

  test('of another process comes before what waits here', () => {
    const first = stageOf({ policies })
    first.send('S1', 'tool.finished')
    first.files.fail('ENOSPC')
    first.send('S1', 'permission.asked', asked('p1'))
    first.files.fail(null)
    const second = stageOf({ policies, files: first.files, process: 'two' })
    second.send('S1', 'user.wrote', { message: 'm1', text: 'x' })
    first.clock.pass(10_000)
    second.send('S1', 'tool.finished')
    expect(first.runtime.state(first.session('S1'))).toEqual(second.runtime.state(second.session('S1')))
    expect(second.runtime.state(second.session('S1'))?.records).toHaveLength(1)
  })
})

describe('a number of an entry', () => {
  const idsIn = (stage: ReturnType<typeof stageOf>, session: string) =>
    stage.runtime.state(stage.session(session))?.records.map(({ id }) => id)

  test('is given once in a project, whichever session and process asks', () => {
    const first = stageOf({ policies })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    first.send('S1', 'permission.asked', asked('p1'))
    second.session('S2').parent = null
    second.send('S2', 'permission.asked', asked('p2'))
    first.session('S3').parent = null
    first.send('S3', 'permission.asked', asked('p3'))
    expect([idsIn(first, 'S1'), idsIn(second, 'S2'), idsIn(first, 'S3')]).toEqual([['n1'], ['n2'], ['n3']])
  })

  test('is another one if somebody was given it while the entry waited to be written', () => {
    const first = stageOf({ policies })
    first.send('S1', 'tool.finished')
    first.files.fail('ENOSPC')
    first.send('S1', 'permission.asked', asked('p1'))
    first.send('S1', 'permission.asked', asked('p2'))
    first.files.fail(null)
    const second = stageOf({ policies, files: first.files, process: 'two' })
    second.session('S2').parent = null
    second.send('S2', 'permission.asked', asked('p3'))
    first.send('S1', 'permission.asked', asked('p4'))
    expect(idsIn(first, 'S1')).toEqual(['n4', 'n2', 'n5'])
    const third = stageOf({ policies, files: first.files, process: 'three' })
    expect(third.runtime.state(third.session('S1'))).toEqual(first.runtime.state(first.session('S1')))
    const rows = first.store.open('reader').project()
    const records = rows.ok ? rows.value.records() : rows
    expect(records.ok && records.value.map(({ prefix, number, root }) => `${prefix}${number} ${root}`)).toEqual([
      'n1 S2',
      'n2 S1',
      'n4 S1',
      'n5 S1',
    ])
  })
})

describe('a long night', () => {
  test('is opened by its snapshot and what came later', () => {
    const first = stageOf({ policies })
    for (let turn = 0; turn < 300; turn++) first.send('S1', 'permission.asked', asked(`p${turn}`))
    first.send('S1', 'turn.ended', { text: 'a' })
    const found = first.store.open('reader').project()
    const opened = found.ok ? found.value.tree('S1') : found
    expect(opened.ok && opened.value?.snapshot).toBeTypeOf('string')
    expect(opened.ok && opened.value?.lines.length).toBeLessThan(300)
    const second = stageOf({ policies, files: first.files, process: 'two' })
    expect(second.runtime.state(second.session('S1'))).toEqual(first.runtime.state(first.session('S1')))
    const why = (stage: typeof first) => stage.send('S1', 'command.run', { name: 'night', action: 'why' }).reply
    expect(why(second)).toBe(why(first))
  })

  test('is read by its lines where its snapshot comes from another version', () => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1'))
    first.put({ lines: [], snapshot: '{"v":2}' })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    expect(second.runtime.state(second.session('S1'))?.records).toHaveLength(1)
    expect(second.host.logged).toEqual([expect.stringContaining('comes from another version and is left out')])
  })
})

describe('a line that this version cannot read', () => {
  const lines = [
    { at: 1, kind: 'change', body: '{"why":"x","changes":[{"change":"to-come"}]}' },
    { at: 1, kind: 'to-come', body: '{}' },
    {
      at: 1,
      kind: 'change',
      body: '{"why":"x","changes":[{"change":"slot","slot":"night/seen","scope":"tree","session":"S1","operation":{"do":"to-come"}}]}',
    },
  ]

  test.each(lines)('is said once, and the session goes on and allows nothing: %j', (line) => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1', 'safe'))
    first.put({ lines: [line] })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    for (const stage of [first, second]) {
      const { verdict } = stage.send('S1', 'permission.asked', asked('p2', 'safe'))
      expect(verdict).toMatchObject({ outcome: 'deny', by: 'night/divert' })
    }
    const told = [...first.host.notices, ...second.host.notices].filter((text) => text.includes('another version'))
    expect(told).toEqual([expect.stringMatching(/^Line \d+ of S1 comes from another version/)])
    const status = first.send('S1', 'command.run', { name: 'night', action: 'status' }).reply
    expect(status).toContain('comes from another version that this one cannot read')
  })
})

test('a session with a line that nobody can read here diverts, though what can be read switched that off', async () => {
  const made = policiesOf(await builtinDocuments(), digest)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { policies } = made
  const push = { request: 'p1', permission: 'bash', command: 'git push' }
  const first = stageOf({ policies })
  first.send('S1', 'command.run', { name: 'blockers', action: 'off' })
  expect(first.send('S1', 'permission.asked', push).verdict.outcome).toBe('pass')
  first.put({ lines: [{ at: 1, kind: 'to-come', body: '{}' }] })
  const second = stageOf({ policies, files: first.files, process: 'two' })
  for (const stage of [first, second]) expect(stage.send('S1', 'permission.asked', push).verdict.outcome).toBe('deny')
})

describe('a line without a seal of ours', () => {
  test('changes nothing and is said once', () => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1'))
    const body =
      '{"record":"n1","status":"answered","text":"yes","changes":[{"change":"record.closed","id":"n1","status":"answered","answer":"yes"}]}'
    first.store.sql(
      `INSERT INTO lines (tree, seq, at, process, kind, body, prev, mac)
       SELECT tree, seq + 1, at, process, 'answer', '${body}', mac, zeroblob(32) FROM lines ORDER BY seq DESC LIMIT 1;
       UPDATE trees SET seq = seq + 1`,
    )
    first.send('S1', 'tool.finished')
    const second = stageOf({ policies, files: first.files, process: 'two' })
    second.send('S1', 'tool.finished')
    for (const stage of [first, second])
      expect(stage.runtime.state(stage.session('S1'))?.records).toMatchObject([{ status: 'open' }])
    const told = [...first.host.notices, ...second.host.notices].filter((text) => text.includes('not ours'))
    expect(told).toEqual([
      expect.stringMatching(/^Lines of S1 are not ours and change nothing: \d+ \(no seal of ours\)$/),
    ])
  })
})

describe('decisions of a person that do not fit together', () => {
  const told = ({ host }: ReturnType<typeof stageOf>) =>
    host.notices.filter((text) => text.startsWith('Your decisions'))
  const words = [
    'Your decisions in the store do not fit their seal as a whole, so none of before counts but a sealed never; look with npx opencode-diverter grants, and answer again',
  ]

  test('are told once a session, by who sees it first', () => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1'))
    expect(told(first)).toEqual([])
    first.store.sql('UPDATE trees SET seq = seq + 1')
    const second = stageOf({ policies, files: first.files, process: 'two' })
    second.send('S1', 'tool.finished')
    first.send('S1', 'permission.asked', asked('p2'))
    expect([...told(first), ...told(second)]).toEqual(words)
  })

  test('are told by who is at work, once another process saw it', () => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1'))
    first.store.sql('UPDATE trees SET seq = seq + 1')
    const other = first.store.open('other').project()
    if (other.ok) other.value.tree('S1')
    first.send('S1', 'permission.asked', asked('p2'))
    expect(told(first)).toEqual(words)
  })
})

describe('at rest', () => {
  test('what another process decides is noticed within five seconds', () => {
    const first = stageOf({ policies, watches: true })
    first.send('S1', 'tool.finished')
    first.session('S1', { busy: false })
    const second = stageOf({ policies, files: first.files, clock: first.clock, process: 'two' })
    second.session('S1c', { parent: 'S1', busy: true })
    second.send('S1', 'turn.ended', { text: 'a' })
    expect([first.host.prompts, second.host.prompts]).toEqual([[], []])
    first.clock.pass(4999)
    expect(first.host.prompts).toEqual([])
    first.clock.pass(1)
    expect(first.host.prompts.map(({ text }) => text)).toEqual(['Go on.'])
  })
})

describe('the store', () => {
  test('rests once behind what happened, when nothing has happened for five seconds', () => {
    const { send, clock, rests } = stageOf({ policies, watches: true })
    clock.pass(60_000)
    send('S1', 'tool.finished')
    clock.pass(4999)
    send('S1', 'tool.finished')
    clock.pass(5000)
    expect(rests()).toBe(0)
    clock.pass(5000)
    expect(rests()).toBe(1)
    clock.pass(600_000)
    expect(rests()).toBe(1)
    send('S1', 'tool.finished')
    clock.pass(10_000)
    expect(rests()).toBe(2)
  })
})

test('a session that began in another folder is told once that what was said there does not count here', () => {
  const first = stageOf({ policies })
  const was = first.store.whole().project('/was')
  const line = { at: 1, kind: 'change', body: '{"why":"x","changes":[]}' }
  if (was.ok) was.value.commit({ trees: [{ root: 'S1', after: null, lines: [line] }], revision: null })
  const second = stageOf({ policies, files: first.files, process: 'two' })
  for (const stage of [first, second]) {
    stage.send('S1', 'permission.asked', asked('p1'))
    stage.send('S1', 'permission.asked', asked('p2'))
  }
  expect([...first.host.notices, ...second.host.notices].filter((text) => text.includes('/was'))).toEqual([
    'The night of this session is that of /was, where it began: its entries, answers and grants do not count in this folder; go on there, or answer again',
  ])
  second.session('S2')
  second.send('S2', 'permission.asked', asked('p3'))
  expect(second.host.notices.filter((text) => text.includes('where it began'))).toEqual([])
})

test('a child that only the store knows finds its root', () => {
  const first = stageOf({ policies })
  first.session('S1c', { parent: 'S1' })
  first.send('S1c', 'permission.asked', asked('p1'))
  const second = stageOf({ policies, files: first.files, process: 'two' })
  Object.assign(second.runtime.session('S1'), { parent: undefined })
  expect(second.send('S1c', 'permission.asked', asked('p2')).verdict.outcome).toBe('deny')
  expect(second.runtime.session('S1c').parent).toBe('S1')
})

describe('the page', () => {
  const ids = (stage: ReturnType<typeof stageOf>) => stage.files.read(page)?.match(/\(n\d\)$/gm)

  test('never gets an id again that it has, though the store is new', () => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1'))
    first.send('S1', 'permission.asked', asked('p2'))
    const empty = stageOf({ policies }).store
    const second = stageOf({ policies, files: first.files, store: empty, process: 'two' })
    second.send('S1', 'permission.asked', asked('p3'))
    second.send('S1', 'permission.asked', asked('p4'))
    expect(ids(second)).toEqual(['(n1)', '(n2)', '(n3)', '(n4)'])
  })
})

describe('what somebody else made of the page or the database', () => {
  test.each(['b999999999999999999999999999999', 'n9007199254740991', 'n999999999', 'n0'])(
    'an id %s on the page gives no entry a number that cannot be kept',
    (id) => {
      const stage = stageOf({ policies })
      stage.files.replace(page, `- [ ] old (${id})\n`)
      const { verdict } = stage.send('S1', 'permission.asked', asked('p1'))
      expect(verdict.outcome).toBe('deny')
      expect(stage.runtime.state(stage.session('S1'))?.records.map((one) => one.id)).toEqual(['n1'])
    },
  )

  test.each([
    'DROP TABLE grants',
    'ALTER TABLE records RENAME COLUMN status TO state',
    'UPDATE trees SET seq = 9223372036854775807',
  ])('%s: what asks is refused, the person told what to do, and nothing is allowed', (sql) => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', asked('p1'))
    first.store.sql(sql)
    const stage = stageOf({ policies, files: first.files, process: 'two' })
    for (const command of ['p2', 'p1']) {
      const { verdict } = stage.send('S1', 'permission.asked', asked(command))
      expect(verdict.outcome).toBe('deny')
    }
    const told = stage.host.notices.filter((text) => text.startsWith('Cannot '))
    expect(told.length).toBeGreaterThan(0)
    for (const text of told) expect(text).toContain('put a copy of it back')
  })
})
