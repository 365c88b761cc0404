import { expect, test } from 'vitest'
import { loadProject } from '../../src/policy/config.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { policiesOf } from '../../src/runtime/policies.ts'
import { sourcesOf } from '../support/builtin-sources.ts'
import { stageOf, start } from './stage.ts'

function builtin() {
  const config = { name: 'c.yaml', text: 'version: 1\nbuiltin: [guard, blockers]\n' }
  const made = policiesOf(loadProject(config, sourcesOf({})).documents, digest)
  if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join('; '))
  return made.policies
}

/** Who decided what of each request, as the lines of the journal tell it. */
function decisions(lines: readonly Record<string, unknown>[]) {
  return lines
    .filter(({ line }) => line === 'decision')
    .map((line) => ({ ...line, event: line['event'] as Record<string, unknown> }))
    .filter(({ event }) => event['request'] !== undefined)
}

const asked = (request: string, command: string) => ({ request, permission: 'bash', command, patterns: [command] })

test('F10-08: each decision is one line that says when, where, what and who decided, without secrets', () => {
  const { send, session, journal, clock } = stageOf({ policies: builtin() })
  session('S1c', { parent: 'S1' })
  send('S1c', 'permission.asked', asked('p1', 'deploy --token abc123def456'))
  clock.pass(1000)
  send('S1', 'permission.asked', { request: 'p2', permission: 'doom_loop', patterns: ['ls'] })
  send('S1', 'command.run', { name: 'blockers', action: 'off' })
  send('S1', 'permission.asked', asked('p3', 'make'))
  send('S1', 'request.settled', { request: 'p3', kind: 'permission', reply: 'once', by: 'user' })

  const by = (rule: string) => expect.arrayContaining([{ rule, outcome: 'matched' }])
  expect(decisions(journal())).toMatchObject([
    {
      at: start,
      session: 'S1c',
      event: { type: 'permission.asked', request: 'p1', command: 'deploy --token [REDACTED:secret]' },
      rules: by('blockers/divert-permission'),
      verdict: { outcome: 'deny', by: 'blockers/divert-permission' },
    },
    {
      at: start + 1000,
      session: 'S1',
      event: { request: 'p2' },
      rules: by('blockers/host-loop-guard'),
      verdict: { outcome: 'allow', by: 'blockers/host-loop-guard' },
    },
    { event: { request: 'p3' }, rules: [], verdict: { outcome: 'pass' } },
    {
      event: { type: 'request.settled', request: 'p3', reply: 'once', by: 'user' },
      rules: by('blockers/answered-by-the-user'),
    },
  ])
})

test('F10-08: a journal that cannot be written holds up no decision', () => {
  const { send, files, host } = stageOf({ policies: builtin() })
  files.fail('ENOSPC')
  expect(send('S1', 'permission.asked', asked('p1', 'make')).verdict.outcome).toBe('deny')
  expect(host.answers.map(({ request }) => request)).toEqual(['p1'])
})

test('switching off says that diverting stays on where nobody can read what was switched last', () => {
  const { send, put } = stageOf({ policies: builtin() })
  send('S1', 'tool.finished')
  const off = { name: 'blockers', action: 'off' }
  expect(send('S1', 'command.run', off).reply).toBe('Diverting is off: OpenCode asks you as usual.')
  put({ lines: [{ at: 1, kind: 'to-come', body: '{}' }] })
  expect(send('S1', 'command.run', off).reply).toBe(
    'Diverting stays on here: a line of this session comes from another version, so that nobody can read what was switched last. Use the newer version, or a new session.',
  )
  const { verdict } = send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'git push' })
  expect(verdict.outcome).toBe('deny')
})
