import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHost } from '../support/host.ts'
import { blocker, marker, prepare, type Stage } from './night.ts'

let stage: Stage
let session: string
beforeAll(async () => {
  stage = await prepare('run-command')
  stage.model.script('run-command', [
    { calls: [blocker({ category: 'security', question: 'Is it safe?', context: 'x', blocksProgress: true })] },
    { text: marker },
    { text: 'Looking again.' },
    { text: marker },
  ])
  await run('Begin run-command')
  session = stage.project.journal().find(({ session }) => session)?.session ?? ''
})
afterAll(() => stage.close())

/** `answer` is standard output, `output` that and standard error. */
async function run(...given: string[]): Promise<{ code: number | null; answer: string; output: string }> {
  const running = startHost(stage.host, stage.project.directory, ['run', ...given])
  return { code: await running.ended, answer: running.answer(), output: running.output() }
}

const command = (...words: string[]) => run('--session', session, '--command', 'blockers', ...words)

test.each([
  [
    'status',
    /^Diverting: on\nRun: stopped \(done: claimed, not verified\), begun .+\nRecords: Hard .+ 1 \(1 open\)\n.+\nConfig: none \(built-in policies\)\n$/s,
  ],
  ['export', /^.*blockers-export\.md.*\n$/s],
  ['why', /^.*blockers\/done.*\n$/s],
])('opencode run --command blockers %s answers on standard output and costs no model call', async (action, answer) => {
  const before = stage.model.all().length
  const answered = await command(action)
  expect(answered).toEqual({ code: 0, answer: expect.stringMatching(answer), output: answered.answer })
  expect(stage.model.all()).toHaveLength(before)
})

test('opencode run --command with --format json answers as OpenCode tells a text', async () => {
  const { code, answer, output } = await run('--session', session, '--format', 'json', '--command', 'blockers', 'list')
  expect({ code, output }).toEqual({ code: 0, output: answer })
  expect(JSON.parse(answer)).toMatchObject({
    type: 'text',
    sessionID: session,
    part: { type: 'text', text: expect.stringContaining('Is it safe?') },
  })
})

test('opencode run --command blockers resume leaves when the run that it sent on its way rests', async () => {
  const { code, answer, output } = await command('resume')
  expect(code).toBe(0)
  expect(answer).toBe(`The run goes on; this costs one turn.\nLooking again.\n${marker}\n`)
  expect(output).toContain('opencode-diverter:\nFinished (done: claimed, not verified).\n')
})
