import { describe, expect, test } from 'vitest'
import type { RecordEntry } from '../../../src/core/event.ts'
import { emptyRun, emptyTree } from '../../../src/core/state.ts'
import { memoryFiles } from '../../../src/rehearse/memory-files.ts'
import { exportPage, writeExport } from '../../../src/runtime/views/export.ts'
import { listText } from '../../../src/runtime/views/list.ts'
import { forgotten, reloadText } from '../../../src/runtime/views/reload.ts'
import { night, policiesFrom, stageOf } from '../stage.ts'
import { recordOf } from './record-of.ts'

const policies = policiesFrom(night)
const { set } = policies

describe('list', () => {
  test('has a line a record: id, time, section, category, question', () => {
    const records = [
      recordOf({ section: 'permissions', category: 'permission', question: 'bash: npm publish', seen: 3 }),
      recordOf({ id: 'n2', question: 'a\nb', status: 'answered', answer: 'yes' }),
    ]
    expect(listText(set, records, [], [], 'UTC')).toBe(`2 recorded, 1 open:
n1 · 2026-02-12 22:05 · Permissions Requested · permission · bash: npm publish (seen 3 times)
n2 · 2026-02-12 22:05 · Hard Blockers · question · a ⏎ b [answered: yes]`)
  })

  test('says that there is nothing', () => {
    expect(listText(set, [], [], [], 'UTC')).toBe('Nothing is recorded in this session.')
    const waits = ['goes on at 11:32, since you wrote']
    expect(listText(set, [], [], waits, 'UTC')).toBe(
      'Nothing is recorded in this session.\nWaits: goes on at 11:32, since you wrote',
    )
  })
})

describe('why', () => {
  test('tells the last decisions in words, the newest last, across a restart', () => {
    const first = stageOf({ policies })
    first.send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'npm publish' })
    first.send('S1', 'permission.asked', { request: 'p2', permission: 'safe' })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    const { reply } = second.send('S1', 'command.run', { name: 'night', action: 'why' })
    expect(reply).toBe(`2026-02-12 22:00 permission.asked (bash: npm publish): refused by night/divert
  night/divert: Refuses and writes down
  then: record n1 added; notify "Refused bash."
2026-02-12 22:00 permission.asked (safe:): allowed by night/allow
  night/allow`)
  })

  test('tells what was left to a person and what a rule only observes', () => {
    const { send, runtime } = stageOf({
      policies: policiesFrom(night.replace('- id: divert\n', '- id: divert\n    mode: observe\n')),
    })
    runtime.session('S1')
    send('S1', 'permission.asked', { request: 'p1', permission: 'wait', command: 'git push' })
    send('S1', 'permission.asked', { request: 'p2', permission: 'bash', command: 'ls' })
    const { reply } = send('S1', 'command.run', { name: 'night', action: 'why' })
    expect(reply).toBe(`2026-02-12 22:00 permission.asked (wait: git push): left to a person by night/wait
  night/wait
2026-02-12 22:00 permission.asked (bash: ls): nothing was answered
  night/divert: Refuses and writes down (observed only; it would deny, record, notify)
Now: git push is diverted at 22:15`)
  })

  test('says which policies are not active now', () => {
    const asleep = night.replace(
      'rules:\n',
      `active: { "===": [{ var: run.state }, armed] }\nrules:\n  - { section: all, active: always }\n`,
    )
    const { send } = stageOf({ policies: policiesFrom(asleep) })
    expect(send('S1', 'command.run', { name: 'night', action: 'why' }).reply).toBe(
      'No rule has decided anything in this session yet.\nNow: night is not active: run.state === "armed": "ready" === "armed" is false',
    )
  })

  test('leaves out that a person looked', () => {
    const { send } = stageOf({ policies })
    send('S1', 'command.run', { name: 'night', action: 'why' })
    const { reply } = send('S1', 'command.run', { name: 'night', action: 'why' })
    expect(reply).toBe('No rule has decided anything in this session yet.')
  })

  test('keeps ten', () => {
    const { send } = stageOf({ policies })
    for (let n = 0; n < 30; n++) send('S1', 'permission.asked', { request: `p${n}`, permission: 'safe' })
    const { reply } = send('S1', 'command.run', { name: 'night', action: 'why' })
    expect(reply?.split('\n').filter((line) => line.startsWith('2026'))).toHaveLength(10)
  })
})

