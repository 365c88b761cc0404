import { expect, test } from 'vitest'
import { emptyDecision } from '../../src/core/decision.ts'
import type { Decision } from '../../src/core/decision.ts'
import { emptyRun } from '../../src/core/state.ts'
import { logLines } from '../../src/host/telling/log-lines.ts'
import { eventFrom } from '../support/event.ts'

const told = (type: string, fields: object, parts: Partial<Decision>) =>
  logLines(
    {
      at: 0,
      session: 'S1',
      event: eventFrom(type, { ...(type === 'permission.asked' && { permission: 'bash' }), ...fields }),
      decision: { ...emptyDecision(), ...parts },
      run: { ...emptyRun, prompts: 2 },
    },
    () => 'ALL_DONE',
  ).map(({ level, message, extra }) => [level, message, extra])
const about = { session: 'S1', repromptCount: 2 }
const deny = { outcome: 'deny', by: 'blockers/divert-permission', reason: 'No, and a secret' } as const
const logged = {
  id: 'b1',
  kind: 'blocker',
  section: 'hard',
  title: 'A secret?',
  fields: {},
  seen: 1,
}

test('a request that is diverted and logged is two lines, without its words', () => {
  const by = 'blockers/divert-permission'
  const record = { effect: 'record', result: 'added', by, ...logged } as const
  expect(told('permission.asked', {}, { verdict: deny, effects: [record] })).toEqual([
    ['info', 'Diverted', { ...about, event: 'permission.asked', rule: by }],
    ['info', 'Logged', { ...about, rule: by, id: 'b1', kind: 'blocker', section: 'hard', seen: 1 }],
  ])
})

test.each([
  ['added', 'Logged'],
  ['counted', 'Duplicate'],
  ['dropped', 'Not logged'],
] as const)('an entry that is %s is told as "%s"', (result, message) => {
  const record = { effect: 'record', result, by: 'a/b', ...logged } as const
  expect(told('record.submitted', { kind: 'blocker' }, { effects: [record] })).toEqual([
    ['info', message, expect.anything()],
  ])
})

test('a marker that ends a run is told with its fields, and then the stop', () => {
  const stop = { effect: 'stop', by: 'blockers/done', reason: 'done', detail: 'verified by npm test' } as const
  const rule = 'blockers/done'
  expect(told('turn.ended', { text: 'Done.\nall_done' }, { effects: [stop] })).toEqual([
    ['debug', 'Session idle', about],
    [
      'debug',
      'Completion marker detected',
      { ...about, rule, marker: 'ALL_DONE', messageLength: 14, markerPosition: 6 },
    ],
    [
      'info',
      'Completion marker detected - stopping autonomous session',
      { ...about, rule, marker: 'ALL_DONE', sessionId: 'S1' },
    ],
    ['info', 'Stopped', { ...about, rule, reason: 'done', detail: 'verified by npm test' }],
  ])
})

test.each([
  ['permission.asked', { outcome: 'pass', by: 'blockers/off' }, ['debug', 'Ignored']],
  ['permission.asked', { outcome: 'allow', by: 'blockers/granted' }, ['info', 'Allowed']],
  ['permission.asked', { outcome: 'ask', by: 'blockers/wait', for: 60_000 }, ['info', 'Waiting for a person']],
  ['tool.called', { outcome: 'deny', by: 'guard/x', reason: 'no' }, ['info', 'Diverted']],
] as const)('%s with %j is one line: %j', (type, verdict, [level, message]) => {
  expect(told(type, {}, { verdict })).toEqual([[level, message, expect.objectContaining({ rule: verdict.by })]])
})

test('a call that passes and a command that changes nothing leave no line; a switch, a wait and a pause do', () => {
  expect(told('tool.called', {}, {})).toEqual([])
  const off = { name: 'blockers', action: 'off' }
  expect(told('command.run', off, {})).toEqual([])
  const pause = { effect: 'pause', by: 'a/b', reason: 'user' } as const
  expect(told('command.run', off, { changes: [{ change: 'turned' }], effects: [pause] })).toEqual([
    ['info', 'Switched', { ...about, command: 'blockers', action: 'off' }],
    ['info', 'Paused', { ...about, rule: 'a/b', reason: 'user' }],
  ])
  const prompt = { effect: 'prompt', by: 'a/b', text: 'Go on', due: 60_000 } as const
  expect(told('turn.failed', {}, { effects: [prompt] })).toEqual([
    ['info', 'Waiting', { ...about, rule: 'a/b', until: '1970-01-01T00:01:00.000Z' }],
  ])
  expect(told('turn.failed', {}, { effects: [{ ...prompt, due: 0 }] })).toEqual([])
})