describe('export', () => {
  const state = {
    ...emptyTree,
    run: { ...emptyRun, state: 'stopped' as const, reason: 'limit' as const, detail: 'resets at 02:00' },
    records: [
      recordOf(),
      recordOf({ id: 'n2', section: 'permissions' }),
      recordOf({ id: 'n3', status: 'answered', answer: 'Postgres' }),
    ],
  }
  const page = exportPage(
    set,
    state,
    { root: 'S1', title: 'Fix it', at: Date.parse('2026-02-12T22:05:00Z') },
    'Europe/Berlin',
  )

  test('groups the records by section with the outcome on top', () => {
    expect(page).toBe(`<!-- Written by opencode-diverter export; written anew each time, edits here are lost. -->
## Session: S1 — Fix it — 2026-02-12 23:05 CET

Not finished: the run stopped (limit: resets at 02:00).

Waits for you (2):

- n1 Which DB?
- n2 Which DB?

Answered, settled or put off: 1.

Next: answer with /blockers clarify or \`npx opencode-diverter answer\`; /blockers resume sets the run going again.

### Permissions Requested
- [ ] **[Question]** Which DB? (n2)
  - **Blocks**: No

### Hard Blockers
- [ ] **[Question]** Which DB? (n1)
  - **Blocks**: No
- [x] **[Question]** Which DB? (n3)
  - **Blocks**: No
  - **Answer**: Postgres
`)
  })

  test('ticks what is settled, but never what was put off', () => {
    const soft = policiesFrom(night.replace('title: Hard Blockers', 'title: Hard Blockers, checked: true'))
    const one = (status: RecordEntry['status'], policies = set) => {
      const text = exportPage(
        policies,
        { ...emptyTree, records: [recordOf({ status })] },
        { root: 'S1', title: '', at: 0 },
        'UTC',
      )
      return text.slice(text.indexOf('### '))
    }
    const open = '### Hard Blockers\n- [ ] **[Question]** Which DB? (n1)\n  - **Blocks**: No\n'
    const ticked = open.replace('[ ]', '[x]')
    expect(one('open')).toBe(open)
    expect(one('settled')).toBe(ticked)
    expect(one('skipped')).toBe(`${open}  - **Status**: skipped\n`)
    expect(one('open', soft.set)).toBe(ticked)
    expect(one('skipped', soft.set)).toBe(`${open}  - **Status**: skipped\n`)
  })

  test('writes over its own page, never over another file, and not outside', () => {
    const files = memoryFiles()
    expect(writeExport(files, '/p', '', page)).toBe('Exported to blockers-export.md.')
    expect(writeExport(files, '/p', '', page)).toBe('Exported to blockers-export.md.')
    expect(files.read('/p/blockers-export.md')).toBe(page)
    files.replace('/p/README.md', '# Mine')
    expect(writeExport(files, '/p', 'README.md', page)).toContain('the file was not written by an export')
    expect(files.read('/p/README.md')).toBe('# Mine')
    expect(writeExport(files, '/p', '../x.md', page)).toContain('leads outside the project')
    files.fail('EROFS')
    expect(writeExport(files, '/p', 'x.md', page)).toBe('Cannot export to x.md: the disk is read-only, EROFS')
  })
})

describe('reload', () => {
  test('says that nothing changed', () => {
    expect(reloadText(policies, policies, [])).toBe(`The policies are as before (set ${policies.hash}).`)
  })

  test('says what is gone and that an order changed', () => {
    const one = 'version: 1\nname: one\nrules: [{ id: a, events: [user.wrote], then: [pass] }]'
    const two = one.replace('one', 'two')
    const both = policiesFrom(one, two)
    expect(reloadText(both, policiesFrom(one), []).split('\n')[1]).toBe('Policies: two is gone.')
    expect(reloadText(both, { ...both, hash: 'h' }, [])).toBe(
      `The session now decides by set h (before: ${both.hash}).\nPolicies: their order changed.`,
    )
  })

  test('begins anew in each session what no longer fits there, and never what is kept in the project', () => {
    const slots = 'memory: { mine: { kind: flag, scope: session }, done: { kind: flag, scope: run } }'
    const policy = (memory: string) =>
      policiesFrom(`version: 1\nname: one\n${memory}\nrules: [{ id: a, events: [user.wrote], then: [pass] }]`).set
    const state = {
      ...emptyTree,
      slots: { ...emptyTree.slots, session: { S1: { 'one/mine': true }, S2: { 'two/other': true } } },
    }
    expect(forgotten(policy(slots), policy('params: {}'), state)).toEqual([
      { change: 'slot', slot: 'one/mine', scope: 'session', session: 'S1', operation: { do: 'clear' } },
    ])
    expect(forgotten(policy(slots), policy(slots), state)).toEqual([])
  })

  test('keeps slots of the same name, kind and scope and says what begins anew and what needs a restart', () => {
    const after = policiesFrom(
      night
        .replace('seen: { kind: counter, scope: tree }', 'seen: { kind: set, scope: tree }')
        .replace('Note something.', 'Note it.'),
      'version: 1\nname: other\nrules: [{ id: a, events: [user.wrote], then: [pass] }]',
    )
    const state = { ...emptyTree, slots: { ...emptyTree.slots, tree: { 'night/divert': false, 'night/seen': 3 } } }
    const changes = forgotten(set, after.set, state)
    expect(changes).toEqual([
      { change: 'slot', slot: 'night/seen', scope: 'tree', session: '', operation: { do: 'clear' } },
    ])
    expect(
      reloadText(policies, after, changes),
    ).toBe(`The session now decides by set ${after.hash} (before: ${policies.hash}).
Policies: other is new, night changed.
Memory that no longer fits begins anew: night/seen.
Commands or tools changed: restart OpenCode to see them.`)
  })
})
